/** Opens the place where a hub keeps things: a folder, or a database elsewhere. */
import { Failure } from '@hansard/core';
import type { HubStore } from './store/contract.ts';
import { SqlHubStore } from './store/sql-hub-store.ts';

export type HubPlace = { readonly data: string } | { readonly database: string };

export async function openHubStore(place: HubPlace, report: (error: unknown) => void): Promise<HubStore> {
  if ('data' in place) {
    const { openSqlite } = await import('./store/sqlite/open-sqlite.ts');
    return new SqlHubStore(await openSqlite(place.data));
  }
  if (!/^postgres(ql)?:\/\//.test(place.database)) {
    throw new Failure('bad-argument', 'The database is given as postgres://USER:PASSWORD@HOST/NAME.');
  }
  const { openPostgres } = await import('./store/postgres/open-postgres.ts');
  return new SqlHubStore(await openPostgres(place.database, report));
}
