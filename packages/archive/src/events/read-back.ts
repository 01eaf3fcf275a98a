/**
 * Events come back from the originals: the archive keeps no second copy of them. A log's event is read from its unit
 * and what later units said about it is laid over; an event of a document or of rows is read with the whole of it.
 * The last few units and documents stay in memory, so that a page of events reads each of them once.
 */
import {
  type Adapter,
  type Attachment,
  Collector,
  type Dialect,
  type DocumentDialect,
  type EventDraft,
  type Host,
  LogReader,
  readBytes,
  readFile,
  type SavedLog,
  type SessionFacts,
  type SqlRow,
  type StoreDialect,
} from '@hansard/core';
import { readDocument } from '@hansard/core/reading/part-reader.ts';
import type { Sql } from '../database/sql.ts';
import { WhileUnchanged } from '../database/while-unchanged.ts';
import { originalsHost } from '../host/archived-host.ts';
import type { Operation } from '../ingest/index-sink.ts';
import { readRows } from '../ingest/rows.ts';
import { unpackJson } from '../ingest/units.ts';
import type { InputRow, Originals } from '../originals/originals.ts';
import { partOf } from '../sessions/session-key.ts';
import { applied } from './applied.ts';
import { FLAGS } from './event-row.ts';
import { rowsBetween, rowsNumbered } from './event-rows.ts';
import { EventRuns, type Run, seqIn } from './event-runs.ts';
import { type IndexText, indexText } from './index-text.ts';
import { UnitSink } from './unit-sink.ts';

export interface ArchivedEvent {
  readonly number: number;
  readonly sessionId: number;
  readonly logSeq: number;
  readonly threadId: number;
  readonly event: EventDraft;
}

/** Events by thread and key. */
type Contents = (part: string, key: string) => EventDraft | undefined;

interface Thread {
  readonly part: string;
  readonly input: InputRow;
  readonly dialect: Dialect | undefined;
}

/** Units and documents that stay in memory. */
const REMEMBERED = 24;
const MOST_THREADS = 100;

export class ReadBack {
  readonly #sql: Sql;
  readonly #originals: Originals;
  readonly #adapters: readonly Adapter[];
  readonly #host: Host;
  readonly #runs: EventRuns;
  readonly #threads: WhileUnchanged<number, Thread | undefined>;
  readonly #remembered = new Map<string, Contents>();
  #others: unknown;
  /** Documents that stay in memory because they cannot be read when they are needed. */
  readonly #ready = new Map<string, Contents>();
  /** Told of what records of a log held in base64, as units are read. */
  attached: ((attachments: Readonly<Record<string, Attachment>>) => void) | undefined;

  constructor(sql: Sql, originals: Originals, adapters: readonly Adapter[], host: Host) {
    this.#sql = sql;
    this.#originals = originals;
    this.#adapters = adapters;
    this.#host = host;
    this.#runs = new EventRuns(sql);
    this.#threads = new WhileUnchanged(sql, MOST_THREADS);
  }

  /** The events of a session behind `after`, in the order in which the archive learnt of them. */
  async page(sessionId: number, after: number, limit: number): Promise<ArchivedEvent[]> {
    const events: ArchivedEvent[] = [];
    for (const run of this.#runs.ofSession(sessionId, after + 1)) {
      const from = run.first + Math.max(0, after + 1 - run.seq);
      const rows = rowsBetween(this.#sql, from, run.first + run.count, limit - events.length);
      await this.#readRun(run, rows, events);
      if (events.length >= limit) break;
    }
    return events;
  }

  /** Adds the events of rows of one run. */
  async #readRun(run: Run, rows: readonly SqlRow[], events: ArchivedEvent[]): Promise<void> {
    const { sessionId, threadId } = run;
    const thread = this.#thread(threadId);
    const read = this.#rowsRead(rows, thread);
    for (const [at, row] of rows.entries()) {
      const number = row['id'] as number;
      const event = read[at] ?? (await this.#event(row, thread));
      events.push({ number, sessionId, logSeq: seqIn(run, number), threadId, event });
    }
  }

  /**
   * Neighbours in a log, read together: one look for what was laid over any of them, one for each unit. What nothing was
   * laid over shares its parts with what stays in memory, and is not to be changed. Undefined where it takes more.
   */
  #rowsRead(rows: readonly SqlRow[], thread: Thread | undefined): (EventDraft | undefined)[] {
    if (thread?.dialect?.kind !== 'log' || rows.length === 0) return [];
    const overlaid = this.#overlaid(rows);
    let [versionId, start, contents]: [unknown, unknown, Contents | undefined] = [undefined, undefined, undefined];
    return rows.map((row) => {
      if (!contents || row['version_id'] !== versionId || row['start'] !== start) {
        contents = this.#unit(row, thread);
        [versionId, start] = [row['version_id'], row['start']];
      }
      const read = contents(thread.part, row['key'] as string);
      if (!read || overlaid.has(row['id'])) return this.#laidOver(row, read);
      return (row['flags'] as number) & FLAGS.withdrawn ? { ...read, withdrawn: true } : { ...read };
    });
  }

  #overlaid(rows: readonly SqlRow[]): Set<unknown> {
    const numbers = rows.map(({ id }) => id as number);
    const found = this.#sql.all(
      'SELECT DISTINCT event_id FROM overlay WHERE event_id BETWEEN ? AND ?',
      numbers.reduce((a, b) => Math.min(a, b)),
      numbers.reduce((a, b) => Math.max(a, b)),
    );
    return new Set(found.map((row) => row['event_id']));
  }

  /** Events by their numbers; those that are not there are left out. */
  async events(numbers: readonly number[]): Promise<ArchivedEvent[]> {
    const events: ArchivedEvent[] = [];
    const rows = rowsNumbered(this.#sql, numbers);
    const there = numbers.filter((number) => rows.has(number));
    for (let at = 0; at < there.length; ) {
      const run = this.#runs.of(there[at] as number);
      const isWithin = (number: number | undefined) =>
        run !== undefined && number !== undefined && number >= run.first && number < run.first + run.count;
      const start = at;
      while (isWithin(there[at])) at++;
      if (at === start) at++;
      const own = there.slice(start, at).map((number) => rows.get(number) as SqlRow);
      if (run) await this.#readRun(run, own, events);
    }
    return events;
  }

  /**
   * An event, read at once. Documents that take a host to find, or another reader, must have been made ready before.
   */
  now(number: number): EventDraft | undefined {
    const { row, thread } = this.#placeOf(number);
    if (!row || !thread?.dialect) return undefined;
    if (thread.dialect.kind === 'log')
      return this.#laidOver(row, this.#unit(row, thread)(thread.part, row['key'] as string));
    const contents = isReadLater(thread.dialect)
      ? this.#ready.get(this.#wholeName(row, thread) ?? '')
      : this.#wholeNow(row, thread, thread.dialect);
    return contents && this.#laidOver(row, contents(thread.part, row['key'] as string));
  }

  /** Whether there are documents that `now` can read only when they were made ready. */
  hasReadLater(): boolean {
    const kinds = this.#sql.all('SELECT DISTINCT agent, dialect FROM input');
    return kinds.some(({ agent, dialect }) => {
      const known = this.#adapters.find(({ id }) => id === agent)?.dialects.find(({ id }) => id === dialect);
      return known !== undefined && isReadLater(known);
    });
  }

  /** The document that `now` needs to have been made ready for an event, by a name of its own; undefined for most. */
  waitsFor(number: number): string | undefined {
    const { row, thread } = this.#placeOf(number);
    if (!row || !thread?.dialect || !isReadLater(thread.dialect)) return undefined;
    const name = this.#wholeName(row, thread);
    return name === undefined || this.#ready.has(name) ? undefined : name;
  }

  /** Makes the document of an event ready for `now`, until everything is released. */
  async prepare(number: number): Promise<void> {
    const { row, thread } = this.#placeOf(number);
    const name = row && thread && this.#wholeName(row, thread);
    if (row && thread && name !== undefined) this.#ready.set(name, await this.#whole(row, thread));
  }

  release(): void {
    this.#ready.clear();
  }

  #placeOf(number: number): { row?: SqlRow; thread?: Thread } {
    const row = this.#sql.get('SELECT * FROM event WHERE id = ?', number);
    const run = row && this.#runs.of(number);
    return { row, thread: run && this.#thread(run.threadId) };
  }

  #wholeName(row: SqlRow, { input }: Thread): string | undefined {
    const versionId = (row['version_id'] as number | null) ?? this.#originals.latest(input.id)?.id;
    return versionId === undefined ? undefined : `whole ${versionId} ${this.#size(versionId)}`;
  }

  #wholeNow(row: SqlRow, { input }: Thread, dialect: DocumentDialect | StoreDialect): Contents {
    const versionId = (row['version_id'] as number | null) ?? this.#originals.latest(input.id)?.id;
    if (versionId === undefined) return () => undefined;
    return this.#remember(`whole ${versionId} ${this.#size(versionId)}`, () => {
      const bytes = this.#originals.read({ id: versionId });
      const adapter = this.#adapters.find(({ id }) => id === input.agent) as Adapter;
      if (dialect.kind === 'store')
        return byKey([readRows(this.#host, { adapter, dialect, confidence: 1 }, input, bytes)]);
      const collector = new Collector(this.#host.digest);
      if (input.located) collector.session(input.located);
      const context = { path: input.path, modifiedAt: input.modified ?? undefined };
      readDocument(dialect, new TextDecoder().decode(Buffer.concat([...bytes])), collector, context);
      return byKey([collector, ...collector.others.values()]);
    });
  }

  /** The text that search finds an event by, as it is now. Only logs change behind what was read of them. */
  textOf(number: number): IndexText | undefined {
    const row = this.#sql.get('SELECT * FROM event WHERE id = ?', number);
    const run = row && this.#runs.of(number);
    const thread = run && this.#thread(run.threadId);
    if (!row || thread?.dialect?.kind !== 'log') return undefined;
    this.#remembered.clear();
    return indexText(this.#laidOver(row, this.#unit(row, thread)(thread.part, row['key'] as string)));
  }

  /** Nothing that was read stays in memory. */
  forget(): void {
    this.#remembered.clear();
  }

  async #event(row: SqlRow, thread: Thread | undefined): Promise<EventDraft> {
    const key = row['key'] as string;
    if (thread?.dialect?.kind === 'log') return this.#laidOver(row, this.#unit(row, thread)(thread.part, key));
    const contents = thread && (await this.#whole(row, thread));
    return this.#laidOver(row, contents?.(thread?.part ?? '', key));
  }

  #thread(id: number): Thread | undefined {
    return this.#threads.get(id, () => this.#findThread(id));
  }

  #findThread(id: number): Thread | undefined {
    const row = this.#sql.get('SELECT input_id, part FROM thread WHERE id = ?', id);
    const input = row && this.#originals.inputById(row['input_id'] as number);
    if (!row || !input) return undefined;
    const adapter = this.#adapters.find((one) => one.id === input.agent);
    return {
      part: row['part'] as string,
      input,
      dialect: adapter?.dialects.find((one) => one.id === input.dialect),
    };
  }

  /** What was read is changed by what came later, and marked where it is gone. */
  #laidOver(row: SqlRow, read: EventDraft | undefined): EventDraft {
    const number = row['id'] as number;
    let event = read ? structuredClone(read) : noLongerRead(row);
    const overlays = this.#sql.all(
      'SELECT operations FROM overlay WHERE event_id = ? ORDER BY version_id, start',
      number,
    );
    for (const { operations } of overlays) {
      for (const operation of JSON.parse(operations as string) as Operation[]) event = applied(event, operation);
    }
    if ((row['flags'] as number) & FLAGS.withdrawn) event.withdrawn = true;
    return event;
  }

  #unit(row: SqlRow, thread: Thread): Contents {
    const versionId = row['version_id'] as number;
    const start = row['start'] as number;
    return this.#remember(`unit ${versionId} ${start} ${this.#size(versionId)}`, () =>
      this.#readUnit(versionId, start, thread),
    );
  }

  #readUnit(versionId: number, start: number, { dialect, input }: Thread): Contents {
    if (dialect?.kind !== 'log') return () => undefined;
    const unit = this.#originals.unit(versionId, start);
    const sink = new UnitSink({
      digest: this.#host.digest,
      renamed: this.#renamed(versionId, start),
      isEarlier: (part, key) => this.#isEarlier(input.id, part, key, versionId, start),
      parts: this.#parts(input.id),
    });
    const saved = unit.checkpoint && unpackJson<SavedLog>(unit.checkpoint);
    const context = { path: input.path, modifiedAt: input.modified ?? undefined };
    const reader = new LogReader(dialect, sink.root, context, saved);
    for (const bytes of this.#originals.read({ id: versionId }, unit.start, unit.end)) reader.push(bytes);
    reader.finish();
    this.attached?.(sink.attachments);
    return (part, key) => sink.event(part, key);
  }

  #parts(inputId: number): Set<string> {
    const rows = this.#sql.all("SELECT part FROM thread WHERE input_id = ? AND part <> ''", inputId);
    return new Set(rows.map(({ part }) => part as string));
  }

  #renamed(versionId: number, start: number): Map<number, string> {
    const rows = this.#sql.all('SELECT nth, key FROM renamed WHERE version_id = ? AND start = ?', versionId, start);
    return new Map(rows.map((row) => [row['nth'] as number, row['key'] as string]));
  }

  #isEarlier(inputId: number, part: string, key: string, versionId: number, start: number): boolean {
    const rows = this.#sql.all(
      `SELECT e.id FROM event e JOIN run r ON r.first = (SELECT max(first) FROM run WHERE first <= e.id)
       JOIN thread t ON t.id = r.thread_id
       WHERE e.key = ? AND t.input_id = ? AND t.part = ? AND (e.version_id <> ? OR e.start < ?)`,
      key,
      inputId,
      part,
      versionId,
      start,
    );
    return rows.length > 0;
  }

  async #whole(row: SqlRow, thread: Thread): Promise<Contents> {
    const versionId = (row['version_id'] as number | null) ?? this.#originals.latest(thread.input.id)?.id;
    if (versionId === undefined) return () => undefined;
    const name = `whole ${versionId} ${this.#size(versionId)}`;
    const known = this.#known(name);
    if (known) return known;
    const before = this.#others;
    const contents = await this.#readWhole(versionId, row['version_id'] === null, thread);
    return this.#sql.others() === before ? this.#remember(name, () => contents) : contents;
  }

  async #readWhole(versionId: number, isLatest: boolean, { dialect, input }: Thread): Promise<Contents> {
    const adapter = this.#adapters.find(({ id }) => id === input.agent);
    if (!adapter || !dialect || dialect.kind === 'log') return () => undefined;
    const detected = { adapter, dialect, confidence: 1 };
    const bytes = () => this.#originals.read({ id: versionId });
    if (dialect.kind === 'store') return byKey([readRows(this.#host, detected, input, bytes())]);
    if (isLatest) {
      const host = originalsHost(this.#host, this.#originals, input.machine);
      return byKey(await readFile(host, input.path, detected, input.located));
    }
    const read = async function* () {
      yield* bytes();
    };
    return byKey(await readBytes(this.#host, detected, { path: input.path, facts: input.located, read }));
  }

  /** A version that has grown is another one. */
  #size(versionId: number): number {
    return (this.#sql.get('SELECT bytes FROM version WHERE id = ?', versionId)?.['bytes'] as number | undefined) ?? 0;
  }

  /** Another process that has written may have removed secrets: versions keep their size then. */
  #known(name: string): Contents | undefined {
    const others = this.#sql.others();
    if (others !== this.#others) this.#remembered.clear();
    this.#others = others;
    return this.#remembered.get(name);
  }

  #remember(name: string, read: () => Contents): Contents {
    const contents = this.#known(name) ?? read();
    // The one that was used last is forgotten last.
    this.#remembered.delete(name);
    this.#remembered.set(name, contents);
    if (this.#remembered.size > REMEMBERED) this.#remembered.delete(this.#remembered.keys().next().value as string);
    return contents;
  }
}

const isReadLater = (dialect: Dialect): boolean =>
  dialect.kind === 'document' && (dialect.members ?? dialect.transcripts) !== undefined;

function byKey(reads: readonly { events: readonly EventDraft[]; facts: SessionFacts }[]): Contents {
  const threads = new Map<string, Map<string, EventDraft>>();
  for (const [nth, { events, facts }] of reads.entries()) {
    const part = partOf(facts, nth);
    threads.set(part, new Map(events.map((event) => [event.id, event])));
  }
  return (part, key) => threads.get(part)?.get(key);
}

/** The present adapter no longer makes this event: its place is kept, because others may refer to it. */
function noLongerRead(row: SqlRow): EventDraft {
  const timestamp = new Date(row['time'] as number).toISOString();
  return { id: row['key'] as string, type: 'meta', timestamp, text: '', withdrawn: true };
}
