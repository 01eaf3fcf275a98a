/**
 * Numbers of a machine that was never synced. Of the agents' logs only tokens are read, into a database in memory that is
 * asked as the archive would be: the same rules say what counts once. Nothing is written; the next sync fills the archive.
 */
import {
  type Adapter,
  detectFile,
  type Host,
  type HostFile,
  type InputRead,
  type LocatedInput,
  type LogDialect,
  LogReader,
  readFile,
} from '@hansard/core';
import type { NumbersStore } from '@hansard/core/numbers/report.ts';
import { Sql } from '../database/sql.ts';
import { loadSqlite } from '../host/sqlite-module.ts';
import { Committer } from '../ingest/commit.ts';
import type { InputChange, WholeThread } from '../ingest/input-change.ts';
import { storeFile } from '../ingest/keep-store.ts';
import { partOf } from '../sessions/session-key.ts';
import { numbersStore } from '../sqlite/numbers/open-numbers.ts';
import { bringForward } from '../sqlite/opening/open-database.ts';
import { Originals } from '../sqlite/originals/originals.ts';
import { PlainRows, PlainSums, threadIn } from '../sqlite/usage/plain-usage.ts';
import type { Exclusions } from '../sync/exclusions.ts';
import { type PlainResponses, withResponses } from './plain-responses.ts';
import { bySession, rowsOf, type ToldInput } from './told-input.ts';
import { UsageLines } from './usage-lines.ts';
import { bounds, lean, told, UsageSink } from './usage-sink.ts';

export interface UsageAloneOptions {
  readonly host: Host;
  readonly adapters: readonly Adapter[];
  /** RFC 3339. */
  readonly now: string;
  readonly exclusions?: Exclusions;
  /** Each response is asked for, not only sums of them. */
  readonly responses?: boolean;
}

/** Inputs that share a transaction. */
const BATCH = 200;

export async function withUsageAlone<T>(
  options: UsageAloneOptions,
  work: (store: NumbersStore) => Promise<T> | T,
): Promise<T> {
  const Sqlite = await loadSqlite();
  if (!Sqlite) throw new Error('this Node has no SQLite');
  const connection = new Sqlite(':memory:', {});
  try {
    bringForward(connection);
    const sql = new Sql(connection);
    const alone = new UsageAlone(options, sql);
    await alone.read();
    const store = numbersStore(sql);
    return await work(options.responses ? withResponses(store, alone.plain()) : store);
  } finally {
    connection.close();
  }
}

class UsageAlone {
  readonly #options: UsageAloneOptions;
  readonly #committer: Committer;
  readonly #sql: Sql;
  readonly #seen = new Set<string>();
  readonly #told: ToldInput[] = [];
  #plain: readonly ToldInput[] = [];

  constructor(options: UsageAloneOptions, sql: Sql) {
    this.#options = options;
    this.#sql = sql;
    this.#committer = new Committer(sql, new Originals(sql));
  }

  async read(): Promise<void> {
    const { adapters, host } = this.#options;
    for (const adapter of adapters) {
      for await (const input of adapter.locate(host)) await this.#see(adapter, input);
    }
    const sessions = bySession(this.#told);
    const plain = sessions.filter(({ isPlain }) => isPlain).flatMap(({ inputs }) => inputs);
    const asPlain = new Set(plain);
    // An input that tells of several sessions is written once.
    const others = this.#told.filter((input) => !asPlain.has(input));
    this.#commit(others.map(changeOf));
    this.#commit(plain.map((input) => changeOf({ ...input, threads: input.threads.map(withoutNumbers) })));
    this.#plain = plain;
    this.#writePlain(new PlainSums(this.#sql));
  }

  /** What need not be written to be asked for. */
  plain(): PlainResponses {
    return { told: this.#plain, write: () => this.#writePlain(new PlainRows(this.#sql)) };
  }

  /** In one go: nothing has to be decided about them. */
  #writePlain(rows: PlainRows | PlainSums): void {
    this.#sql.transaction(() => this.#addPlain(rows));
  }

  #addPlain(rows: PlainRows | PlainSums): void {
    for (const { adapter, input, threads } of this.#plain) {
      for (const thread of threads) {
        const known = threadIn(this.#sql, input.path, thread.part);
        if (known) rows.add({ ...known, agent: adapter.id }, rowsOf(thread));
      }
    }
    rows.finish();
  }

  /** One that cannot be read is told of by sync; here it counts nothing. */
  async #see(adapter: Adapter, input: LocatedInput): Promise<void> {
    if (this.#seen.has(input.path) || input.role === 'side') return;
    this.#seen.add(input.path);
    const { host } = this.#options;
    const file = await (input.kind === 'store' ? storeFile(host, input.path) : host.stat(input.path));
    if (!file || file.folder) return;
    try {
      for (const one of await this.#tell(adapter, input, file)) if (await this.#isIncluded(one)) this.#told.push(one);
    } catch {
      // Sync says what is wrong with it.
    }
  }

  async #tell(adapter: Adapter, input: LocatedInput, file: HostFile): Promise<ToldInput[]> {
    const { host } = this.#options;
    const detected = await detectFile([adapter], host, input.path);
    if (!detected) return [];
    const { dialect } = detected;
    if (dialect.kind === 'log') return [{ adapter, input, dialect, ...(await this.#readLog(dialect, input, file)) }];
    const reads = await readFile(host, input.path, detected, input.facts);
    const tell = ({ facts, events }: InputRead, nth: number): WholeThread => ({
      part: partOf(facts, nth),
      facts,
      events: told(events.map(lean)),
    });
    // Each session of a database is an input of its own.
    if (dialect.kind !== 'store') {
      const fingerprint = reads[0]?.key ?? '';
      return [{ adapter, input, dialect, fingerprint, threads: reads.map(tell) }];
    }
    return reads.map((read) => ({ adapter, input, dialect, fingerprint: read.key, threads: [tell(read, 0)] }));
  }

  async #readLog(dialect: LogDialect, input: LocatedInput, file: HostFile) {
    const { host } = this.#options;
    const sink = new UsageSink((data) => host.digest(data));
    if (input.facts) sink.session(input.facts);
    const reader = new LogReader(dialect, sink, { path: input.path, modifiedAt: file.modifiedAt });
    const lines = dialect.usage && new UsageLines(dialect.usage);
    for await (const chunk of host.read(input.path, 0, file.bytes)) {
      if (!lines) reader.push(chunk);
      else for (const line of lines.push(chunk)) reader.push(line);
    }
    if (lines) reader.push(lines.rest());
    const { key = '' } = reader.finish();
    return { threads: sink.threads(), fingerprint: key };
  }

  async #isIncluded({ adapter, threads }: ToldInput): Promise<boolean> {
    const cwd = threads[0]?.facts.environment?.cwd ?? undefined;
    return (await this.#options.exclusions?.reason(adapter.id, cwd)) === undefined;
  }

  #commit(changes: readonly InputChange[]): void {
    for (let at = 0; at < changes.length; at += BATCH) {
      const some = changes.slice(at, at + BATCH);
      this.#committer.commit(some, { now: this.#options.now, textOf: () => undefined });
    }
  }
}

function changeOf({ adapter, input, dialect, fingerprint, threads }: ToldInput): InputChange {
  const { path, role, kind, facts } = input;
  const part = kind === 'store' ? (threads[0]?.facts.nativeId ?? '') : '';
  const known = { agent: adapter.id, path, part, role, kind, dialect: dialect.id, located: facts };
  return { input: known, dialect, blocks: [], fingerprint, threads: [], whole: threads, renamed: [], problems: [] };
}

/** The session, with when it began and ended. */
function withoutNumbers({ part, facts, events }: WholeThread): WholeThread {
  return { part, facts, events: bounds(events.map(({ event }) => event)).map((event) => ({ event, body: 0 })) };
}
