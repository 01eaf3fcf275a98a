/** What a hub does when its database is full, or its connections are cut: it says so, loses nothing, and goes on. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PostgresServer, postgresPlaces } from '../testing/postgres-server.ts';
import { TestHub } from '../testing/running-hub.ts';
import { messages, redacted, uuidOf } from '../testing/samples.ts';
import { openPostgres } from './postgres/open-postgres.ts';
import { SqlHubStore } from './sql-hub-store.ts';
import { openSqlite } from './sqlite/open-sqlite.ts';

const folder = mkdtempSync(join(tmpdir(), 'hansard-hub-'));
const hubs: TestHub[] = [];
afterEach(async () => {
  for (const hub of hubs.splice(0)) await hub.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const opened = async (store: SqlHubStore): Promise<TestHub> => {
  const hub = await TestHub.open(store);
  hubs.push(hub);
  return hub;
};
/** Text that does not become smaller. */
const long = (name: string) => {
  const texts = Array.from({ length: 40 }, () =>
    Array.from({ length: 400 }, () => Math.random().toString(36)).join(' '),
  );
  return redacted(name, messages(...texts));
};

it('says that there is no space on SQLite, and takes it when there is', async () => {
  const hub = await opened(new SqlHubStore(await openSqlite(folder, true, 400)));
  const key = await hub.key('submitter');
  const statuses: number[] = [];
  const documents = Array.from({ length: 6 }, (_, i) => long(`full-${i}`));
  for (const document of documents) statuses.push((await hub.send(key, document)).status);
  expect(statuses[0]).toBe(201);
  expect(statuses.at(-1)).toBe(507);
  const taken = statuses.filter((status) => status === 201).length;
  const list = await hub.ask(key, '/v1/sessions');
  expect(list.json.total).toBe(taken);
  const roomy = await opened(new SqlHubStore(await openSqlite(folder)));
  const again = [];
  for (const document of documents) again.push((await roomy.send(key, document)).status);
  expect(again).toEqual(statuses.map((status) => (status === 201 ? 200 : 201)));
});

const [place] = postgresPlaces();

describe.skipIf(!place)('on PostgreSQL', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await PostgresServer.start(place as NonNullable<typeof place>);
  });
  afterAll(() => server.stop());
  const open = async (url: string) => opened(new SqlHubStore(await openPostgres(url, () => {})));

  it('begins once, however many processes start at the same time', async () => {
    const url = await server.database();
    const stores = await Promise.all(Array.from({ length: 6 }, () => openPostgres(url, () => {})));
    const rows = await Promise.all(stores.map((store) => store.all('SELECT name FROM project')));
    expect(rows.map((row) => row.length)).toEqual([1, 1, 1, 1, 1, 1]);
    for (const store of stores) await store.close();
  });

  it('says that there is no space, undoes all, and takes it when there is', async () => {
    const url = await server.database();
    const hub = await open(url);
    const key = await hub.key('submitter');
    await server.query(
      `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$;
       CREATE TRIGGER full_disk BEFORE INSERT ON log EXECUTE FUNCTION full_disk()`,
      url,
    );
    const document = redacted('full', messages('one'));
    const refused = await hub.send(key, document);
    expect([refused.status, refused.json.code]).toEqual([507, 'hub-full']);
    expect((await hub.ask(key, '/v1/sessions')).json.total).toBe(0);
    await server.query('DROP TRIGGER full_disk ON log', url);
    expect((await hub.send(key, document)).status).toBe(201);
  });

  it('outlives its connections, idle and at work', async () => {
    const url = await server.database();
    const hub = await open(url);
    const key = await hub.key('submitter');
    const cut = () =>
      server.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${new URL(url).pathname.slice(1)}'`,
      );
    const documents = Array.from({ length: 24 }, (_, i) => redacted(`cut-${i}`, messages(`text ${i}`, 'two')));
    let isSending = true;
    // On a busy machine, cutting without an end can be faster than anything that is sent.
    const cutting = (async () => {
      for (let times = 0; isSending && times < 60; times++) await cut();
    })();
    const statuses = await Promise.all(
      documents.map(async (document) => {
        for (;;) {
          const { status } = await hub.send(key, document);
          if (status !== 503) return status;
        }
      }),
    );
    isSending = false;
    await cutting;
    expect(statuses.every((status) => status === 201 || status === 200)).toBe(true);
    expect((await hub.ask(key, '/v1/sessions?limit=100')).json.total).toBe(24);
    expect(await hub.store.log.size()).toBe(24);
    expect((await hub.ask(key, `/v1/sessions/${uuidOf('cut-7')}`)).status).toBe(200);
  });

  it('says that the database is away, and goes on when it is back', async () => {
    const url = await server.database();
    const hub = await open(url);
    const key = await hub.key('submitter');
    const name = new URL(url).pathname.slice(1);
    await server.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await server.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
    const status = async (path: string) => (await fetch(`${hub.running.statusUrl}${path}`)).status;
    const away = await hub.send(key, redacted('away', messages('one')));
    expect([away.status, await status('/readyz'), await status('/livez')]).toEqual([503, 503, 200]);
    await server.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    expect((await hub.send(key, redacted('away', messages('one')))).status).toBe(201);
    expect(await status('/readyz')).toBe(200);
  });
});
