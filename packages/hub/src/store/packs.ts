/**
 * Packs of bodies that lie elsewhere. A pack is known to the database before its first byte is written, and counts from the
 * transaction on that accepts what is in it: one that never did, or that nothing names any more, is removed by `tend`.
 */
import { randomUUID } from 'node:crypto';
import type { Bodies } from '../bodies/contract.ts';
import type { Generation } from './contract.ts';
import { type Database, inPieces, numbered, type Queries, type Row } from './database.ts';

/** A larger one is cut into several. */
const MOST_PACK = 16 * 1024 * 1024;
/** After which one that nothing was accepted with is given up. */
const PENDING_MS = 3_600_000;
/** Reads that are under way at once. */
const AT_ONCE = 8;
/** Bytes between two bodies that are read along, to ask once. */
const GAP = 4096;

export interface PackPlace {
  readonly object: string;
  readonly start: number;
  readonly length: number;
}

/** Bodies by the hash of their segments. */
export interface Packed {
  readonly objects: readonly string[];
  readonly places: ReadonlyMap<string, PackPlace>;
}

const NOTHING: Packed = { objects: [], places: new Map() };

export class Packs {
  readonly #database: Database;
  readonly #bodies: Bodies;

  constructor(database: Database, bodies: Bodies) {
    this.#database = database;
    this.#bodies = bodies;
  }

  /** Writes what a generation brings that is not there yet. Nothing where it will not be accepted anyway. */
  async write(key: number, { head, root, segments, given, at }: Generation): Promise<Packed> {
    const [row] = await this.#database.all(
      'SELECT no, key, root, retracted FROM transcript WHERE id = $1',
      head.transcriptId,
    );
    if (row && (row['root'] === root || row['retracted'] !== null || row['key'] !== key)) return NOTHING;
    const there = row
      ? await this.#database.all('SELECT hash FROM segment WHERE transcript = $1', row['no'] as number)
      : [];
    const known = new Set(there.map(({ hash }) => hash as string));
    const own = new Map(given.map(({ hash, body }) => [hash, body]));
    const fresh = segments.filter((hash) => !known.has(hash));
    const writing = new Writing(this.#database, this.#bodies, at);
    try {
      for (const piece of inPieces(fresh, 50)) {
        const staged = await this.#staged(
          key,
          piece.filter((hash) => !own.has(hash)),
        );
        for (const hash of piece) {
          const body = own.get(hash) ?? staged.get(hash);
          if (body) await writing.add(hash, body);
        }
      }
      return await writing.end();
    } catch (error) {
      await this.drop(writing.objects).catch(() => {});
      throw error;
    }
  }

  /** In the transaction that accepts it. False when it was given up meanwhile. */
  async use(queries: Queries, { objects }: Packed): Promise<boolean> {
    for (const object of objects) {
      const used = await queries.run('UPDATE pack SET used = 1 WHERE object = $1 AND used = 0', object);
      if (used === 0) return false;
    }
    return true;
  }

  async drop(objects: readonly string[]): Promise<void> {
    if (objects.length === 0) return;
    await this.#bodies.remove(objects);
    for (const piece of inPieces(objects)) {
      await this.#database.run(`DELETE FROM pack WHERE object IN (${numbered(1, piece.length)})`, ...piece);
    }
  }

  /** Bodies by the numbers of segments, of rows that say where they lie. */
  async read(rows: readonly Row[]): Promise<Map<number, Uint8Array>> {
    const found = new Map<number, Uint8Array>();
    const spans = spansOf(rows);
    const work = async () => {
      for (let span = spans.pop(); span; span = spans.pop()) {
        const bytes = await this.#bodies.get(span.object, span.start, span.end);
        for (const { no, start, length } of span.parts) {
          found.set(no, bytes.subarray(start - span.start, start - span.start + length));
        }
      }
    };
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, spans.length) }, work));
    return found;
  }

  /** Removes packs that nothing names, and writes those anew that hold bodies which nothing names. */
  async tend(now: number): Promise<void> {
    const idle = await this.#database.all(
      `SELECT p.object FROM pack p WHERE (p.used = 1 OR p.made < $1)
       AND NOT EXISTS (SELECT 1 FROM segment s WHERE s.object = p.object)`,
      now - PENDING_MS,
    );
    await this.drop(idle.map(({ object }) => object as string));
    const partly = await this.#database.all(
      `SELECT p.object FROM pack p JOIN segment s ON s.object = p.object
       GROUP BY p.object, p.bytes HAVING sum(s.length) < p.bytes`,
    );
    for (const { object } of partly) await this.#rewrite(object as string, now);
  }

  async #rewrite(object: string, now: number): Promise<void> {
    const rows = await this.#database.all(
      'SELECT no, hash, object, start, length FROM segment WHERE object = $1',
      object,
    );
    const bodies = await this.read(rows);
    const writing = new Writing(this.#database, this.#bodies, now);
    for (const row of rows) await writing.add(`${row['no']}`, bodies.get(row['no'] as number) as Uint8Array);
    const packed = await writing.end();
    await this.#database.transaction(async (queries) => {
      if (!(await this.use(queries, packed))) throw new Error('the pack was given up meanwhile');
      for (const [no, place] of packed.places) {
        await queries.run(
          'UPDATE segment SET object = $2, start = $3 WHERE no = $1 AND object = $4',
          Number(no),
          place.object,
          place.start,
          object,
        );
      }
    });
    await this.drop([object]);
  }

  async #staged(key: number, hashes: readonly string[]): Promise<Map<string, Uint8Array>> {
    if (hashes.length === 0) return new Map();
    const rows = await this.#database.all(
      `SELECT hash, body FROM staged WHERE key = $1 AND hash IN (${numbered(2, hashes.length)})`,
      key,
      ...hashes,
    );
    return new Map(rows.map((row) => [row['hash'] as string, row['body'] as Uint8Array]));
  }
}

class Writing {
  readonly objects: string[] = [];
  readonly #database: Database;
  readonly #bodies: Bodies;
  readonly #at: number;
  readonly #places = new Map<string, PackPlace>();
  #object = randomUUID();
  #pieces: Uint8Array[] = [];
  #size = 0;

  constructor(database: Database, bodies: Bodies, at: number) {
    this.#database = database;
    this.#bodies = bodies;
    this.#at = at;
  }

  async add(name: string, body: Uint8Array): Promise<void> {
    if (this.#size > 0 && this.#size + body.length > MOST_PACK) await this.#put();
    this.#places.set(name, { object: this.#object, start: this.#size, length: body.length });
    this.#pieces.push(body);
    this.#size += body.length;
  }

  async end(): Promise<Packed> {
    if (this.#size > 0) await this.#put();
    return { objects: this.objects, places: this.#places };
  }

  async #put(): Promise<void> {
    const [object, bytes] = [this.#object, this.#size];
    await this.#database.run(
      'INSERT INTO pack (object, made, used, bytes) VALUES ($1, $2, 0, $3)',
      object,
      this.#at,
      bytes,
    );
    this.objects.push(object);
    await this.#bodies.put(object, Buffer.concat(this.#pieces));
    this.#object = randomUUID();
    this.#pieces = [];
    this.#size = 0;
  }
}

interface Span {
  readonly object: string;
  readonly start: number;
  end: number;
  readonly parts: { readonly no: number; readonly start: number; readonly length: number }[];
}

/** What lies side by side is read at once. */
function spansOf(rows: readonly Row[]): Span[] {
  const parts = rows.map((row) => ({
    no: row['no'] as number,
    object: row['object'] as string,
    start: row['start'] as number,
    length: row['length'] as number,
  }));
  parts.sort((a, b) => (a.object < b.object ? -1 : a.object > b.object ? 1 : a.start - b.start));
  const spans: Span[] = [];
  for (const { object, ...part } of parts) {
    const last = spans.at(-1);
    const end = part.start + part.length;
    if (last?.object === object && part.start - last.end <= GAP) {
      last.end = end;
      last.parts.push(part);
    } else spans.push({ object, start: part.start, end, parts: [part] });
  }
  return spans;
}
