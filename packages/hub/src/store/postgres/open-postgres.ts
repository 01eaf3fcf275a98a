/**
 * A hub in PostgreSQL, for several processes on one database. Steps of the schema are made under a lock, by whichever comes
 * first. A connection that is cut costs the statement that ran on it, and nothing else.
 */
import { Failure } from '@hansard/core';
import pg from 'pg';
import type { Database, Queries, Row, Value } from '../database.ts';
import { postgresWords } from './postgres-words.ts';
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

export async function openPostgres(url: string, report: (error: unknown) => void): Promise<Database> {
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
  try {
    await migrate(pool);
    return new PostgresDatabase(pool);
  } catch (cause) {
    await pool.end();
    if (cause instanceof Failure) throw cause;
    throw new Failure('hub-unusable', `The database cannot be used: ${(cause as Error).message}`, { cause });
  }
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

class ClientQueries implements Queries {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  async all(sql: string, ...parameters: Value[]): Promise<Row[]> {
    return (await this.#client.query(sql, parameters)).rows as Row[];
  }

  async run(sql: string, ...parameters: Value[]): Promise<number> {
    return (await this.#client.query(sql, parameters)).rowCount ?? 0;
  }
}

class PostgresDatabase extends ClientQueries implements Database {
  readonly words = postgresWords;
  readonly lock = ' FOR UPDATE';
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    super(pool);
    this.#pool = pool;
  }

  async transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    for (let tried = 1; ; tried++) {
      try {
        return await this.#once(work);
      } catch (error) {
        if (tried >= TRIES || !LOST_A_RACE.has((error as { code?: string }).code ?? '')) throw error;
      }
    }
  }

  async #once<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    // Told of a cut by the statement that runs; the event alone would end the process.
    const ignore = () => {};
    client.on('error', ignore);
    try {
      await client.query('BEGIN');
      const result = await work(new ClientQueries(client));
      await client.query('COMMIT');
      client.off('error', ignore);
      client.release();
      return result;
    } catch (error) {
      await client.query('ROLLBACK').then(
        () => client.release(),
        () => client.release(true),
      );
      client.off('error', ignore);
      throw error;
    }
  }

  async settle(): Promise<void> {
    await this.#pool.query("SELECT gin_clean_pending_list('segment_words')");
    for (const table of ['segment', 'transcript', 'staged', 'told', 'sum']) await this.#pool.query(`VACUUM ${table}`);
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}
