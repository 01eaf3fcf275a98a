/** A hub's store on a database. What it accepts, finds and removes is the same on each. */

import { Failure } from '@hansard/core';
import type { TranscriptHeader } from '@hansard/core/formats/contract.ts';
import type { SessionTally } from '@hansard/core/held/session-tally.ts';
import type { WantedWords } from '@hansard/core/segments/segment-words.ts';
import type { SessionRow } from '@hansard/core/store/sessions.ts';
import type { Bodies } from '../bodies/contract.ts';
import { packJson, unpackJson } from '../codec.ts';
import type { Receipt } from '../receipts/receipt.ts';
import { acceptRows, removeSegments, type SegmentFacts } from './accept-rows.ts';
import type {
  Candidate,
  CheckedSegment,
  Generation,
  HubStore,
  KeyStore,
  LogLeaf,
  LogStore,
  NumberStore,
  NumbersOnly,
  PeopleStore,
  Places,
  ProjectStore,
  ReadRow,
  Role,
  Sight,
  Sign,
  StoredRow,
  StoredSession,
  ToldRow,
} from './contract.ts';
import { type Database, inPieces, numbered, type Row, type Value } from './database.ts';
import { findSegments } from './find-segments.ts';
import { keyRows } from './key-rows.ts';
import { logRows, nextPlace, writeLeaf } from './log-rows.ts';
import { Packs } from './packs.ts';
import { peopleRows } from './people-rows.ts';
import { projectRows } from './project-rows.ts';
import { acceptNumbers, numberRows } from './sum-rows.ts';
import { webhookRows } from './webhook-rows.ts';
import type { WebhookStore } from './webhook-store.ts';

/** What one key may have staged. */
const MOST_STAGED = 2 * 1024 * 1024 * 1024;
/** For how long something stays staged. */
const STAGED_MS = 7 * 86_400_000;
/** Candidates of named sessions: there is no limit to what a session has. */
const ALL = 1_000_000;

export class SqlHubStore implements HubStore {
  readonly keys: KeyStore;
  readonly projects: ProjectStore;
  readonly log: LogStore;
  readonly numbers: NumberStore;
  readonly people: PeopleStore;
  readonly webhooks: WebhookStore;
  readonly #database: Database;
  readonly #packs: Packs | undefined;

  /** `bodies`: where they lie, if not in the database. */
  constructor(database: Database, bodies?: Bodies) {
    this.#database = database;
    this.#packs = bodies && new Packs(database, bodies);
    this.keys = keyRows(database);
    this.projects = projectRows(database);
    this.log = logRows(database);
    this.numbers = numberRows(database);
    this.people = peopleRows(database);
    this.webhooks = webhookRows(database);
  }

  async setting(name: string, first: () => string): Promise<string> {
    const read = async () =>
      (await this.#database.all('SELECT value FROM setting WHERE name = $1', name))[0]?.['value'];
    const known = await read();
    if (known !== undefined) return known as string;
    await this.#database.run(
      'INSERT INTO setting (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING',
      name,
      first(),
    );
    return (await read()) as string;
  }

  async missing(key: number, transcript: string, hashes: readonly string[]): Promise<readonly string[]> {
    const there = new Set<string>();
    for (const piece of inPieces(hashes)) {
      const list = numbered(3, piece.length);
      const rows = await this.#database.all(
        `SELECT hash FROM staged WHERE key = $1 AND $2 <> '' AND hash IN (${list}) UNION SELECT s.hash FROM segment s
         JOIN transcript t ON t.no = s.transcript WHERE t.key = $1 AND t.id = $2 AND s.hash IN (${list})`,
        key,
        transcript,
        ...piece,
      );
      for (const row of rows) there.add(row['hash'] as string);
    }
    return hashes.filter((hash) => !there.has(hash));
  }

  async stage(key: number, segment: CheckedSegment, at: number): Promise<boolean> {
    const { hash, bytes, time, body, words, events, redactions, scan } = segment;
    const [held] = await this.#database.all('SELECT sum(length(body)) AS bytes FROM staged WHERE key = $1', key);
    if (Number(held?.['bytes'] ?? 0) + body.length > MOST_STAGED) return false;
    await this.#database.run(
      `INSERT INTO staged (key, hash, bytes, time, body, facts, words, received)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT (key, hash) DO UPDATE SET facts = excluded.facts, received = excluded.received`,
      key,
      hash,
      bytes,
      time,
      body,
      packJson({ events, redactions, scan } satisfies SegmentFacts),
      packJson(words),
      at,
    );
    return true;
  }

  accept(key: number, generation: Generation, sign: Sign) {
    return acceptRows(this.#database, this.#packs, key, generation, sign);
  }

  acceptNumbers(key: number, numbers: NumbersOnly) {
    return acceptNumbers(this.#database, key, numbers);
  }

  retract(
    transcript: string,
    by: number | null,
    at: number,
    leaf: (index: number) => LogLeaf,
  ): Promise<boolean | 'held'> {
    return this.#database.transaction(async (queries) => {
      const [row] = await queries.all(
        `SELECT t.no, t.key, t.retracted, p.policy FROM transcript t JOIN project p ON p.no = t.project
         WHERE t.id = $1`,
        transcript,
      );
      if (!row || row['retracted'] !== null || (by !== null && row['key'] !== by)) return false;
      if (JSON.parse(row['policy'] as string).hold === true) return 'held';
      const no = row['no'] as number;
      const segments = await queries.all('SELECT no, hash FROM segment WHERE transcript = $1', no);
      for (const piece of inPieces(segments.map(({ hash }) => hash as string))) {
        const list = numbered(2, piece.length);
        await queries.run(`DELETE FROM staged WHERE key = $1 AND hash IN (${list})`, row['key'] as number, ...piece);
      }
      await removeSegments(
        this.#database,
        queries,
        segments.map((segment) => segment['no'] as number),
      );
      await queries.run('DELETE FROM sum WHERE transcript = $1', no);
      await queries.run('DELETE FROM told WHERE transcript = $1', no);
      await queries.run('UPDATE access_key SET revoked = $2 WHERE transcript = $1 AND revoked IS NULL', no, at);
      const place = await nextPlace(queries);
      await queries.run(
        `UPDATE transcript SET retracted = $2, change = $3, bytes = 0, facts = NULL, head = NULL, places = NULL, tally = NULL,
         receipt = NULL, sent = NULL WHERE no = $1`,
        no,
        at,
        place,
      );
      await queries.run("UPDATE counter SET value = value + 1 WHERE name = 'removals'");
      await writeLeaf(queries, place, at, leaf(place - 1));
      return true;
    });
  }

  async receipt(transcript: string, sight: Sight): Promise<Receipt | undefined> {
    const where = sightOf(sight, 2);
    const [row] = await this.#database.all(
      `SELECT t.receipt FROM transcript t WHERE t.id = $1 AND t.receipt IS NOT NULL AND ${where.sql}`,
      transcript,
      ...where.parameters,
    );
    return row && (JSON.parse(row['receipt'] as string) as Receipt);
  }

  async receiptOf(key: number, sent: string): Promise<Receipt | undefined> {
    const [row] = await this.#database.all(
      'SELECT receipt FROM transcript WHERE sent = $1 AND key = $2 AND receipt IS NOT NULL',
      sent,
      key,
    );
    return row && (JSON.parse(row['receipt'] as string) as Receipt);
  }

  listen(changed: () => void): (() => void) | undefined {
    return this.#database.listen(changed);
  }

  async owned(key: number, what: 'content' | 'numbers' = 'content'): Promise<readonly string[]> {
    const chosen = what === 'content' ? 'facts IS NOT NULL' : 'generation = 0 AND retracted IS NULL';
    const rows = await this.#database.all(`SELECT id FROM transcript WHERE key = $1 AND ${chosen}`, key);
    return rows.map((row) => row['id'] as string);
  }

  async numberOf(transcript: string): Promise<number | undefined> {
    const [row] = await this.#database.all('SELECT no FROM transcript WHERE id = $1 AND head IS NOT NULL', transcript);
    return row?.['no'] as number | undefined;
  }

  async overdue(project: number, before: number): Promise<readonly string[]> {
    const rows = await this.#database.all(
      'SELECT id FROM transcript WHERE project = $1 AND received < $2 AND retracted IS NULL',
      project,
      before,
    );
    return rows.map((row) => row['id'] as string);
  }

  async rows(after: number): Promise<readonly StoredRow[]> {
    const rows = await this.#database.all(
      'SELECT no, key, project, change, facts FROM transcript WHERE change > $1 ORDER BY change',
      after,
    );
    return rows.map((row) => ({
      no: row['no'] as number,
      key: row['key'] as number,
      project: row['project'] as number,
      change: row['change'] as number,
      row: row['facts'] === null ? null : (JSON.parse(row['facts'] as string) as SessionRow),
    }));
  }

  async open(no: number): Promise<StoredSession | undefined> {
    const [row] = await this.#database.all(
      'SELECT head, places, generation, change FROM transcript WHERE no = $1 AND head IS NOT NULL',
      no,
    );
    if (!row) return undefined;
    const segments = await this.#database.all(
      'SELECT no, hash, facts FROM segment WHERE transcript = $1 ORDER BY position',
      no,
    );
    return {
      no,
      head: unpackJson<TranscriptHeader>(row['head'] as Uint8Array),
      generation: row['generation'] as number,
      places: unpackJson<Places>(row['places'] as Uint8Array),
      change: row['change'] as number,
      segments: segments.map((segment) => ({
        no: segment['no'] as number,
        hash: segment['hash'] as string,
        events: unpackJson<SegmentFacts>(segment['facts'] as Uint8Array).events,
      })),
    };
  }

  async places(nos: readonly number[]) {
    const rows = await this.#listed('SELECT no, change, places FROM transcript WHERE places IS NOT NULL AND no', nos);
    return new Map(
      rows.map((row) => {
        const { ids } = unpackJson<Places>(row['places'] as Uint8Array);
        return [row['no'] as number, { ids, change: row['change'] as number }];
      }),
    );
  }

  async bodies(segments: readonly number[]): Promise<ReadonlyMap<number, Uint8Array>> {
    const rows = await this.#listed('SELECT no, body, object, start, length FROM segment WHERE no', segments);
    const inside = rows.filter(({ object }) => object === null);
    const elsewhere = rows.filter(({ object }) => object !== null);
    if (elsewhere.length > 0 && !this.#packs) {
      throw new Failure('hub-unusable', 'Bodies of this hub lie in a bucket that was not named.', {
        remedy: 'Start it with the --bodies that it was filled with.',
      });
    }
    const found = (await this.#packs?.read(elsewhere)) ?? new Map<number, Uint8Array>();
    for (const row of inside) found.set(row['no'] as number, row['body'] as Uint8Array);
    return found;
  }

  async tallies(nos: readonly number[]): Promise<ReadonlyMap<number, SessionTally>> {
    const rows = await this.#listed('SELECT no, tally FROM transcript WHERE tally IS NOT NULL AND no', nos);
    return new Map(rows.map((row) => [row['no'] as number, unpackJson<SessionTally>(row['tally'] as Uint8Array)]));
  }

  async candidates(wanted: readonly WantedWords[], sight: Sight, limit: number) {
    const found = await findSegments(this.#database, wanted, sightOf(sight, 2), limit);
    return { found: found.slice(0, limit).map(toCandidate), more: found.length > limit };
  }

  async candidatesIn(wanted: readonly WantedWords[], transcripts: readonly number[]): Promise<readonly Candidate[]> {
    const found: Candidate[] = [];
    for (const piece of inPieces(transcripts)) {
      const where = { sql: `s.transcript IN (${numbered(2, piece.length)})`, parameters: piece };
      found.push(...(await this.#database.segments.find(this.#database, { wanted }, where, ALL)).map(toCandidate));
    }
    return found;
  }

  async state() {
    const rows = await this.#database.all('SELECT name, value FROM counter');
    const value = (name: string) => (rows.find((row) => row['name'] === name)?.['value'] as number | undefined) ?? 0;
    return { change: value('change'), removals: value('removals') };
  }

  async told(no: number): Promise<ToldRow | undefined> {
    const [row] = await this.#database.all('SELECT place, tellings FROM told WHERE transcript = $1', no);
    return row && { place: row['place'] as string, tellings: unpackJson(row['tellings'] as Uint8Array) };
  }

  async keepTold(no: number, before: string | null, { place, tellings }: ToldRow): Promise<void> {
    const packed = packJson(tellings);
    await (before === null
      ? this.#database.run(
          `INSERT INTO told (transcript, place, tellings) SELECT no, $2, $3 FROM transcript WHERE no = $1 AND head IS NOT NULL
           ON CONFLICT (transcript) DO NOTHING`,
          no,
          place,
          packed,
        )
      : this.#database.run(
          'UPDATE told SET place = $2, tellings = $3 WHERE transcript = $1 AND place = $4',
          no,
          place,
          packed,
          before,
        ));
  }

  async noteRead(transcript: number, key: number, day: number): Promise<boolean> {
    const [row] = await this.#database.all(
      `INSERT INTO content_read (transcript, key, day, reads) VALUES ($1, $2, $3, 1)
       ON CONFLICT (transcript, key, day) DO UPDATE SET reads = content_read.reads + 1 RETURNING reads`,
      transcript,
      key,
      day,
    );
    return row?.['reads'] === 1;
  }

  async readsOf(key: number): Promise<readonly ReadRow[]> {
    const rows = await this.#database.all(
      `SELECT t.id, k.key_id, k.role, r.day, r.reads FROM content_read r JOIN transcript t ON t.no = r.transcript
       JOIN access_key k ON k.no = r.key WHERE t.key = $1 ORDER BY r.day DESC, t.id, k.key_id`,
      key,
    );
    return rows.map((row) => ({
      transcript: row['id'] as string,
      keyId: row['key_id'] as string,
      role: row['role'] as Role,
      day: row['day'] as number,
      reads: row['reads'] as number,
    }));
  }

  async brought(key: number, since: number) {
    const [row] = await this.#database.all(
      'SELECT count(*) AS documents, sum(bytes) AS bytes FROM transcript WHERE key = $1 AND received >= $2',
      key,
      since,
    );
    return { documents: Number(row?.['documents'] ?? 0), bytes: Number(row?.['bytes'] ?? 0) };
  }

  async tend(now: number): Promise<void> {
    await this.#database.run('DELETE FROM staged WHERE received < $1', now - STAGED_MS);
    await this.#database.run('DELETE FROM invite WHERE expires < $1', now);
    await this.#database.run('DELETE FROM browser WHERE expires < $1', now);
    await this.#packs?.tend(now);
    await this.#database.tend();
    const { removals } = await this.state();
    const [settled] = await this.#database.all("SELECT value FROM counter WHERE name = 'settled'");
    if (settled?.['value'] === removals) return;
    await this.#database.settle();
    await this.#database.run("UPDATE counter SET value = $1 WHERE name = 'settled' AND value < $1", removals);
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  async #listed(sql: string, numbers: readonly number[]): Promise<Row[]> {
    const found: Row[] = [];
    for (const piece of inPieces(numbers)) {
      found.push(...(await this.#database.all(`${sql} IN (${numbered(1, piece.length)})`, ...piece)));
    }
    return found;
  }
}

/** A condition on `t` for the sessions that somebody may see, with parameters from a number on. */
function sightOf(sight: Sight, from: number): { sql: string; parameters: Value[] } {
  if (sight.all) return { sql: 'true', parameters: [] };
  const { key, projects, transcripts = [] } = sight;
  const parts = [`t.key = $${from}`];
  if (projects.length > 0) parts.push(`t.project IN (${numbered(from + 1, projects.length)})`);
  if (transcripts.length > 0) parts.push(`t.no IN (${numbered(from + 1 + projects.length, transcripts.length)})`);
  return { sql: `(${parts.join(' OR ')})`, parameters: [key ?? -1, ...projects, ...transcripts] };
}

const toCandidate = (row: Row): Candidate => ({
  segment: row['no'] as number,
  transcript: row['transcript'] as number,
});
