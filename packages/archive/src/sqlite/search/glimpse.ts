/**
 * Events for snippets, at a fraction of the cost of reading them back. The records that name an event are looked for in
 * its blocks and read alone, as if the log began with them. That shows the text as its own records have it. Where it
 * does not show what was found, or others have changed the event, it is read back as a whole.
 */

import type { Adapter, EventDraft, Host, LogDialect } from '@hansard/core';
import { LogReader } from '@hansard/core';
import { columnOf, integer, rowReader, text } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';
import { WhileUnchanged } from '../../database/while-unchanged.ts';
import type { InputRow, Originals } from '../originals/originals.ts';
import type { ReadBack } from '../reading/read-back.ts';
import { UnitSink } from '../reading/unit-sink.ts';
import { BlockCache, type BlockName } from './block-cache.ts';
import { Recent } from './recent.ts';

export interface GlimpseSources {
  readonly sql: Sql;
  readonly originals: Originals;
  readonly events: Pick<ReadBack, 'events'>;
  readonly adapters: readonly Adapter[];
  readonly host: Host;
}

/** What is wanted of an event; undefined when more has to be seen of it, which is never so for a whole one. */
type Look<T> = (event: EventDraft, isWhole: boolean) => T | undefined;

/** A log that events are read from. */
interface Log {
  readonly input: InputRow;
  readonly dialect: LogDialect;
  /** Other sessions in it. */
  readonly parts: ReadonlySet<string>;
}

/** An event that can be glimpsed. */
interface Home extends Log {
  readonly number: number;
  readonly key: string;
  readonly part: string;
  /** The likeliest first. */
  readonly blocks: readonly Block[];
}

interface Block extends BlockName {
  readonly start: number;
  readonly bytes: number;
}

interface Line {
  /** In the log. */
  readonly start: number;
  readonly bytes: Uint8Array;
}

const readEvent = rowReader({
  id: integer,
  key: text,
  version_id: integer,
  start: integer,
  first: integer,
  count: integer,
  part: text,
  input_id: integer,
  bytes: integer,
});
type EventIn = ReturnType<typeof readEvent>;
const readBlock = rowReader({ id: integer, hash: text, start: integer, bytes: integer });
const partIn = columnOf('part', text);

/** An id that is in more records than that is shared by many events. */
const MOST_LINES = 6;
/** Logs that are known from the last searches. */
const MOST_LOGS = 256;
/** Bytes before a name that tell the field it is in. */
const FIELD = 8;
const NEWLINE = 10;
/** Bytes of the records whose events are remembered, for a program that stays: the next search finds many of them too. */
const REMEMBERED = 8 * 1024 * 1024;

export class Glimpses {
  readonly blocks: BlockCache;
  readonly #events = new Recent<EventDraft>(REMEMBERED);
  readonly #sources: GlimpseSources;
  readonly #logs: WhileUnchanged<number, Log | undefined>;

  constructor(sources: GlimpseSources) {
    this.#sources = sources;
    this.blocks = new BlockCache(sources.sql);
    this.#logs = new WhileUnchanged(sources.sql, MOST_LOGS);
  }

  async of<T>(numbers: readonly number[], look: Look<T>): Promise<Map<number, T>> {
    const seen = new Map<number, T>();
    for (const home of this.#homes(numbers)) {
      const found = this.#glimpse(home, look);
      if (found !== undefined) seen.set(home.number, found);
    }
    for (const number of numbers) {
      const whole = seen.has(number) ? undefined : await this.#whole(number);
      if (whole) seen.set(number, look(whole, true) as T);
    }
    return seen;
  }

  #glimpse<T>(home: Home, look: Look<T>): T | undefined {
    for (const block of home.blocks) {
      const name = [block.hash, home.input.agent, home.dialect.id, home.part, home.key].join(' ');
      const event = this.#events.get(name) ?? this.#readIn(block, home, name);
      const seen = event && look(event, false);
      if (seen !== undefined) return seen;
    }
    return undefined;
  }

  #readIn(block: Block, home: Home, name: string): EventDraft | undefined {
    const bytes = this.blocks.block(block);
    const lines = bytes ? [...linesOf(home.key, block.start, bytes)] : [];
    const event = this.#read(home, lines);
    const size = lines.reduce((sum, line) => sum + line.bytes.length, 0);
    if (event) this.#events.set(name, event, size);
    return event;
  }

  /** A damaged original costs a snippet, not the answer. */
  async #whole(number: number): Promise<EventDraft | undefined> {
    try {
      return (await this.#sources.events.events([number]))[0]?.event;
    } catch {
      return undefined;
    }
  }

  /** The events that are in logs, and that later records have left as they were. */
  #homes(numbers: readonly number[]): Home[] {
    const rows = this.#sources.sql.all(
      `SELECT e.id, e.key, e.version_id, e.start, r.first, r.count, h.part, h.input_id, v.bytes
       FROM json_each(?) n CROSS JOIN event e ON e.id = n.value
       CROSS JOIN run r ON r.first = (SELECT max(first) FROM run WHERE first <= e.id)
       CROSS JOIN thread h ON h.id = r.thread_id CROSS JOIN version v ON v.id = e.version_id
       WHERE e.start IS NOT NULL AND NOT EXISTS (SELECT 1 FROM overlay WHERE event_id = e.id)
         AND NOT EXISTS (SELECT 1 FROM renamed WHERE version_id = e.version_id AND start = e.start)`,
      JSON.stringify(numbers),
    );
    const units = remembering((place: string) => this.#unit(place));
    return rows.map(readEvent).flatMap((row) => {
      const log = this.#logs.get(row.input_id, () => this.#log(row.input_id));
      if (!log) return [];
      const { id: number, key, part } = row;
      const blocks = likeliestFirst(units(`${row.version_id} ${row.start}`), row);
      return [{ ...log, number, key, part, blocks }];
    });
  }

  #log(inputId: number): Log | undefined {
    const { sql, originals, adapters } = this.#sources;
    const input = originals.inputById(inputId);
    const adapter = input && adapters.find(({ id }) => id === input.agent);
    const dialect = adapter?.dialects.find(({ id }) => id === input?.dialect);
    if (!input || dialect?.kind !== 'log' || dialect.live) return undefined;
    const parts = sql.all("SELECT part FROM thread WHERE input_id = ? AND part <> ''", inputId);
    return { input, dialect, parts: new Set(parts.map(partIn)) };
  }

  /** The blocks of the unit at a place: version and start. */
  #unit(place: string): Block[] {
    const [versionId, start] = place.split(' ').map(Number) as [number, number];
    const rows = this.#sources.sql.all(
      `SELECT m.block_id AS id, hex(b.hash) AS hash, m.start, b.bytes FROM manifest m JOIN block b ON b.id = m.block_id
       WHERE m.version_id = ?1 AND m.start >= ?2 AND m.start < coalesce((
         SELECT n.start FROM manifest n WHERE n.version_id = ?1 AND n.start > ?2 AND n.checkpoint IS NOT NULL
         ORDER BY n.start LIMIT 1), ?3)
       ORDER BY m.start`,
      versionId,
      start,
      Number.MAX_SAFE_INTEGER,
    );
    return rows.map(readBlock);
  }

  #read({ key, part, input, dialect, parts }: Home, lines: readonly Line[]): EventDraft | undefined {
    const context = { path: input.path, modifiedAt: input.modified ?? undefined };
    // Records without an id are named by the log's fingerprint and their place.
    const fingerprint = offsetIn(key) === undefined ? '-' : key.slice(0, key.indexOf('@'));
    const saved = { line: 0, records: 0, key: fingerprint };
    const { digest } = this.#sources.host;
    const sink = new UnitSink({ digest, renamed: new Map(), isEarlier: () => false, parts });
    let reader: LogReader | undefined;
    for (const { start, bytes } of lines) {
      reader ??= new LogReader(dialect, sink.root, context, { ...saved, offset: start, state: dialect.begin(context) });
      reader.push(bytes);
    }
    // The last record of a log may lack its newline.
    reader?.finish();
    return sink.event(part, key);
  }
}

function remembering<K, V>(read: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    if (!known.has(key)) known.set(key, read(key));
    return known.get(key) as V;
  };
}

/** Those that may hold the record of an event, by where in the log it probably is. */
function likeliestFirst(blocks: readonly Block[], { id, key, first, count, bytes }: EventIn): Block[] {
  const at = offsetIn(key);
  if (at !== undefined) return blocks.filter(({ start, bytes }) => at >= start && at < start + bytes);
  // Events are spread over a log more or less evenly.
  const guess = ((id - first + 0.5) / count) * bytes;
  const distance = (block: Block) => Math.abs(block.start + block.bytes / 2 - guess);
  return [...blocks].sort((a, b) => distance(a) - distance(b));
}

/** The lines of a block that name the event, in the field in which the first does: others only refer to it. */
function* linesOf(key: string, blockStart: number, bytes: Uint8Array): Iterable<Line> {
  const at = offsetIn(key);
  if (at !== undefined) yield lineAt(bytes, at - blockStart, blockStart);
  const name = at === undefined ? nameIn(key) : undefined;
  if (name === undefined) return;
  const block = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let found = block.indexOf(name, 0, 'latin1');
  const field = block.toString('latin1', Math.max(0, found - FIELD), Math.max(0, found));
  for (let count = 0; found >= 0 && count < MOST_LINES; count++) {
    const line = lineAt(bytes, block.lastIndexOf(NEWLINE, found) + 1, blockStart);
    // The block before may end with the same name: what is counted in it is not known here.
    if (line.start === blockStart && blockStart > 0) return;
    if (block.toString('latin1', Math.max(0, found - FIELD), found) === field) yield line;
    const next = line.start - blockStart + line.bytes.length;
    found = next < block.length ? block.indexOf(name, next, 'latin1') : -1;
  }
}

function lineAt(bytes: Uint8Array, from: number, blockStart: number): Line {
  const end = bytes.indexOf(NEWLINE, from);
  return { start: blockStart + from, bytes: bytes.subarray(from, end < 0 ? bytes.length : end + 1) };
}

/** The place in the log, where the key is made of it. */
function offsetIn(key: string): number | undefined {
  const found = /^[0-9a-f]{8,}@(\d{1,15})(?!\d)/.exec(key);
  return found ? Number(found[1]) : undefined;
}

/** The native id in a key: its longest stretch that could be one. */
function nameIn(key: string): string | undefined {
  const stretches = key.match(/[\w-]{8,}/g) ?? [];
  return stretches.reduce<string | undefined>(
    (best, one) => (one.length > (best?.length ?? 0) ? one : best),
    undefined,
  );
}
