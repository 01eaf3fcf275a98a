/**
 * An agent of our own whose records are little but usage, for tests of what counts where. Its sessions are logs; a
 * record says what it wants the archive to be told.
 */
import type { Adapter, EventDraft, LocatedInput, LogDialect, NativeRecord, Output, Usage } from '@hansard/core';
import { sha256 } from '@hansard/core/testing/fixtures.ts';
import { MemoryHost } from '@hansard/core/testing/memory-host.ts';
import { Archive } from '../archive.ts';

export interface MeteredRecord {
  readonly session: string;
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly response?: string;
  /** Input, output, cache read, 5-minute write, 1-hour write, reasoning. */
  readonly tokens?: readonly number[];
  readonly model?: string;
  readonly scope?: string;
  readonly inherited?: boolean;
  /** The session that this one was forked from. */
  readonly fork?: string;
  /** Changes the usage of an earlier event of that id. */
  readonly amends?: string;
  readonly subagent?: boolean;
  /** What a person asked. */
  readonly prompt?: boolean;
  readonly call?: { readonly tool: string; readonly status: string };
  readonly resultOf?: string;
  readonly ms?: number;
  readonly cwd?: string;
}

export const METERED = 'metered-agent';
const FOLDER = '/home/dev/.metered';

export function meteredAgent(version = '1', change: (event: EventDraft) => EventDraft = (event) => event): Adapter {
  const log: LogDialect = {
    id: 'log',
    kind: 'log',
    live: false,
    detect: ({ records }) => (typeof records[0]?.['session'] === 'string' ? 1 : 0),
    begin: () => ({}),
    read: (_state, record, out) => read(record, out, change),
  };
  return {
    id: METERED,
    label: 'Metered agent',
    version,
    homepage: 'https://example.com',
    evidence: 'source',
    versionsSeen: '',
    keeps: '',
    variables: [],
    coverage: {},
    dialects: [log],
    async *locate(host) {
      for (const { path } of await host.list(FOLDER)) yield { path, kind: 'log', role: 'session' };
    },
    inputsOf: async (_host, path) => [{ path, kind: 'log', role: 'session' }],
  };
}

function read(record: NativeRecord, out: Output, change: (event: EventDraft) => EventDraft): void {
  const value = record.value as MeteredRecord;
  const { session, fork, cwd, amends, model } = value;
  out.session({
    nativeId: session,
    ...(fork !== undefined && { lineage: { kind: 'fork', of: fork } }),
    ...(cwd !== undefined && { environment: { cwd } }),
  });
  const usage = usageOf(value);
  if (amends !== undefined && out.patch(amends, { ...(usage && { usage }), ...(model !== undefined && { model }) }))
    return;
  out.add(change(eventOf(value, record, usage)));
}

function eventOf(value: MeteredRecord, record: NativeRecord, usage: Usage | undefined): EventDraft {
  const { id, at, model, subagent, prompt, call, resultOf, ms } = value;
  const tool = call && { name: call.tool, status: call.status, ...(ms !== undefined && { durationMs: ms }) };
  return {
    id,
    type: prompt ? 'user_message' : resultOf !== undefined ? 'tool_result' : call ? 'tool_call' : 'assistant_message',
    timestamp: new Date(at).toISOString(),
    text: '',
    native: record.native('metered'),
    ...(model !== undefined && { model }),
    ...(subagent && { source: 'subagent:x' }),
    ...(tool && { tool }),
    ...(resultOf !== undefined && {
      parentId: resultOf,
      tool: { name: '?', ...(ms !== undefined && { durationMs: ms }) },
    }),
    ...(usage && { usage }),
  };
}

function usageOf({ tokens, response, scope, inherited }: MeteredRecord): Usage | undefined {
  if (!tokens) return undefined;
  const [input = 0, output = 0, cacheRead = 0, cacheWrite5m = 0, cacheWrite1h = 0, reasoning = 0] = tokens;
  return {
    input,
    output,
    cacheRead,
    cacheWrite5m,
    cacheWrite1h,
    reasoning,
    ...(response !== undefined && { responseId: response }),
    ...(scope !== undefined && { scope }),
    ...(inherited && { inherited }),
  };
}

/** A file of the agent; several may hold one session. */
export const pathOf = (name: string): string => `${FOLDER}/${name}.jsonl`;

export const linesOf = (records: readonly MeteredRecord[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

/** An archive of the agent's files, which are kept when they are written. */
export class MeteredArchive {
  readonly host: MemoryHost;
  #archive: Archive | undefined;
  #clock = Date.UTC(2026, 0, 1);
  agent = meteredAgent();

  constructor(home: string) {
    this.host = new MemoryHost({}, { digest: sha256, env: { HANSARD_HOME: home } });
  }

  async open(): Promise<Archive> {
    this.#archive ??= await Archive.open(this.host, [this.agent]);
    return this.#archive;
  }

  /** Writes a file whole, and syncs it. */
  async write(name: string, text: string): Promise<void> {
    const archive = await this.open();
    this.host.files.set(pathOf(name), Buffer.from(text));
    this.#clock += 1000;
    const now = new Date(this.#clock).toISOString();
    const keeper = archive.keeper({ host: this.host, now, blockBytes: 400, unitBytes: 900 });
    const input: LocatedInput = { path: pathOf(name), kind: 'log', role: 'session' };
    await keeper.keep(this.agent, input, { bytes: Buffer.byteLength(text), modifiedAt: now, folder: false });
    keeper.flush();
  }

  async append(name: string, text: string): Promise<void> {
    const before = this.host.files.get(pathOf(name)) ?? new Uint8Array();
    await this.write(name, Buffer.concat([before, Buffer.from(text)]).toString());
  }

  async close(): Promise<void> {
    (await this.open()).close();
    this.#archive = undefined;
  }
}
