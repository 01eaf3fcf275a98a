/** Accepts one generation of a session: all of it is there afterwards, or nothing is. */
import type { TranscriptHeader } from '@hansard/core/formats/contract.ts';
import { tallyOf } from '@hansard/core/held/session-tally.ts';
import type { ThinEvent } from '@hansard/core/segments/thin-event.ts';
import { packJson, unpackJson } from '../codec.ts';
import type { Receipt } from '../receipts/receipt.ts';
import type { Accepted, CheckedSegment, Generation, Places, Refused, ScanPolicy, Sign } from './contract.ts';
import { type Database, inPieces, numbered, type Queries, type Row, type SegmentRow } from './database.ts';
import { nextPlace, writeLeaf } from './log-rows.ts';
import type { Packed, Packs } from './packs.ts';
import { NO_PLACES, PlacedSession, placesAfter } from './places.ts';
import { replaceSums } from './sum-rows.ts';
import { sumsOf } from './sums.ts';

/** What is kept beside the body of a segment. */
export interface SegmentFacts {
  readonly events: readonly ThinEvent[];
  readonly redactions: number;
  readonly scan: ScanPolicy;
}

/** Undoes what the transaction has done so far. */
class Refusing extends Error {
  readonly refused: Refused;
  constructor(refused: Refused) {
    super(refused.outcome);
    this.refused = refused;
  }
}

/** What was packed is no longer all that is new: another was faster. */
class Unpacked extends Error {}

const TRIES = 5;

/** `packs`: where bodies lie, if not in the database. */
export async function acceptRows(
  database: Database,
  packs: Packs | undefined,
  key: number,
  generation: Generation,
  sign: Sign,
): Promise<Accepted | Refused> {
  for (let tried = 1; ; tried++) {
    const packed = await packs?.write(key, generation);
    let isUsed = false;
    try {
      const accepted = await database.transaction((queries) => {
        const acceptance = new Acceptance(database, queries, key, generation, packs && packed && { packs, packed });
        return acceptance.run(sign);
      });
      isUsed = accepted.outcome !== 'same';
      return accepted;
    } catch (error) {
      if (error instanceof Refusing) return error.refused;
      if (error instanceof Unpacked && tried < TRIES) continue;
      // Whether it was accepted is not known when the connection was cut at its end: then what was packed stays.
      isUsed = !(error instanceof Unpacked);
      throw error;
    } finally {
      // What remains is removed in time.
      if (!isUsed && packed) await packs?.drop(packed.objects).catch(() => {});
    }
  }
}

/** A segment of the generation, wherever it comes from. */
interface Part {
  readonly hash: string;
  readonly bytes: number;
  readonly facts: SegmentFacts;
  /** Number of its row when it is there already. */
  readonly no?: number;
  readonly position?: number;
  /** What is new. */
  readonly fresh?: Pick<CheckedSegment, 'body' | 'words' | 'time'>;
}

class Acceptance {
  readonly #database: Database;
  readonly #queries: Queries;
  readonly #key: number;
  readonly #generation: Generation;
  readonly #elsewhere: { readonly packs: Packs; readonly packed: Packed } | undefined;

  constructor(
    database: Database,
    queries: Queries,
    key: number,
    generation: Generation,
    elsewhere: { readonly packs: Packs; readonly packed: Packed } | undefined,
  ) {
    this.#elsewhere = elsewhere;
    this.#database = database;
    this.#queries = queries;
    this.#key = key;
    this.#generation = generation;
  }

  async run(sign: Sign): Promise<Accepted> {
    const row = await this.#row();
    const known = row['generation'] as number;
    const same = this.#check(row, known);
    if (same) return { outcome: 'same', receipt: same };
    const no = row['no'] as number;
    const existing = known === 0 ? new Map<string, Row>() : await this.#existing(no);
    const parts = await this.#parts(existing);
    const events = parts.flatMap(({ facts }) => facts.events);
    checkCounts(this.#generation.head, parts, events);
    await this.#replaceSegments(no, existing, parts);
    if (this.#elsewhere) {
      const { packs, packed } = this.#elsewhere;
      if (!(await packs.use(this.#queries, packed))) throw new Unpacked();
    }
    const before = row['places'] ? unpackJson<Places>(row['places'] as Uint8Array) : NO_PLACES;
    const place = await nextPlace(this.#queries);
    const { receipt, leaf } = sign({
      index: place - 1,
      keyId: row['key_id'] as string,
      pseudonym: row['pseudonym'] as string,
    });
    await this.#write(no, placesAfter(before, events, place), parts, place, receipt);
    await writeLeaf(this.#queries, place, this.#generation.at, leaf);
    await this.#unstage();
    return { outcome: known === 0 ? 'created' : 'replaced', receipt };
  }

  /** The row of the session, locked; a new one has generation 0. */
  async #row(): Promise<Row> {
    const { head, project, at } = this.#generation;
    await this.#queries.run(
      `INSERT INTO transcript (id, key, project, generation, root, received, bytes, change, agent)
       VALUES ($1, $2, $3, 0, '', $4, 0, 0, $5) ON CONFLICT (id) DO NOTHING`,
      head.transcriptId,
      this.#key,
      project,
      at,
      head.source.agent,
    );
    const [row] = await this.#queries.all(
      `SELECT t.no, t.key, t.generation, t.root, t.retracted, t.receipt, t.places, k.key_id, k.pseudonym,
         (SELECT p.policy FROM project p WHERE p.no = t.project) AS policy
       FROM transcript t JOIN access_key k ON k.no = $2 WHERE t.id = $1${this.#database.lock}`,
      head.transcriptId,
      this.#key,
    );
    return row as Row;
  }

  /** The receipt, if the same was accepted before. */
  #check(row: Row, known: number): Receipt | undefined {
    if (row['retracted'] !== null) throw new Refusing({ outcome: 'retracted' });
    if (row['key'] !== this.#key) throw new Refusing({ outcome: 'not-yours' });
    const { head, root } = this.#generation;
    if (row['root'] === root && known > 0) return JSON.parse(row['receipt'] as string) as Receipt;
    if (generationOf(head) <= known) throw new Refusing({ outcome: 'older-generation' });
    if (known > 0 && JSON.parse(row['policy'] as string).hold === true) throw new Refusing({ outcome: 'held' });
    return undefined;
  }

  async #existing(no: number): Promise<Map<string, Row>> {
    const rows = await this.#queries.all(
      'SELECT no, hash, position, bytes, facts FROM segment WHERE transcript = $1',
      no,
    );
    return new Map(rows.map((row) => [row['hash'] as string, row]));
  }

  async #parts(existing: ReadonlyMap<string, Row>): Promise<Part[]> {
    const { segments, given } = this.#generation;
    const fresh = new Map(given.map((segment) => [segment.hash, segment]));
    const staged = await this.#staged(segments.filter((hash) => !existing.has(hash) && !fresh.has(hash)));
    const missing = segments.filter((hash) => !existing.has(hash) && !fresh.has(hash) && !staged.has(hash));
    if (missing.length > 0) throw new Refusing({ outcome: 'segments-missing', missing });
    if (new Set(segments).size < segments.length) throw new Refusing({ outcome: 'other-count', field: 'segments' });
    const parts = segments.map((hash): Part => {
      const there = existing.get(hash);
      if (there) return { ...partOf(there), no: there['no'] as number, position: there['position'] as number };
      const own = fresh.get(hash);
      if (!own) return freshPart(staged.get(hash) as Row);
      const { bytes, events, redactions, scan, body, words, time } = own;
      return { hash, bytes, facts: { events, redactions, scan }, fresh: { body, words, time } };
    });
    const less = parts.filter(({ facts }) => this.#generation.scan === 'all' && facts.scan === 'certain');
    if (less.length === 0) return parts;
    throw new Refusing({ outcome: 'segments-missing', missing: less.map(({ hash }) => hash) });
  }

  async #staged(hashes: readonly string[]): Promise<Map<string, Row>> {
    const found = new Map<string, Row>();
    for (const piece of inPieces(hashes)) {
      const rows = await this.#queries.all(
        `SELECT hash, bytes, time, ${this.#elsewhere ? 'NULL' : 'body'} AS body, facts, words FROM staged WHERE key = $1 AND hash IN (${numbered(2, piece.length)})`,
        this.#key,
        ...piece,
      );
      for (const row of rows) found.set(row['hash'] as string, row);
    }
    return found;
  }

  async #replaceSegments(no: number, existing: ReadonlyMap<string, Row>, parts: readonly Part[]): Promise<void> {
    const kept = new Set(parts.map(({ hash }) => hash));
    const gone = [...existing].filter(([hash]) => !kept.has(hash)).map(([, row]) => row['no'] as number);
    await removeSegments(this.#database, this.#queries, gone);
    const fresh: SegmentRow[] = [];
    for (const [position, part] of parts.entries()) {
      if (part.no !== undefined) {
        if (part.position === position) continue;
        await this.#queries.run('UPDATE segment SET position = $2 WHERE no = $1', part.no, position);
      } else fresh.push(this.#freshRow(no, position, part));
    }
    await this.#database.segments.insert(this.#queries, fresh);
  }

  #freshRow(transcript: number, position: number, { hash, bytes, facts, fresh }: Part): SegmentRow {
    const { body, words, time } = fresh as NonNullable<Part['fresh']>;
    const own = { transcript, hash, position, bytes, time, facts: packJson(facts), words };
    if (!this.#elsewhere) return { ...own, body, ...IN_DATABASE };
    const place = this.#elsewhere.packed.places.get(hash);
    if (!place) throw new Unpacked();
    return { ...own, body: NO_BODY, ...place };
  }

  async #write(no: number, places: Places, parts: readonly Part[], change: number, receipt: Receipt): Promise<void> {
    const { head, root, at, project, sent = null } = this.#generation;
    const segments = parts.map(({ hash, facts }, i) => ({ no: i, hash, events: facts.events }));
    const session = new PlacedSession({ no, head, generation: generationOf(head), places, segments, change });
    const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
    const tally = tallyOf(session);
    await this.#queries.run(
      `UPDATE transcript SET generation = $2, root = $3, received = $4, bytes = $5, change = $6, facts = $7, head = $8,
       places = $9, tally = $10, receipt = $11, agent = $12, project = $13, sent = $14 WHERE no = $1`,
      no,
      generationOf(head),
      root,
      at,
      bytes,
      change,
      JSON.stringify(session.row(bytes)),
      packJson(head),
      packJson(places),
      packJson(tally),
      JSON.stringify(receipt),
      head.source.agent,
      project,
      sent,
    );
    await replaceSums(this.#queries, no, sumsOf(tally));
  }

  /** What came whole was not staged. */
  async #unstage(): Promise<void> {
    const { segments, given } = this.#generation;
    if (given.length === segments.length) return;
    for (const piece of inPieces(segments)) {
      await this.#queries.run(
        `DELETE FROM staged WHERE key = $1 AND hash IN (${numbered(2, piece.length)})`,
        this.#key,
        ...piece,
      );
    }
  }
}

const NO_BODY = new Uint8Array(0);
const IN_DATABASE = { object: null, start: null, length: null };

export const generationOf = ({ session }: TranscriptHeader): number => session.generation ?? 1;

/** What the head says must be what the events are. */
function checkCounts(
  { metrics, privacy }: TranscriptHeader,
  parts: readonly Part[],
  events: readonly ThinEvent[],
): void {
  const refuse = (field: string) => {
    throw new Refusing({ outcome: 'other-count', field });
  };
  if (metrics.eventCount !== events.length) refuse('metrics.eventCount');
  if (new Set(events.map(({ event }) => event.id)).size < events.length) refuse('events.id');
  const records = parts.reduce((sum, { facts }) => sum + facts.redactions, privacy.redactions?.length ?? 0);
  if (privacy.redactionCount !== records) refuse('privacy.redactionCount');
}

const partOf = (row: Row): Part => ({
  hash: row['hash'] as string,
  bytes: row['bytes'] as number,
  facts: unpackJson<SegmentFacts>(row['facts'] as Uint8Array),
});

const freshPart = (row: Row): Part => ({
  ...partOf(row),
  fresh: {
    body: row['body'] as Uint8Array,
    words: unpackJson<string[]>(row['words'] as Uint8Array),
    time: row['time'] as number,
  },
});

export async function removeSegments(database: Database, queries: Queries, segments: readonly number[]): Promise<void> {
  if (segments.length === 0) return;
  await database.segments.remove(queries, segments);
  for (const piece of inPieces(segments)) {
    await queries.run(`DELETE FROM segment WHERE no IN (${numbered(1, piece.length)})`, ...piece);
  }
}
