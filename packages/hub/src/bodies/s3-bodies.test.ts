/** Bodies in S3-compatible storage: a real server on loopback, also when it fails and is slow. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { unpack } from '../codec.ts';
import { makeKey } from '../keys/make-key.ts';
import { SqlHubStore } from '../store/sql-hub-store.ts';
import { openSqlite } from '../store/sqlite/open-sqlite.ts';
import { hubStoreContract } from '../testing/hub-store-contract.ts';
import { hasS3, S3Server } from '../testing/s3-server.ts';
import { AT, fakeReceipt, generationOf, messages, redacted, uuidOf } from '../testing/samples.ts';
import { S3Bodies, s3Place } from './s3-bodies.ts';

const HOUR = 3_600_000;
const folders: string[] = [];

describe.skipIf(!hasS3)('bodies in S3', () => {
  let s3: S3Server;
  beforeAll(async () => {
    s3 = await S3Server.start();
  });
  afterEach(() => {
    s3.trouble = () => 'none';
  });
  afterAll(async () => {
    await s3.stop();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });
  const bodies = () => new S3Bodies(s3.place, { tries: 3, pauseMs: 1, patienceMs: 300 });
  const open = async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hansard-hub-'));
    folders.push(folder);
    return new SqlHubStore(await openSqlite(folder), bodies());
  };
  const withKey = async () => {
    const store = await open();
    const { keyId } = await makeKey(store, { role: 'submitter' }, AT);
    const key = (await store.keys.byId(keyId))?.no as number;
    const accept = (name: string, texts: string[], generation = 1) =>
      store.accept(key, generationOf(redacted(name, messages(...texts), { generation }), 1), fakeReceipt);
    const texts = async () => {
      const [row] = await store.rows(0);
      const session = await store.open(row?.no as number);
      const found = await store.bodies(session?.segments.map(({ no }) => no) ?? []);
      return [...found.values()].map((body) => unpack(body)).join('');
    };
    return { store, key, accept, texts };
  };

  hubStoreContract('SQLite with bodies in S3', open);

  it('are one object for what one acceptance brings, read by range', async () => {
    const before = s3.objects().length;
    const { store, accept, texts } = await withKey();
    const long = Array.from({ length: 60 }, (_, i) => `${i} ${'some text of a message '.repeat(200)}`);
    expect((await accept('long', long)).outcome).toBe('created');
    expect(s3.objects()).toHaveLength(before + 1);
    expect(await texts()).toContain('59 some text');
    expect((await accept('long', long)).outcome).toBe('same');
    expect(s3.objects()).toHaveLength(before + 1);
    await store.close();
  });

  it('are tried again when it fails, and given up as a whole when it does not end', async () => {
    const { store, accept, texts } = await withKey();
    const from = s3.requests;
    s3.trouble = (number) => (number === from + 1 ? 'fail' : number === from + 2 ? 'cut' : 'none');
    expect((await accept('a', ['one'])).outcome).toBe('created');
    const objects = s3.objects().length;
    for (const trouble of ['fail', 'cut', 'slow'] as const) {
      s3.trouble = () => trouble;
      await expect(accept(`b-${trouble}`, ['two'])).rejects.toMatchObject({ code: 'hub-busy' });
      expect(await store.rows(1)).toEqual([]);
    }
    s3.trouble = () => 'none';
    expect((await accept('b-slow', ['two'])).outcome).toBe('created');
    expect(await texts()).toContain('one');
    await store.tend(AT + 2 * HOUR);
    expect(s3.objects()).toHaveLength(objects + 1);
    await store.close();
  });

  it('leave nothing of what was taken back, or is no longer named, in the bucket', async () => {
    const before = s3.objects().length;
    const { store, key, accept, texts } = await withKey();
    const long = Array.from({ length: 30 }, (_, i) => `${i} ${'some text of a message '.repeat(200)}`);
    await accept('kept', long);
    const changed = [...long.slice(0, 29), 'another end'];
    expect((await accept('kept', changed, 2)).outcome).toBe('replaced');
    const size = () => s3.bytes().length;
    const withOld = size();
    await store.tend(AT);
    expect(size()).toBeLessThan(withOld);
    expect(await texts()).toContain('another end');
    const eight = await Promise.all(Array.from({ length: 8 }, () => accept('eight', ['one', 'two'])));
    expect(eight.map(({ outcome }) => outcome).sort()[0]).toBe('created');
    await store.retract(uuidOf('kept'), key, AT, () => ({ kind: 'retract', data: '{}' }));
    await store.tend(AT + 2 * HOUR);
    expect(s3.objects()).toHaveLength(before + 1);
    await store.close();
  });

  it('are refused where there is no bucket, or the key is wrong', async () => {
    const other = new S3Bodies({ ...s3.place, bucket: 'nowhere' }, { tries: 1 });
    await expect(other.check()).rejects.toMatchObject({ code: 'hub-unusable' });
    const wrong = new S3Bodies({ ...s3.place, secretAccessKey: 'wrong' }, { tries: 1 });
    await expect(wrong.check()).rejects.toThrow();
    await expect(bodies().check()).resolves.toBeUndefined();
  });
});

it('are named by bucket and prefix, with credentials of the environment', () => {
  const env = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b', AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:9000' };
  expect(s3Place('s3://team-hub/packs', env)).toMatchObject({
    bucket: 'team-hub',
    prefix: 'packs/',
    endpoint: 'http://127.0.0.1:9000',
    region: 'us-east-1',
  });
  expect(() => s3Place('s3://team-hub', {})).toThrow('credentials');
  for (const bad of ['team-hub', 's3://', 's3://A', 'https://x/y', 's3://b/?x=1'])
    expect(() => s3Place(bad, env)).toThrow();
});
