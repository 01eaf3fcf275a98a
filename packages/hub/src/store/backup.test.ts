/**
 * Backups as docs/hub.md has them: made while a hub runs and takes more, restored elsewhere. What was accepted before is
 * there, found and passes an audit; the log goes on from what was seen.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { loadSqlite } from '@hansard/archive/host/sqlite-module.ts';
import type { Transcript } from '@hansard/core';
import { afterAll, describe, expect, it } from 'vitest';
import { audit } from '../client/audit.ts';
import { HubClient } from '../client/hub-client.ts';
import { PostgresServer, postgresPlaces } from '../testing/postgres-server.ts';
import { TestHub } from '../testing/running-hub.ts';
import { messages, redacted, uuidOf } from '../testing/samples.ts';
import type { HubStore } from './contract.ts';
import { openPostgres } from './postgres/open-postgres.ts';
import { SqlHubStore } from './sql-hub-store.ts';
import { openSqlite } from './sqlite/open-sqlite.ts';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'hansard-hub-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** `copy` makes a backup of a hub that runs; `restored` opens what comes out of it. */
async function tried(store: HubStore, copy: () => Promise<void>, restored: () => Promise<HubStore>): Promise<void> {
  const hub = await TestHub.open(store);
  const key = await hub.key('submitter');
  for (const name of ['a', 'b']) await hub.send(key, redacted(name, messages(`pelican ${name}`, 'two')));
  const before = new HubClient({ url: hub.running.url, key });
  const { publicKey } = await before.me();
  const seen = (await before.receipt(uuidOf('b'))).checkpoint;
  const later = Array.from({ length: 6 }, (_, n) => hub.send(key, redacted(`later-${n}`, messages('more', 'two'))));
  await copy();
  expect((await Promise.all(later)).map(({ status }) => status)).toEqual(Array(6).fill(201));
  await hub.close();

  const again = await TestHub.open(await restored());
  const client = new HubClient({ url: again.running.url, key });
  for (const name of ['a', 'b']) {
    const document = (await client.transcript(uuidOf(name))) as unknown as Transcript;
    const proof = await client.receipt(uuidOf(name));
    const { proof: going } = await client.consistency(seen.size);
    const checks = audit(document, proof, publicKey, { size: seen.size, root: seen.root, proof: going });
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
    expect(checks.map(({ check }) => check)).toContain('history');
  }
  expect((await again.ask(key, '/v1/search?q=pelican')).json.sessions).toHaveLength(2);
  // What the backup does not have is taken again, and what it has is known.
  expect((await again.send(key, redacted('a', messages('pelican a', 'two')))).status).toBe(200);
  const statuses = [];
  for (let n = 0; n < 6; n++) {
    statuses.push((await again.send(key, redacted(`later-${n}`, messages('more', 'two')))).status);
  }
  expect(statuses.every((status) => status === 200 || status === 201)).toBe(true);
  expect(await again.store.log.size()).toBe(8);
  await again.close();
}

it('of a folder, by VACUUM INTO while the hub runs', async () => {
  const [from, to] = [join(folder, 'from'), join(folder, 'to')];
  const store = new SqlHubStore(await openSqlite(from));
  const copy = async () => {
    const Sqlite = (await loadSqlite()) as NonNullable<Awaited<ReturnType<typeof loadSqlite>>>;
    // Made so that the folder and its mode are those of a hub.
    await (await openSqlite(to)).close();
    rmSync(join(to, 'hub.db'));
    const connection = new Sqlite(join(from, 'hub.db'));
    connection.exec(`VACUUM INTO '${join(to, 'hub.db').replaceAll("'", "''")}'`);
    connection.close();
  };
  await tried(store, copy, async () => new SqlHubStore(await openSqlite(to, false)));
});

/** Those from npm have no pg_dump. */
const place = postgresPlaces().find((one) => one.folder && existsSync(join(one.folder, 'bin', 'pg_dump')));

describe.skipIf(!place)('of PostgreSQL', () => {
  it('by pg_dump and pg_restore', async () => {
    const bin = join(place?.folder as string, 'bin');
    const server = await PostgresServer.start(place as NonNullable<typeof place>);
    try {
      const [from, to] = [await server.database(), await server.database()];
      const file = join(folder, 'hub.dump');
      const copy = async () => {
        await run(join(bin, 'pg_dump'), ['-Fc', '-Z0', '--no-owner', `--file=${file}`, from]);
      };
      const restored = async () => {
        await run(join(bin, 'pg_restore'), ['--no-owner', '--exit-on-error', `--dbname=${to}`, file]);
        return new SqlHubStore(await openPostgres(to, () => {}, false));
      };
      await tried(new SqlHubStore(await openPostgres(from, () => {})), copy, restored);
    } finally {
      await server.stop();
    }
  });
});
