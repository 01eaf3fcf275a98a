/** An agent whose logs hold events as they are, and an archive of such logs: tests of search can have any event. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Adapter, EventDraft, LogDialect, SessionFacts } from '@hansard/core';
import { sha256 } from '@hansard/core/testing/fixtures.ts';
import { MemoryHost } from '@hansard/core/testing/memory-host.ts';
import { plainAdapter } from '@hansard/core/testing/reads.ts';
import { Archive } from '../archive.ts';
import { sync } from '../sync/sync.ts';

export interface LoggedSession {
  readonly facts?: SessionFacts;
  readonly events: readonly Partial<EventDraft>[];
  /** Without it the log is the session's own; with it, that of a subagent of the session. */
  readonly subagentOf?: string;
}

const FOLDER = '/home/dev/.events';

const dialect: LogDialect<Record<string, never>> = {
  id: 'events',
  kind: 'log',
  live: false,
  detect: ({ records }) => (records[0]?.['facts'] ? 1 : 0),
  begin: () => ({}),
  read(_state, record, out) {
    const { facts, event } = record.value;
    if (facts) out.session(facts);
    if (event) out.add({ ...event, native: record.native('event', event.id) });
  },
};

export const eventAgent: Adapter = {
  ...plainAdapter,
  id: 'event-agent',
  label: 'Event agent',
  dialects: [dialect],
  async *locate(host) {
    for (const { path } of await host.list(FOLDER)) yield { path, kind: 'log', role: 'session' };
  },
  inputsOf: async (_host, path) => [{ path, kind: 'log', role: 'session' }],
};

export class EventArchive {
  readonly archive: Archive;
  readonly host: MemoryHost;
  readonly #home: string;

  private constructor(archive: Archive, host: MemoryHost, home: string) {
    this.archive = archive;
    this.host = host;
    this.#home = home;
  }

  static async open(): Promise<EventArchive> {
    const home = mkdtempSync(join(tmpdir(), 'hansard-events-'));
    const host = new MemoryHost({}, { digest: sha256, env: { HANSARD_HOME: home } });
    return new EventArchive(await Archive.open(host, [eventAgent]), host, home);
  }

  /** Adds to the logs of sessions, by their native ids, and keeps them. */
  async add(sessions: Readonly<Record<string, LoggedSession>>): Promise<void> {
    for (const [id, session] of Object.entries(sessions)) {
      const path = `${FOLDER}/${id}.jsonl`;
      const before = this.host.files.get(path) ?? new Uint8Array();
      this.host.files.set(path, Buffer.concat([before, Buffer.from(linesOf(id, session, before.length === 0))]));
    }
    const { archive, host } = this;
    const { problems } = await sync({ archive, adapters: [eventAgent], host, now: '2026-09-01T00:00:00.000Z' });
    if (problems.length > 0) throw new Error(problems[0]?.message);
  }

  remove(): void {
    this.archive.close();
    rmSync(this.#home, { recursive: true, force: true });
  }
}

function linesOf(id: string, { facts, events, subagentOf }: LoggedSession, isNew: boolean): string {
  const of = subagentOf === undefined ? { nativeId: id } : { nativeId: id, root: subagentOf, agent: { id } };
  const lines = events.map((event, n) => ({
    ...(isNew && n === 0 && { facts: { ...of, ...facts } }),
    event: { id: `${id}-${n}`, type: 'user_message', ...event },
  }));
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** A time on a day of August 2026. */
export const at = (day: number, second = 0): string => new Date(Date.UTC(2026, 7, day, 12, 0, second)).toISOString();
