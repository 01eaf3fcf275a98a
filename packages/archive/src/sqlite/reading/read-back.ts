/**
 * Events come back from the originals: the archive keeps no second copy of them. What later units of a log said about an
 * event is laid over what its unit says; what several inputs tell of an event is joined.
 */

import type { Adapter, Attachment, EventDraft, Host } from '@hansard/core';
import { FLAGS } from '@hansard/core/events/event-facts.ts';
import { type IndexText, indexText } from '@hansard/core/words/index-text.ts';
import { eventIdOf } from '../../database/columns.ts';
import { integer, integerOrNull, rowReader, textOrNull } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';
import { type PlacedRow, rowOf, rowsBetween, rowsNumbered } from '../events/event-rows.ts';
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
  async #readRun(run: Run, rows: readonly PlacedRow[], events: ArchivedEvent[]): Promise<void> {
    const { sessionId, threadId } = run;
    const thread = this.#places.thread(threadId);
    const told = this.#toldByOthers(rows);
    const read = this.#rowsRead(rows, thread);
    for (const [at, row] of rows.entries()) {
      const number = row.id;
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
  #rowsRead(rows: readonly PlacedRow[], thread: Thread | undefined): (EventDraft | undefined)[] {
    if (thread?.dialect?.kind !== 'log' || rows.length === 0) return [];
    const overlaid = this.#overlaid(rows);
    let [versionId, start]: (number | null | undefined)[] = [];
    let contents: ReturnType<PlaceReader['unit']> | undefined;
    return rows.map((row) => {
      if (!contents || row.version_id !== versionId || row.start !== start) {
        contents = this.#places.unit(row, thread);
        [versionId, start] = [row.version_id, row.start];
      }
      const read = contents(thread.part, row.key);
      if (!read || overlaid.has(row.id)) return this.#laidOver(row, read);
      return row.flags & FLAGS.withdrawn ? { ...read, withdrawn: true } : { ...read };
    });
  }

  #overlaid(rows: readonly PlacedRow[]): Set<number> {
    const numbers = rows.map(({ id }) => id);
    const found = this.#sql.all(
      'SELECT DISTINCT event_id FROM overlay WHERE event_id BETWEEN ? AND ?',
      numbers.reduce((a, b) => Math.min(a, b)),
      numbers.reduce((a, b) => Math.max(a, b)),
    );
    return new Set(found.map(eventIdOf));
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
      const own = there.slice(start, at).flatMap((number) => rows.get(number) ?? []);
      if (run) await this.#readRun(run, own, events);
    }
    return events;
  }

  /** What all inputs tell of an event, as one. */
  async accounts(number: number): Promise<JoinedAccounts | undefined> {
    const row = rowOf(this.#sql, number);
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
    const row = rowOf(this.#sql, number);
    const run = row && this.#runs.of(number);
    const thread = run && this.#places.thread(run.threadId);
    if (!row || !thread?.dialect) return undefined;
    return this.#tellings(row, thread, this.#others(number));
  }

  #tellings(row: PlacedRow & { readonly pass?: number }, own: Thread, others: readonly Account[]): Told[] {
    const pass = others[0]?.own_pass ?? row.pass ?? null;
    const told: Told[] = [{ row: { ...row, pass }, thread: own }];
    for (const account of others) {
      const { thread_id: threadId, version_id, start, pass: met, key } = account;
      const thread = this.#places.thread(threadId);
      if (thread) told.push({ row: { ...row, version_id, start, pass: met, key: key ?? row.key }, thread });
    }
    return told;
  }

  async #joined(
    row: PlacedRow & { readonly pass?: number },
    thread: Thread | undefined,
    others: readonly Account[],
  ): Promise<JoinedAccounts> {
    const read = [];
    for (const one of thread ? this.#tellings(row, thread, others) : []) {
      read.push({ ...one, event: await this.#places.read(one.row, one.thread) });
    }
    return this.#join(read, row);
  }

  #join(read: readonly (Told & { readonly event: EventDraft | undefined })[], row?: PlacedRow): JoinedAccounts {
    const laid = read.map((one) => ({ ...one, event: one.event && this.#account(one, one.event) }));
    const own = (row ?? read[0]?.row) as PlacedRow;
    const joined = joinAccounts(laid);
    if (!joined) return { event: noLongerRead(own), isGone: true };
    // It keeps the id under which the archive learnt of it first, whatever others call it.
    const id = own.key;
    return joined.event.id === id ? joined : { ...joined, event: { ...joined.event, id } };
  }

  /** What one of several inputs tells of an event: without numbers that nobody can tell from those of a better one. */
  #account({ row, thread }: Told, read: EventDraft): EventDraft {
    const event = this.#laidOver(row, read, thread);
    if (event.usage && thread.dialect?.ownIds && isTold(this.#sql, thread.sessionId, thread.rank)) delete event.usage;
    return event;
  }

  /** Further accounts of an event. */
  #others(number: number): Account[] {
    return this.#sql.all(`${ACCOUNTS} WHERE a.event_id = ?`, number).map(readAccount);
  }

  /** Those of these events that others tell of, too, by number: nearly always none. */
  #toldByOthers(rows: readonly PlacedRow[]): Map<number, Account[]> {
    const told = new Map<number, Account[]>();
    if (rows.length === 0) return told;
    const numbers = rows.map(({ id }) => id);
    const [first, last] = [numbers.reduce((a, b) => Math.min(a, b)), numbers.reduce((a, b) => Math.max(a, b))];
    const accounts = this.#sql.all(`${ACCOUNTS} WHERE a.event_id BETWEEN ? AND ?`, first, last);
    for (const account of accounts.map(readAccount)) {
      const { event_id: event } = account;
      told.set(event, [...(told.get(event) ?? []), account]);
    }
    return told;
  }

  /** What was read is changed by what came later in the same input, and marked where it is gone. */
  #laidOver(row: PlacedRow, read: EventDraft | undefined, only?: Thread): EventDraft {
    const number = row.id;
    const event = this.#grown.of(number, read ?? noLongerRead(row), overlaysOf(this.#sql, number, only?.input.id));
    if (!only && row.flags & FLAGS.withdrawn) event.withdrawn = true;
    return event;
  }
}

const readAccount = rowReader({
  event_id: integer,
  thread_id: integer,
  version_id: integerOrNull,
  start: integerOrNull,
  pass: integer,
  key: textOrNull,
  own_pass: integer,
});
type Account = ReturnType<typeof readAccount>;
const ACCOUNTS = 'SELECT a.*, e.pass AS own_pass FROM account a JOIN event e ON e.id = a.event_id';

/** The present adapter no longer makes this event: its place is kept, because others may refer to it. */
function noLongerRead({ key, time }: PlacedRow): EventDraft {
  const timestamp = new Date(time).toISOString();
  return { id: key, type: 'meta', timestamp, text: '', withdrawn: true };
}
