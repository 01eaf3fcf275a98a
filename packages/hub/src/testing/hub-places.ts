/** Runs tests of a hub on SQLite, and on PostgreSQL where there is one. */
import { afterAll, beforeAll, describe } from 'vitest';
import type { HubStore } from '../store/contract.ts';
import { openPostgres } from '../store/postgres/open-postgres.ts';
import { SqlHubStore } from '../store/sql-hub-store.ts';
import { PostgresServer, postgresPlaces } from './postgres-server.ts';
import { type HubSettings, TestHub } from './running-hub.ts';

export type OpenHub = (settings?: HubSettings) => Promise<TestHub>;

export function onEveryPlace(name: string, tests: (open: OpenHub) => void): void {
  describe(`${name}, on SQLite`, () => tests((settings) => TestHub.open(undefined, settings)));
  const place = postgresPlaces().at(-1);
  describe.skipIf(!place)(`${name}, on PostgreSQL`, () => {
    let server: PostgresServer;
    beforeAll(async () => {
      server = await PostgresServer.start(place as NonNullable<typeof place>);
    });
    afterAll(() => server?.stop());
    const store = async (): Promise<HubStore> => new SqlHubStore(await openPostgres(await server.database(), () => {}));
    tests(async (settings) => TestHub.open(await store(), settings));
  });
}
