/** Processes on one PostgreSQL hear of what the others have logged, also after their connection was cut. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PostgresServer, postgresPlaces } from '../../testing/postgres-server.ts';
import { AT } from '../../testing/samples.ts';
import type { HubStore } from '../contract.ts';
import { SqlHubStore } from '../sql-hub-store.ts';
import { openPostgres } from './open-postgres.ts';

const [place] = postgresPlaces();

describe.skipIf(!place)('a hub on PostgreSQL', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await PostgresServer.start(place as NonNullable<typeof place>);
  });
  afterAll(() => server.stop());
  const open = async (url: string) => new SqlHubStore(await openPostgres(url, () => {}));
  const log = (store: HubStore) => store.log.append(AT, () => ({ kind: 'policy', data: '{}' }));

  it('hears of what another process has logged, and finds it from its place on', async () => {
    const url = await server.database();
    const [one, other] = [await open(url), await open(url)];
    const heard = new Heard();
    const end = one.listen(heard.call);
    await heard.next();
    const before = (await one.state()).change;
    const next = heard.next();
    await log(other);
    await next;
    expect((await one.log.leaves(before, 10)).length).toBe(1);
    end?.();
    await one.close();
    await other.close();
  });

  it('is called when its connection is there again, for what it has missed', async () => {
    const url = await server.database();
    const store = await open(url);
    const heard = new Heard();
    store.listen(heard.call);
    await heard.next();
    const again = heard.next();
    await server.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'hansard-hub-listening' AND datname = current_database()",
      url,
    );
    await again;
    const next = heard.next();
    await log(store);
    await next;
    await store.close();
  });
});

class Heard {
  #waiting: (() => void) | undefined;
  readonly call = () => this.#waiting?.();
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting = resolve;
    });
  }
}
