/**
 * Reads events from where an input has them: a log's from the unit that added it, a document's or a database's with the
 * whole of it. The last few units and documents stay in memory, so that a page of events reads each of them once.
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
  type StoreDialect,
} from '@hansard/core';
import { readDocument } from '@hansard/core/reading/part-reader.ts';
import { bytesIn, keyIn } from '../../database/columns.ts';
import { columnOf, integer, rowReader, text } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';
import { WhileUnchanged } from '../../database/while-unchanged.ts';
import { originalsHost } from '../../host/archived-host.ts';
import { readRows } from '../../originals/rows.ts';
import { unpackJson } from '../../originals/units.ts';
import { partOf } from '../../sessions/session-key.ts';
import type { PlacedRow } from '../events/event-rows.ts';
import type { InputRow, Originals } from '../originals/originals.ts';
import { threadRow } from '../tables.ts';
import { UnitSink } from './unit-sink.ts';

const partIn = columnOf('part', text);
const readRenamed = rowReader({ nth: integer, key: text });

/** Where an input has an event: for a log its version and unit, for others the version when it is not the latest. */
export type Place = Pick<PlacedRow, 'key' | 'version_id' | 'start'>;

/** Events by thread and key. */
type Contents = (part: string, key: string) => EventDraft | undefined;

export interface Thread {
  readonly id: number;
  readonly sessionId: number;
  readonly part: string;
  readonly input: InputRow;
  readonly dialect: Dialect | undefined;
  /** How good a witness it is. */
  readonly rank: number;
  /** How often the input has been read from its beginning. */
  readonly pass: number;
  /** Some of its events are known by other ids than it has for them. */
  readonly isRenamed: boolean;
}

/** Units and documents that stay in memory. */
const REMEMBERED = 24;
const MOST_THREADS = 100;

export class PlaceReader {
  readonly #sql: Sql;
  readonly #originals: Originals;
  readonly #adapters: readonly Adapter[];
  readonly #host: Host;
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
    this.#threads = new WhileUnchanged(sql, MOST_THREADS);
  }

  thread(id: number): Thread | undefined {
    return this.#threads.get(id, () => this.#findThread(id));
  }

  #findThread(id: number): Thread | undefined {
    const found = this.#sql.get('SELECT * FROM thread WHERE id = ?', id);
    const row = found && threadRow(found);
    const input = row && this.#originals.inputById(row.input_id);
    if (!row || !input) return undefined;
    const adapter = this.#adapters.find((one) => one.id === input.agent);
    return {
      id,
      sessionId: row.session_id,
      part: row.part,
      input,
      dialect: adapter?.dialects.find((one) => one.id === input.dialect),
      rank: row.rank,
      pass: row.pass,
      isRenamed: this.#sql.get('SELECT 1 FROM account WHERE thread_id = ? AND key IS NOT NULL', id) !== undefined,
    };
  }

  async read(row: Place, thread: Thread | undefined): Promise<EventDraft | undefined> {
    const { key } = row;
    if (!thread?.dialect) return undefined;
    if (thread.dialect.kind === 'log') return this.unit(row, thread)(thread.part, key);
    return this.#withParents(await this.#whole(row, thread), thread)(thread.part, key);
  }

  /** The same at once. Documents that take a host to find, or another reader, must have been made ready before. */
  readNow(row: Place, thread: Thread): EventDraft | undefined {
    const { dialect, part } = thread;
    const { key } = row;
    if (!dialect) return undefined;
    if (dialect.kind === 'log') return this.unit(row, thread)(part, key);
    const contents = isReadLater(dialect)
      ? this.#ready.get(this.#wholeName(row, thread) ?? '')
      : this.#wholeNow(row, thread, dialect);
    return contents && this.#withParents(contents, thread)(part, key);
  }

  /** Whether there are documents that can be read at once only when they were made ready. */
  hasReadLater(): boolean {
    const kinds = this.#sql.all('SELECT DISTINCT agent, dialect FROM input');
    return kinds.some(({ agent, dialect }) => {
      const known = this.#adapters.find(({ id }) => id === agent)?.dialects.find(({ id }) => id === dialect);
      return known !== undefined && isReadLater(known);
    });
  }

  /** The document that has to be made ready for a place, by a name of its own; undefined for most. */
  waitsFor(row: Place, thread: Thread): string | undefined {
    if (!thread.dialect || !isReadLater(thread.dialect)) return undefined;
    const name = this.#wholeName(row, thread);
    return name === undefined || this.#ready.has(name) ? undefined : name;
  }

  /** Makes the document of a place ready, until everything is released. */
  async prepare(row: Place, thread: Thread): Promise<void> {
    const name = this.#wholeName(row, thread);
    if (name !== undefined && thread.dialect?.kind !== 'log') this.#ready.set(name, await this.#whole(row, thread));
  }

  release(): void {
    this.#ready.clear();
  }

  /** Nothing that was read stays in memory. */
  forget(): void {
    this.#remembered.clear();
  }

  #wholeName(row: Place, { input }: Thread): string | undefined {
    const versionId = row.version_id ?? this.#originals.latest(input.id)?.id;
    return versionId === undefined ? undefined : `whole ${versionId} ${this.#size(versionId)}`;
  }

  #wholeNow(row: Place, { input }: Thread, dialect: DocumentDialect | StoreDialect): Contents {
    const versionId = row.version_id ?? this.#originals.latest(input.id)?.id;
    if (versionId === undefined) return () => undefined;
    return this.#remember(`whole ${versionId} ${this.#size(versionId)}`, () => {
      const bytes = this.#originals.read({ id: versionId });
      const adapter = this.#adapters.find(({ id }) => id === input.agent) as Adapter;
      if (dialect.kind === 'store')
        return byKey([readRows(this.#host, { adapter, dialect, confidence: 1 }, input, bytes)]);
      const collector = new Collector(this.#host.digest);
      if (input.located) collector.session(input.located);
      const context = { path: input.path, modifiedAt: input.modified ?? undefined, facts: input.located };
      readDocument(dialect, new TextDecoder().decode(Buffer.concat([...bytes])), collector, context);
      return byKey([collector, ...collector.others.values()]);
    });
  }

  unit(row: Place, thread: Thread): Contents {
    const { version_id: versionId, start } = row;
    if (versionId === null || start === null) return () => undefined;
    const contents = this.#remember(`unit ${versionId} ${start} ${this.#size(versionId)}`, () =>
      this.#readUnit(versionId, start, thread),
    );
    return this.#withParents(contents, thread);
  }

  /** What an event refers to is named as the archive names it. */
  #withParents(contents: Contents, { id, isRenamed }: Thread): Contents {
    if (!isRenamed) return contents;
    return (part, key) => {
      const event = contents(part, key);
      if (event?.parentId === undefined) return event;
      const parent = this.#sql.get(
        'SELECT e.key FROM account a JOIN event e ON e.id = a.event_id WHERE a.key = ? AND a.thread_id = ?',
        event.parentId,
        id,
      );
      return parent ? { ...event, parentId: keyIn(parent) } : event;
    };
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
    return new Set(rows.map(partIn));
  }

  #renamed(versionId: number, start: number): Map<number, string> {
    const rows = this.#sql.all('SELECT nth, key FROM renamed WHERE version_id = ? AND start = ?', versionId, start);
    return new Map(rows.map(readRenamed).map(({ nth, key }) => [nth, key]));
  }

  #isEarlier(inputId: number, part: string, key: string, versionId: number, start: number): boolean {
    const rows = this.#sql.all(
      `SELECT e.id FROM event e JOIN run r ON r.first = (SELECT max(first) FROM run WHERE first <= e.id)
       JOIN thread t ON t.id = r.thread_id
       WHERE e.key = ?1 AND t.input_id = ?2 AND t.part = ?3 AND (e.version_id <> ?4 OR e.start < ?5)
       UNION ALL SELECT e.id FROM event e JOIN account a ON a.event_id = e.id JOIN thread t ON t.id = a.thread_id
       WHERE e.key = ?1 AND t.input_id = ?2 AND t.part = ?3 AND (a.version_id <> ?4 OR a.start < ?5)
       UNION ALL SELECT a.event_id FROM account a JOIN thread t ON t.id = a.thread_id
       WHERE a.key = ?1 AND t.input_id = ?2 AND t.part = ?3 AND (a.version_id <> ?4 OR a.start < ?5)`,
      key,
      inputId,
      part,
      versionId,
      start,
    );
    return rows.length > 0;
  }

  async #whole(row: Place, thread: Thread): Promise<Contents> {
    const versionId = row.version_id ?? this.#originals.latest(thread.input.id)?.id;
    if (versionId === undefined) return () => undefined;
    const name = `whole ${versionId} ${this.#size(versionId)}`;
    const known = this.#known(name);
    if (known) return known;
    const before = this.#others;
    const contents = await this.#readWhole(versionId, row.version_id === null, thread);
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
    const row = this.#sql.get('SELECT bytes FROM version WHERE id = ?', versionId);
    return row ? bytesIn(row) : 0;
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
