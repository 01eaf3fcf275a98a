/**
 * A hub in PostgreSQL, for several processes on one database. Steps of the schema are made under a lock, by whichever comes
 * first. A connection that is cut costs the statement that ran on it, and nothing else.
 */
import { Failure } from '@hansard/core';
import pg from 'pg';
import type { Database, Queries, Row, SegmentIndex, Value } from '../database.ts';
import { isCut, troubleOf } from '../trouble.ts';
import { Listening } from './listening.ts';
import { Merging } from './merging.ts';
import { postgresSegments } from './postgres-segments.ts';
import { POSTGRES_STEPS } from './schema.ts';

const INT8 = 20;
const NUMERIC = 1700;
/** Any number that nobody else uses for a lock. */
const STEPS_LOCK = 7_430_001;
const CONNECTIONS = 10;
const CONNECT_MS = 10_000;
/** Serialization failure, deadlock. */
const LOST_A_RACE = new Set(['40001', '40P01']);
const TRIES = 5;
const PAUSE_MS = 50;

/** `isNew`: whether one may be begun where there is none. */
export async function openPostgres(url: string, report: (error: unknown) => void, isNew = true): Promise<Database> {
  const types = new pg.TypeOverrides();
  types.setTypeParser(INT8, Number);
  types.setTypeParser(NUMERIC, Number);
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'hansard-hub',
    types,
  });
  // Without a listener, a connection that is cut while it is idle ends the process.
  pool.on('error', report);
  // One that is cut in the moment in which it is handed out has no listener of the pool's: the statement tells of it.
  pool.on('connect', (client) => {
    client.on('error', () => {});
  });
  try {
    if (!isNew) await checkThere(pool);
    await migrate(pool);
    return new PostgresDatabase(pool, url, report);
  } catch (cause) {
    await pool.end();
    if (cause instanceof Failure) throw cause;
    throw new Failure('hub-unusable', `The database cannot be used: ${(cause as Error).message}`, { cause });
  }
}

async function checkThere(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query("SELECT to_regclass('schema_version') AS known");
  if (rows[0]?.known) return;
  throw new Failure('hub-unusable', 'There is no hub in this database.', {
    remedy: 'Check the address that --database gives; `hansard hub serve --database URL` begins one.',
  });
}

async function migrate(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock($1)', [STEPS_LOCK]);
    await client.query('CREATE TABLE IF NOT EXISTS schema_version (version int NOT NULL)');
    const { rows } = await client.query('SELECT version FROM schema_version');
    const version = (rows[0]?.version as number | undefined) ?? 0;
    if (version > POSTGRES_STEPS.length) {
      throw new Failure('hub-unusable', 'The database was written by a newer version of the program.', {
        remedy: 'Update Hansard; nothing was changed.',
      });
    }
    for (const step of POSTGRES_STEPS.slice(version)) await client.query(step);
    if (version === 0) await client.query('INSERT INTO schema_version VALUES ($1)', [POSTGRES_STEPS.length]);
    else await client.query('UPDATE schema_version SET version = $1', [POSTGRES_STEPS.length]);
    await client.query('COMMIT');
    client.release();
  } catch (error) {
    // Closed and not given back: whatever it was doing is undone.
    client.release(true);
    throw error;
  }
}

type Client = Pick<pg.Pool, 'query'>;

/** Again, as long as it is worth it; what passes by itself is told as such. */
async function tried<T>(work: () => Promise<T>, isWorthIt: (error: Error & { code?: string }) => boolean): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries >= TRIES || !isWorthIt(error as Error)) throw troubleOf(error);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * tries));
    }
  }
}

/** Statements that are sent often are planned once for each connection: names of those, as many as there are by hand. */
const names = new Map<string, string>();
const MOST_NAMES = 200;

/** What is found by words is planned each time: a plan that fits all words fits none. */
function nameOf(sql: string): string | undefined {
  if (sql.includes('@@')) return undefined;
  const known = names.get(sql);
  if (known !== undefined || names.size >= MOST_NAMES) return known;
  const name = `hub_${names.size}`;
  names.set(sql, name);
  return name;
}

class ClientQueries implements Queries {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  async all(sql: string, ...parameters: Value[]): Promise<Row[]> {
    return (await this.#send(sql, parameters)).rows as Row[];
  }

  async run(sql: string, ...parameters: Value[]): Promise<number> {
    return (await this.#send(sql, parameters)).rowCount ?? 0;
  }

  #send(text: string, values: Value[]) {
    const name = nameOf(text);
    return this.#client.query(name === undefined ? { text, values } : { name, text, values });
  }
}

class PostgresDatabase implements Database {
  readonly segments: SegmentIndex;
  readonly lock = ' FOR UPDATE OF t';
  readonly #pool: pg.Pool;
  readonly #queries: Queries;
  readonly #merging: Merging;
  readonly #listening: Listening;

  constructor(pool: pg.Pool, url: string, report: (error: unknown) => void) {
    this.#pool = pool;
    this.#queries = new ClientQueries(pool);
    this.#merging = new Merging(() => this.#merge(), report);
    this.#listening = new Listening(url);
    this.segments = postgresSegments(
      (added) => this.#merging.added(added),
      () => this.#merging.searched(),
    );
  }

  listen(changed: () => void): () => void {
    return this.#listening.add(changed);
  }

  /** A question can be asked again. */
  all(sql: string, ...parameters: Value[]): Promise<Row[]> {
    const mayRepeat = /^\s*(SELECT|WITH)\b/.test(sql);
    return tried(
      () => this.#queries.all(sql, ...parameters),
      (error) => mayRepeat && isCut(error),
    );
  }

  run(sql: string, ...parameters: Value[]): Promise<number> {
    return tried(
      () => this.#queries.run(sql, ...parameters),
      () => false,
    );
  }

  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    let isEnding = false;
    const once = () => {
      isEnding = false;
      return this.#once(work, () => {
        isEnding = true;
      });
    };
    // When the connection is cut at the end, nobody knows whether it happened: whoever asked finds out.
    return tried(once, (error) => LOST_A_RACE.has(error.code ?? '') || (!isEnding && isCut(error)));
  }

  async #once<T>(work: (queries: Queries) => Promise<T>, ending: () => void): Promise<T> {
    const client = await this.#pool.connect();
    try {
      await client.query('BEGIN');
      const result = await work(new ClientQueries(client));
      ending();
      await client.query('COMMIT');
      client.release();
      return result;
    } catch (error) {
      // One that is cut is closed, and not given back.
      const isLost = await client.query('ROLLBACK').then(
        () => false,
        () => true,
      );
      client.release(isLost);
      throw error;
    }
  }

  tend(): Promise<void> {
    return this.#merge();
  }

  async #merge(): Promise<void> {
    await this.#pool.query("SELECT gin_clean_pending_list('segment_words')");
  }

  async settle(): Promise<void> {
    for (const table of ['segment', 'transcript', 'staged', 'told', 'sum']) await this.#pool.query(`VACUUM ${table}`);
  }

  async tables(): Promise<readonly string[]> {
    throw new Failure('bad-argument', 'A hub is moved from SQLite to PostgreSQL, and not the other way.');
  }

  async numberOn(queries: Queries, tables: readonly string[]): Promise<void> {
    for (const table of tables) {
      const [column] = await queries.all(
        `SELECT 1 FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = $1
         AND column_name = 'no' AND is_identity = 'YES'`,
        table,
      );
      if (!column) continue;
      await queries.all(
        `SELECT setval(pg_get_serial_sequence('${table}', 'no'), (SELECT coalesce(max(no), 0) + 1 FROM ${table}), false)`,
      );
    }
  }

  async retire(): Promise<void> {
    throw new Failure('bad-argument', 'A hub is moved from SQLite to PostgreSQL, and not the other way.');
  }

  async close(): Promise<void> {
    await this.#listening.close();
    await this.#merging.close();
    await this.#pool.end();
  }
}
