/** After a retraction no word of a session is left: in the bytes of a folder, in a dump of a database, or in a bucket. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Event, Transcript } from '@hansard/core';
import { cutSegments } from '@hansard/core/segments/cut-segments.ts';
import { describe, expect, it } from 'vitest';
import { S3Bodies } from '../bodies/s3-bodies.ts';
import { sha256 } from '../digest.ts';
import { openPostgres } from '../store/postgres/open-postgres.ts';
import { SqlHubStore } from '../store/sql-hub-store.ts';
import { PostgresServer, postgresPlaces } from '../testing/postgres-server.ts';
import { TestHub } from '../testing/running-hub.ts';
import { hasS3, S3Server } from '../testing/s3-server.ts';
import { redacted, uuidOf } from '../testing/samples.ts';

const WORDS = ['zwergpelikan', 'quastenflosser', 'grottenolm', 'seegurkenkoch'];

const document = (name: string, generation: number): Transcript => {
  const [first, second, third, path] = WORDS;
  const events: Partial<Event>[] = [
    { id: `${name}-1`, type: 'user_message', role: 'user', text: `${first} ${generation === 1 ? second : 'now'}` },
    { id: `${name}-2`, type: 'assistant_message', role: 'assistant', text: `${third} said` },
    { id: `${name}-3`, type: 'tool_call', tool: { name: 'Edit', input: { file_path: `/src/${path}.ts` } } },
  ];
  return redacted(name, events, { generation });
};

/** Sends a session twice, the second time as it was changed and in segments, reads and searches it, and takes it back. */
async function sendAndRetract(hub: TestHub): Promise<{ bodies: Buffer[] }> {
  const key = await hub.key('submitter');
  const reader = await hub.key('reader');
  await hub.send(key, document('kept', 1));
  const other = { ...document('kept', 1), transcriptId: uuidOf('gone') };
  const gone = { ...other, session: { ...other.session, title: 'quastenflosser title' } };
  expect((await hub.send(key, gone)).status).toBe(201);
  const { events, ...head } = { ...document('gone', 2), transcriptId: uuidOf('gone') };
  const segments = cutSegments(events, sha256);
  for (const { hash, text } of segments) {
    await hub.ask(key, `/v1/segments/${hash}?profile=team`, { method: 'PUT', body: Buffer.from(text) });
  }
  const manifest = { head, segments: segments.map(({ hash }) => hash) };
  expect((await hub.send(key, manifest)).json.outcome).toBe('replaced');
  for (const path of ['/events', '/universal', '']) await hub.ask(reader, `/v1/sessions/${uuidOf('gone')}${path}`);
  expect((await hub.ask(reader, `/v1/search?q=${WORDS[0]}`)).json.sessions).toHaveLength(2);
  const nos = await Promise.all((await hub.store.rows(0)).map(({ no }) => hub.store.open(no)));
  const bodies = await hub.store.bodies(nos.flatMap((session) => session?.segments.map(({ no }) => no) ?? []));
  for (const name of ['gone', 'kept']) {
    const done = await hub.ask(key, `/v1/transcripts/${uuidOf(name)}`, { method: 'DELETE' });
    expect([done.status, done.json?.inBackupsUntil?.length]).toEqual([200, 10]);
  }
  expect(hub.reported).toEqual([]);
  return { bodies: [...bodies.values()].map((body) => Buffer.from(body).subarray(0, 60)) };
}

const left = (bytes: Buffer, bodies: readonly Buffer[]): string[] => [
  ...WORDS.filter((word) => bytes.includes(word)),
  ...bodies.filter((body) => bytes.includes(body)).map(() => 'a body'),
];

it('leaves nothing in the files of a folder', async () => {
  const hub = await TestHub.open();
  const bytes = () => Buffer.concat(readdirSync(hub.folder).map((name) => readFileSync(join(hub.folder, name))));
  const { bodies } = await sendAndRetract(hub);
  expect(left(bytes(), bodies)).toEqual([]);
  await hub.close();
});

const [place] = postgresPlaces();

describe.skipIf(!place || !hasS3)('on PostgreSQL, with bodies in S3', () => {
  it.each([true, false])('leaves nothing in a dump or in the bucket: bucket %s', async (isBucket) => {
    const server = await PostgresServer.start(place as NonNullable<typeof place>);
    const s3 = await S3Server.start();
    const url = await server.database();
    const store = new SqlHubStore(await openPostgres(url, () => {}), isBucket ? new S3Bodies(s3.place) : undefined);
    const hub = await TestHub.open(store);
    const { bodies } = await sendAndRetract(hub);
    const dump = Buffer.concat([await rowsOf(server, url), dumpOf(url)]);
    const hex = bodies.filter((body) => dump.includes(body.toString('hex')));
    expect([left(dump, bodies), hex, left(s3.bytes(), bodies)]).toEqual([[], [], []]);
    if (isBucket) expect(s3.objects()).toEqual([]);
    await hub.close();
    await s3.stop();
    await server.stop();
  });
});

/** Every row of every table as text. */
async function rowsOf(server: PostgresServer, url: string): Promise<Buffer> {
  const tables = await server.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'", url);
  const texts: string[] = [];
  for (const { tablename } of tables) {
    texts.push(...(await server.query(`SELECT t::text AS row FROM ${tablename} t`, url)).map(({ row }) => row));
  }
  expect(texts.length).toBeGreaterThan(5);
  return Buffer.from(texts.join('\n'));
}

/** As PostgreSQL's own program writes it, where it is installed. */
function dumpOf(url: string): Buffer {
  const folder = place && 'folder' in place ? place.folder : undefined;
  const program = folder === undefined ? '' : join(folder, 'bin', 'pg_dump');
  return existsSync(program) ? execFileSync(program, [url]) : Buffer.alloc(0);
}
