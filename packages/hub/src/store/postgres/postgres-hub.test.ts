/** A hub on PostgreSQL, the oldest that is supported and the newest, passes both suites: that of stores, and that of hubs. */
import { storeContract } from '@hansard/core/testing/store-contract/index.ts';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { hubStoreContract } from '../../testing/hub-store-contract.ts';
import { PostgresServer, postgresPlaces } from '../../testing/postgres-server.ts';
import { readingHarness } from '../../testing/reading-harness.ts';
import { SqlHubStore } from '../sql-hub-store.ts';
import { openPostgres } from './open-postgres.ts';

const places = postgresPlaces();

for (const place of places) {
  describe(place.name, () => {
    let server: PostgresServer;
    beforeAll(async () => {
      server = await PostgresServer.start(place);
    });
    afterAll(() => server.stop());
    const open = async () => new SqlHubStore(await openPostgres(await server.database(), () => {}));
    storeContract(`a hub on ${place.name}`, async () => readingHarness(await open()));
    hubStoreContract(place.name, open);
  });
}

it.skipIf(places.length > 0)('is tried where there is a PostgreSQL: see scripts/lib/hub-engines.mjs', () => {});
