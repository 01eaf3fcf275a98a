/** Opens the place where a hub keeps things: a folder or a database elsewhere, and a bucket for bodies if there is one. */
import { Failure } from '@hansard/core';
import type { Bodies } from './bodies/contract.ts';
import type { S3Place } from './bodies/s3-bodies.ts';
import type { HubStore } from './store/contract.ts';
import type { Database } from './store/database.ts';
import { type Moved, moveHub } from './store/move.ts';
import { SqlHubStore } from './store/sql-hub-store.ts';

export type HubPlace = ({ readonly data: string } | { readonly database: string }) & {
  /** Where bodies are kept, if not in the database. */
  readonly bodies?: S3Place | undefined;
  /** Whether a hub may be begun where there is none; it may without it. */
  readonly isNew?: boolean | undefined;
};

export async function openHubStore(place: HubPlace, report: (error: unknown) => void): Promise<HubStore> {
  if (!place.bodies) return new SqlHubStore(await openDatabase(place, report));
  const bodies = await openBodies(place.bodies);
  return new SqlHubStore(await openDatabase(place, report), bodies);
}

async function openBodies(place: S3Place): Promise<Bodies> {
  const { S3Bodies } = await import('./bodies/s3-bodies.ts');
  const bodies = new S3Bodies(place);
  await bodies.check();
  return bodies;
}

/** From a folder to a database that is empty. */
export async function moveHubTo(
  place: HubPlace,
  database: string,
  report: (error: unknown) => void,
  progress: (table: string, rows: number) => void,
): Promise<Moved> {
  if (!('data' in place)) throw new Failure('bad-argument', 'A hub is moved from a folder: name it with --data.');
  const bodies = place.bodies && (await openBodies(place.bodies));
  const from = await openDatabase({ ...place, isNew: false }, report);
  try {
    const to = await openDatabase({ database }, report);
    try {
      return await moveHub({ from, to, bodies, progress });
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}

export async function openDatabase(place: HubPlace, report: (error: unknown) => void): Promise<Database> {
  if ('data' in place) {
    const { openSqlite } = await import('./store/sqlite/open-sqlite.ts');
    return openSqlite(place.data, place.isNew);
  }
  if (!/^postgres(ql)?:\/\//.test(place.database)) {
    throw new Failure('bad-argument', 'The database is given as postgres://USER:PASSWORD@HOST/NAME.');
  }
  const { openPostgres } = await import('./store/postgres/open-postgres.ts');
  return openPostgres(place.database, report, place.isNew);
}
