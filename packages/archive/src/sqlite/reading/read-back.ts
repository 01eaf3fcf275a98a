/**
 * Events come back from the originals: the archive keeps no second copy of them. What later units of a log said about an
 * event is laid over what its unit says; what several inputs tell of an event is joined.
 */
import type { Adapter, Attachment, EventDraft, Host, SqlRow } from '@hansard/core';
import { FLAGS } from '@hansard/core/events/event-facts.ts';
import { type IndexText, indexText } from '@hansard/core/words/index-text.ts';
import type { Sql } from '../../database/sql.ts';
import { rowsBetween, rowsNumbered } from '../events/event-rows.ts';
import { EventRuns, type Run, seqIn } from '../events/event-runs.ts';
import { overlaysOf } from '../events/overlays.ts';
import type { Originals } from '../originals/originals.ts';
import { isTold } from '../usage/usage-writer.ts';
import { GrownText } from './grown-text.ts';
import { type JoinedAccounts, joinAccounts, type Told } from './join-accounts.ts';
import { PlaceReader, type Thread } from './place-reader.ts';

export interface ArchivedEvent {
  readonly number: number;
  readonly sessionId: number;
  readonly logSeq: number;
  readonly threadId: number;
  readonly event: EventDraft;
}

export class ReadBack {
  readonly #sql: Sql;
  readonly #runs: EventRuns;
  readonly #places: PlaceReader;
  readonly #grown = new GrownText();

  constructor(sql: Sql, originals: Originals, adapters: readonly Adapter[], host: Host) {
    this.#sql = sql;
    this.#runs = new EventRuns(sql);
    this.#places = new PlaceReader(sql, originals, adapters, host);
  }

  /** Told of what records of a log held in base64, as units are read. */
  set attached(told: ((attachments: Readonly<Record<string, Attachment>>) => void) | undefined) {
    this.#places.attached = told;
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
    const thread = this.#places.thread(threadId);
    const told = this.#toldByOthers(rows);
    const read = this.#rowsRead(rows, thread);
    for (const [at, row] of rows.entries()) {
      const number = row['id'] as number;
      const others = told.get(number);
      const event = others
        ? (await this.#joined(row, thread, others)).event
        : (read[at] ?? this.#laidOver(row, await this.#places.read(row, thread)));
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
    let [versionId, start, contents]: [unknown, unknown, ReturnType<PlaceReader['unit']> | undefined] = [
      undefined,
      undefined,
      undefined,
    ];
    return rows.map((row) => {
      if (!contents || row['version_id'] !== versionId || row['start'] !== start) {
        contents = this.#places.unit(row, thread);
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

  /** What all inputs tell of an event, as one. */
  async accounts(number: number): Promise<JoinedAccounts | undefined> {
    const row = this.#sql.get('SELECT * FROM event WHERE id = ?', number);
    const run = row && this.#runs.of(number);
    return row && run && this.#joined(row, this.#places.thread(run.threadId), this.#others(number));
  }

  /**
   * An event, read at once. Documents that take a host to find, or another reader, must have been made ready before.
   */
  now(number: number): EventDraft | undefined {
    const told = this.#told(number);
    if (!told || told.some(({ row, thread }) => this.#places.waitsFor(row, thread) !== undefined)) return undefined;
    const read = told.map((one) => ({ ...one, event: this.#places.readNow(one.row, one.thread) }));
    if (read.length > 1) return this.#join(read).event;
    return read[0] && this.#laidOver(read[0].row, read[0].event);
  }

  /** Whether there are documents that `now` can read only when they were made ready. */
  hasReadLater(): boolean {
    return this.#places.hasReadLater();
  }

  /** The document that `now` needs to have been made ready for an event, by a name of its own; undefined for most. */
  waitsFor(number: number): string | undefined {
    for (const { row, thread } of this.#told(number) ?? []) {
      const name = this.#places.waitsFor(row, thread);
      if (name !== undefined) return name;
    }
    return undefined;
  }

  /** Makes the documents of an event ready for `now`, until everything is released. */
  async prepare(number: number): Promise<void> {
    for (const { row, thread } of this.#told(number) ?? []) await this.#places.prepare(row, thread);
  }

  release(): void {
    this.#places.release();
  }

  /** The text that search finds an event by, as it is now. Only logs change behind what was read of them. */
  textOf(number: number): IndexText | undefined {
    const [only, ...others] = this.#told(number) ?? [];
    if (!only || others.length > 0 || only.thread.dialect?.kind !== 'log') return undefined;
    this.#places.forget();
    return indexText(this.#laidOver(only.row, this.#places.readNow(only.row, only.thread)));
  }

  /** Nothing that was read stays in memory. */
  forget(): void {
    this.#places.forget();
  }

  /** Where an event is told of; undefined when there is no such event, or nobody can read it. */
  #told(number: number): Told[] | undefined {
    const row = this.#sql.get('SELECT * FROM event WHERE id = ?', number);
    const run = row && this.#runs.of(number);
    const thread = run && this.#places.thread(run.threadId);
    if (!row || !thread?.dialect) return undefined;
    return this.#tellings(row, thread, this.#others(number));
  }

  #tellings(row: SqlRow, own: Thread, others: readonly SqlRow[]): Told[] {
    const pass = others[0]?.['own_pass'] ?? row['pass'];
    const told: Told[] = [{ row: { ...row, pass: pass ?? null }, thread: own }];
    for (const account of others) {
      const thread = this.#places.thread(account['thread_id'] as number);
      const { version_id, start, pass: met, key } = account;
      const place = { version_id: version_id ?? null, start: start ?? null, pass: met ?? null };
      if (thread) told.push({ row: { ...row, ...place, key: key ?? row['key'] ?? null }, thread });
    }
    return told;
  }

  async #joined(row: SqlRow, thread: Thread | undefined, others: readonly SqlRow[]): Promise<JoinedAccounts> {
    const read = [];
    for (const one of thread ? this.#tellings(row, thread, others) : []) {
      read.push({ ...one, event: await this.#places.read(one.row, one.thread) });
    }
    return this.#join(read, row);
  }

  #join(read: readonly (Told & { readonly event: EventDraft | undefined })[], row?: SqlRow): JoinedAccounts {
    const laid = read.map((one) => ({ ...one, event: one.event && this.#account(one, one.event) }));
    const own = (row ?? read[0]?.row) as SqlRow;
    const joined = joinAccounts(laid);
    if (!joined) return { event: noLongerRead(own), isGone: true };
    // It keeps the id under which the archive learnt of it first, whatever others call it.
    const id = own['key'] as string;
    return joined.event.id === id ? joined : { ...joined, event: { ...joined.event, id } };
  }

  /** What one of several inputs tells of an event: without numbers that nobody can tell from those of a better one. */
  #account({ row, thread }: Told, read: EventDraft): EventDraft {
    const event = this.#laidOver(row, read, thread);
    if (event.usage && thread.dialect?.ownIds && isTold(this.#sql, thread.sessionId, thread.rank)) delete event.usage;
    return event;
  }

  /** Further accounts of an event. */
  #others(number: number): SqlRow[] {
    return this.#sql.all(`${ACCOUNTS} WHERE a.event_id = ?`, number);
  }

  /** Those of these events that others tell of, too, by number: nearly always none. */
  #toldByOthers(rows: readonly SqlRow[]): Map<number, SqlRow[]> {
    const told = new Map<number, SqlRow[]>();
    if (rows.length === 0) return told;
    const numbers = rows.map(({ id }) => id as number);
    const [first, last] = [numbers.reduce((a, b) => Math.min(a, b)), numbers.reduce((a, b) => Math.max(a, b))];
    for (const row of this.#sql.all(`${ACCOUNTS} WHERE a.event_id BETWEEN ? AND ?`, first, last)) {
      const event = row['event_id'] as number;
      told.set(event, [...(told.get(event) ?? []), row]);
    }
    return told;
  }

  /** What was read is changed by what came later in the same input, and marked where it is gone. */
  #laidOver(row: SqlRow, read: EventDraft | undefined, only?: Thread): EventDraft {
    const number = row['id'] as number;
    const event = this.#grown.of(number, read ?? noLongerRead(row), overlaysOf(this.#sql, number, only?.input.id));
    if (!only && (row['flags'] as number) & FLAGS.withdrawn) event.withdrawn = true;
    return event;
  }
}

const ACCOUNTS = 'SELECT a.*, e.pass AS own_pass FROM account a JOIN event e ON e.id = a.event_id';

/** The present adapter no longer makes this event: its place is kept, because others may refer to it. */
function noLongerRead(row: SqlRow): EventDraft {
  const timestamp = new Date(row['time'] as number).toISOString();
  return { id: row['key'] as string, type: 'meta', timestamp, text: '', withdrawn: true };
}
