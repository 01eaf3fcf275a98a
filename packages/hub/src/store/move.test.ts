/** A hub is moved from SQLite to PostgreSQL byte for byte, and goes on there. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseQuery } from '@hansard/core/query/parse-query.ts';
import { wantedWords } from '@hansard/core/segments/segment-words.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyOf, makeInvite, makeKey, redeemInvite } from '../keys/make-key.ts';
import { moveHubTo } from '../open-store.ts';
import { PostgresServer, postgresPlaces } from '../testing/postgres-server.ts';
import { AT, fakeReceipt, generationOf, messages, redacted, uuidOf } from '../testing/samples.ts';
import type { Database, Row } from './database.ts';
import { openPostgres } from './postgres/open-postgres.ts';
import { SqlHubStore } from './sql-hub-store.ts';
import { openSqlite } from './sqlite/open-sqlite.ts';

const [place] = postgresPlaces();

describe.skipIf(!place)('moving a hub', () => {
  let server: PostgresServer;
  const folder = mkdtempSync(join(tmpdir(), 'hansard-hub-'));
  beforeAll(async () => {
    server = await PostgresServer.start(place as NonNullable<typeof place>);
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const plain = (rows: Row[]) =>
    rows
      .map((row) =>
        Object.entries(row)
          .filter(([name]) => name !== 'words' || row['body'] === undefined)
          .map(([name, value]) => [name, value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value])
          .sort(([a], [b]) => String(a).localeCompare(String(b))),
      )
      .map((row) => JSON.stringify(row))
      .sort();
  const all = async (database: Database, table: string) => plain(await database.all(`SELECT * FROM ${table}`));

  it('takes every row as it is, and leaves one that takes nothing any more', async () => {
    const source = new SqlHubStore(await openSqlite(folder));
    const { keyId, key: secret } = await makeKey(source, { role: 'submitter', project: 'web' }, AT);
    const key = (await source.keys.byId(keyId))?.no as number;
    const invite = await makeInvite(source, { role: 'reader' }, AT + 1000);
    const sent = (name: string, ...texts: string[]) => generationOf(redacted(name, messages(...texts)), 1);
    for (const [name, text] of [
      ['a', 'the pelican reads größe'],
      ['b', 'another one'],
      ['c', 'taken back'],
    ] as const) {
      await source.accept(key, sent(name, text, 'end'), fakeReceipt);
    }
    await source.retract(uuidOf('c'), key, AT, () => ({ kind: 'retract', data: '{}' }));
    for (const segment of sent('d', 'staged').given) await source.stage(key, segment, AT);

    const url = await server.database();
    const { tables } = await moveHubTo(
      { data: folder },
      url,
      () => {},
      () => {},
    );
    expect(tables).toMatchObject({ transcript: 3, segment: 2, log: 4, access_key: 1, staged: 1 });

    const [from, to] = [await openSqlite(folder), await openPostgres(url, () => {})];
    for (const table of Object.keys(tables)) expect(await all(to, table), table).toEqual(await all(from, table));
    const target = new SqlHubStore(to);
    const found = parseQuery('pelican größe', { now: 0, timezone: 'UTC' }).text.map((one) => wantedWords(one) ?? []);
    expect((await target.candidates(found, { all: true }, 10)).found).toHaveLength(1);
    expect(await keyOf(target, secret, AT)).toMatchObject({ keyId });
    expect(await redeemInvite(target, invite, AT)).toBeDefined();
    expect((await target.accept(key, { ...sent('d', 'staged'), given: [] }, fakeReceipt)).outcome).toBe('created');
    expect((await target.accept(key, sent('c', 'taken back'), fakeReceipt)).outcome).toBe('retracted');
    expect((await target.log.leaves(0, 10)).map(({ index }) => index)).toEqual([0, 1, 2, 3, 4]);

    await expect(source.accept(key, sent('e', 'late'), fakeReceipt)).rejects.toMatchObject({ code: 'hub-busy' });
    await expect(
      moveHubTo(
        { data: folder },
        url,
        () => {},
        () => {},
      ),
    ).rejects.toThrow('not empty');
    for (const store of [source, target]) await store.close();
    await from.close();
  });

  it('needs a hub to move', async () => {
    await expect(
      moveHubTo(
        { data: join(folder, 'typo') },
        server.url,
        () => {},
        () => {},
      ),
    ).rejects.toThrow('no hub in');
  });
});
