/**
 * An agent of our own with a log, a document, a database and a recorded wire, and a machine with its files in memory. Its adapter can
 * be had in several versions, which is what tests of the archive's care need.
 */
import type {
  Adapter,
  DocumentDialect,
  DocumentPart,
  EventDraft,
  LocatedInput,
  LogDialect,
  NativeRecord,
  Output,
  SessionFacts,
  StoreDialect,
} from '@hansard/core';
import { sha256 } from '@hansard/core/testing/fixtures.ts';
import { MemoryHost } from '@hansard/core/testing/memory-host.ts';
import { databaseFromSql, sqlAsDatabase } from '@hansard/core/testing/sql-database.ts';

/** What each kind of input has in it. */
export interface SampleRecord {
  readonly session: string;
  readonly id?: string;
  readonly role?: 'user' | 'assistant' | 'tool';
  readonly text?: string;
  /** Seconds after the beginning of 2026. */
  readonly at?: number;
  readonly file?: string;
  readonly tool?: string;
  readonly model?: string;
  /** Id of the response that took `tokens`. */
  readonly response?: string;
  readonly tokens?: number;
  readonly title?: string;
  readonly cwd?: string;
  /** Changes an earlier event of that id. */
  readonly amends?: string;
  /** Adds to the text of an earlier event, as streams do. */
  readonly adds?: string;
  /** A record of a wire, which may tell of several sessions. */
  readonly wire?: true;
}

/** What a wire begins with before it says of which session it tells. */
export const GREETING = `${JSON.stringify({ wire: true, hello: 'there' })}\n`;

export interface SampleVersion {
  readonly version?: string;
  /** What this version makes of an event. */
  readonly change?: (event: EventDraft) => EventDraft[];
  /** The wire names events by ids of its own. */
  readonly ownIds?: 'texts' | 'all';
}

export const SAMPLE = 'sample-agent';
export const FOLDER = '/home/dev/.sample';

export function sampleAgent({ version = '1', change = (event) => [event], ownIds }: SampleVersion = {}): Adapter {
  const base = { live: false, begin: () => ({ last: '' }), read: readWith(change) };
  const log: LogDialect = { ...base, id: 'log', kind: 'log', detect: ({ records }) => (isSample(records[0]) ? 1 : 0) };
  const wire: LogDialect = {
    ...base,
    id: 'wire',
    kind: 'log',
    live: true,
    ...(ownIds ? { ownIds } : {}),
    detect: ({ records }) => (isWire(records[0]) ? 1 : 0),
    read: (state, record, out) => readWire(state, record, out, base.read),
  };
  const document: DocumentDialect = {
    ...base,
    id: 'document',
    kind: 'document',
    detect: ({ keys }) => (keys[0] === 'messages' ? 1 : 0),
    *records(value) {
      const { messages } = value as { messages: unknown[] };
      for (const [n, message] of messages.entries()) yield { value: message, pointer: `/messages/${n}` };
    },
  };
  return {
    id: SAMPLE,
    label: 'Sample agent',
    version,
    homepage: 'https://example.com',
    evidence: 'source',
    versionsSeen: '',
    keeps: '',
    variables: [],
    coverage: {},
    dialects: [log, wire, document, { ...store, read: base.read }],
    locate,
    inputsOf,
  };
}

const isWire = (record: unknown): boolean => (record as SampleRecord | undefined)?.wire === true;

const isSample = (record: unknown): boolean =>
  (record as SampleRecord | undefined)?.session !== undefined && !isWire(record);

/** Each record belongs to the session that it names. */
function readWire(
  state: { last: string },
  record: NativeRecord,
  out: Output,
  read: (state: { last: string }, record: NativeRecord, out: Output) => void,
): void {
  const { wire: _wire, ...value } = record.value as SampleRecord;
  if (value.session === undefined) {
    const timestamp = '2026-01-01T00:00:00.000Z';
    out.add({ id: record.ref, type: 'meta', timestamp, text: 'hello', native: record.native('hello') });
    return;
  }
  read(state, { ...record, value, native: (type, id) => record.native(type, id) }, out.in(value.session));
}

const store: StoreDialect = {
  id: 'database',
  kind: 'store',
  live: false,
  begin: () => ({ last: '' }),
  read: readWith((event) => [event]),
  detect: ({ tables }) => (tables?.['sample'] ? 1 : 0),
  sessions(database, cursor) {
    const rows = database.all('SELECT session, max(n) AS n FROM sample GROUP BY session ORDER BY session');
    const changed = rows.filter((row) => cursor === undefined || (row['n'] as number) > Number(cursor));
    return {
      changed: changed.map((row) => row['session'] as string),
      cursor: String(Math.max(0, ...rows.map((row) => row['n'] as number))),
    };
  },
  *records(database, session): Iterable<DocumentPart> {
    for (const row of database.all('SELECT n, record FROM sample WHERE session = ? ORDER BY n', session)) {
      yield { value: JSON.parse(row['record'] as string), pointer: `sample/${row['n']}` };
    }
  },
};

/** Logs in `logs/`, each with its agents and spilled files in a folder beside it; `wires/`; `documents/`; `store.db`. */
async function* locate(host: Parameters<Adapter['locate']>[0]): AsyncIterable<LocatedInput> {
  for (const { path, folder } of await host.list(`${FOLDER}/logs`)) {
    if (folder) continue;
    yield { path, kind: 'log', role: 'session' };
    for (const input of await beside(host, path)) yield input;
  }
  for (const { path } of await host.list(`${FOLDER}/wires`)) yield { path, kind: 'log', role: 'session' };
  for (const { path } of await host.list(`${FOLDER}/documents`)) yield { path, kind: 'document', role: 'session' };
  if (await host.stat(`${FOLDER}/store.db`)) yield { path: `${FOLDER}/store.db`, kind: 'store', role: 'session' };
}

async function inputsOf(host: Parameters<Adapter['inputsOf']>[0], path: string): Promise<readonly LocatedInput[]> {
  if (path.endsWith('.json')) return [{ path, kind: 'document', role: 'session' }];
  if (path.endsWith('.db')) return [{ path, kind: 'store', role: 'session' }];
  const log = path.replace(/\.d\/.*$/, '');
  return [{ path: log, kind: 'log', role: 'session' }, ...(await beside(host, log))];
}

async function beside(host: Parameters<Adapter['inputsOf']>[0], log: string): Promise<LocatedInput[]> {
  const root = host.basename(log).replace(/\.jsonl$/, '');
  return (await host.list(`${log}.d`)).map(({ path, name }) =>
    name.endsWith('.jsonl')
      ? { path, kind: 'log', role: 'subagent', facts: { root, agent: { id: name.replace(/\.jsonl$/, '') } } }
      : { path, kind: 'side', role: 'side' },
  );
}

function readWith(change: (event: EventDraft) => EventDraft[]) {
  return (state: { last: string }, record: NativeRecord, out: Output): void => {
    const value = record.value as SampleRecord;
    if (!isSample(value)) return;
    state.last = value.title ?? '';
    out.session(factsOf(value));
    if (value.adds !== undefined && out.append(value.adds, value.text ?? '')) return;
    if (value.amends !== undefined && out.patch(value.amends, { text: value.text ?? '' })) return;
    for (const event of change(eventOf(value, record))) out.add(event);
  };
}

function factsOf({ session, title, cwd }: SampleRecord): SessionFacts {
  return {
    nativeId: session,
    ...(title !== undefined && { title: { text: title, rank: 1 } }),
    ...(cwd !== undefined && { environment: { cwd } }),
  };
}

function eventOf(value: SampleRecord, record: NativeRecord): EventDraft {
  const { role = 'user', at = 0, text = '', file, tool, model, response, tokens = 0 } = value;
  return {
    id: value.id ?? record.ref,
    type: role === 'tool' ? 'tool_call' : role === 'user' ? 'user_message' : 'assistant_message',
    timestamp: new Date(Date.UTC(2026, 0, 1) + at * 1000).toISOString(),
    text,
    native: record.native('sample'),
    ...(model !== undefined && { model }),
    ...(role === 'tool' && {
      tool: { name: tool ?? 'Read', kind: 'read', input: { path: file ?? 'a.ts' }, output: text, status: 'ok' },
    }),
    ...(response !== undefined && {
      usage: {
        input: tokens,
        output: 0,
        cacheRead: 0,
        cacheWrite5m: 0,
        cacheWrite1h: 0,
        reasoning: 0,
        responseId: response,
      },
    }),
  };
}

export const logOf = (records: readonly SampleRecord[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

export const wireOf = (records: readonly SampleRecord[]): string =>
  records.map((record) => `${JSON.stringify({ wire: true, ...record })}\n`).join('');

export const documentOf = (records: readonly SampleRecord[]): string => JSON.stringify({ messages: records });

export function storeOf(records: readonly SampleRecord[]): Uint8Array {
  const rows = records.map(
    (record, n) =>
      `INSERT INTO sample VALUES (${n + 1}, '${record.session}', '${JSON.stringify(record).replaceAll("'", "''")}');`,
  );
  const sql = `CREATE TABLE sample (n INTEGER, session TEXT, record TEXT);\n${rows.join('\n')}`;
  return sqlAsDatabase(Buffer.from(sql));
}

/** A machine whose files can be changed; each has the time of its last change. */
export class SampleMachine extends MemoryHost {
  readonly times = new Map<string, string>();

  constructor(home: string, files: Record<string, string | Uint8Array> = {}) {
    super({}, { digest: sha256, env: { HANSARD_HOME: home }, database: databaseFromSql });
    for (const [name, data] of Object.entries(files)) this.write(name, data);
  }

  /** `name` is below the agent's folder. */
  write(name: string, data: string | Uint8Array, modifiedAt = '2026-01-02T00:00:00.000Z'): string {
    const path = `${FOLDER}/${name}`;
    this.files.set(path, typeof data === 'string' ? Buffer.from(data) : data);
    this.times.set(path, modifiedAt);
    return path;
  }

  append(name: string, data: string, modifiedAt = '2026-01-03T00:00:00.000Z'): void {
    const before = this.files.get(`${FOLDER}/${name}`) ?? new Uint8Array();
    this.write(name, Buffer.concat([before, Buffer.from(data)]), modifiedAt);
  }

  remove(name: string): void {
    this.files.delete(`${FOLDER}/${name}`);
  }

  override async stat(path: string) {
    const file = await super.stat(path);
    return file && { ...file, modifiedAt: this.times.get(path) ?? file.modifiedAt };
  }
}
