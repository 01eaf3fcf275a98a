/**
 * Documents are sent to hubs while these are killed, their connections cut, their disk full and their bucket failing: none is
 * lost, none is there twice, and nothing stays behind. Small here; `node scripts/hub-faults.mjs 400` runs it large.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Transcript } from '@hansard/core';
import { cutSegments } from '@hansard/core/segments/cut-segments.ts';
import { S3Bodies } from '@hansard/hub/bodies/s3-bodies.ts';
import { HubClient } from '@hansard/hub/client';
import { sha256 } from '@hansard/hub/digest.ts';
import { openPostgres } from '@hansard/hub/store/postgres/open-postgres.ts';
import { SqlHubStore } from '@hansard/hub/store/sql-hub-store.ts';
import { openSqlite } from '@hansard/hub/store/sqlite/open-sqlite.ts';
import { PostgresServer, postgresPlaces } from '@hansard/hub/testing/postgres-server.ts';
import { hasS3, S3Server } from '@hansard/hub/testing/s3-server.ts';
import { messages, redacted } from '@hansard/hub/testing/samples.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BIN, buildCommand, TestHome } from '../testing/command.ts';

const DOCUMENTS = Number(process.env['HANSARD_FAULTS'] ?? 24);
const WRITERS = 8;
const KILLS = 3;
const PATIENCE = 600_000;
const home = new TestHome();

beforeAll(() => buildCommand());
afterAll(() => home.remove());

/** A hub of the real command, which can be killed and started again. */
class Process {
  url = '';
  #child: ChildProcess | undefined;
  readonly #args: readonly string[];
  readonly #env: Record<string, string>;

  constructor(args: readonly string[], env: Record<string, string>) {
    this.#args = args;
    this.#env = { ...home.env, ...env };
  }

  async start(): Promise<void> {
    const line = [BIN, 'hub', 'serve', ...this.#args, '--port', '0', '--json'];
    this.#child = spawn(process.execPath, line, { env: this.#env, cwd: home.path, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    this.#child.stderr?.on('data', (piece) => {
      said += piece;
    });
    for await (const text of createInterface({ input: this.#child.stdout as NodeJS.ReadableStream })) {
      this.url = JSON.parse(text).url;
      return;
    }
    throw new Error(`the hub does not start: ${said}`);
  }

  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const child = this.#child as ChildProcess;
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const gone = once(child, 'exit');
    child.kill(signal);
    const [code] = await gone;
    return code as number | null;
  }
}

const documentOf = (n: number): Transcript => {
  const length = 5 + ((n * 37) % 60);
  const texts = Array.from(
    { length },
    (_, i) => `document ${n} line ${i} ${`${sha256(`${n} ${i}`)} `.repeat(1 + (n % 9))}`,
  );
  return redacted(`fault-${n}`, messages(...texts));
};

/** As a whole, or by segments; again until it is there. */
async function send(hubs: readonly Process[], key: string, document: Transcript, n: number): Promise<string> {
  for (let tried = 0; ; tried++) {
    const client = new HubClient({ url: hubs[(n + tried) % hubs.length]?.url ?? '', key });
    try {
      if (n % 2 === 0)
        return (await client.document(JSON.stringify(document), document.transcriptId, undefined)).outcome;
      const { events, ...head } = document;
      const segments = cutSegments(events, sha256);
      const hashes = segments.map(({ hash }) => hash);
      const missing = await client.missing(head.transcriptId, hashes);
      for (const { hash, text } of segments) {
        if (missing.has(hash)) await client.segment(hash, text, 'team', undefined);
      }
      return (await client.manifest(head, hashes, head.transcriptId, undefined)).outcome;
    } catch (error) {
      if (tried > 200) throw error;
    }
  }
}

/** Sends all of them, and calls `disturb` with the share that was sent when another part is there. */
async function sendAll(hubs: readonly Process[], key: string, documents: readonly Transcript[], disturb: Disturb) {
  const outcomes: string[] = [];
  let next = 0;
  let disturbed = 0;
  const disturbing: Promise<void>[] = [];
  const write = async () => {
    for (let n = next++; n < documents.length; n = next++) {
      outcomes[n] = await send(hubs, key, documents[n] as Transcript, n);
      const part = Math.floor((outcomes.filter(Boolean).length * (KILLS + 1)) / documents.length);
      if (part > disturbed && part <= KILLS) disturbing.push(disturb(++disturbed));
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
  await Promise.all(disturbing);
  return { outcomes, disturbed };
}
type Disturb = (part: number) => Promise<void>;

async function allThere(url: string, key: string, documents: readonly Transcript[]): Promise<void> {
  const client = new HubClient({ url, key });
  for (const document of documents) expect(await client.transcript(document.transcriptId)).toEqual(document);
}

/** One leaf each, beside those of the keys that were made. */
async function checkLog(store: SqlHubStore, documents: readonly Transcript[]): Promise<void> {
  const ofSessions = (await store.log.leaves(0, 100_000)).filter(({ kind }) => kind !== 'key');
  const leaves = ofSessions.map(({ data }) => JSON.parse(data).transcriptId as string);
  expect(leaves.sort()).toEqual(documents.map(({ transcriptId }) => transcriptId).sort());
}

const keyFor = (args: readonly string[]): string =>
  JSON.parse(home.run(['hub', 'key', '--role', 'submitter', ...args, '--json']).out).key;

const documents = Array.from({ length: DOCUMENTS }, (_, n) => documentOf(n));
const [place] = postgresPlaces();
const HOUR = 3_600_000;

describe.skipIf(!place || !hasS3)('two hubs on one PostgreSQL, with bodies in S3', () => {
  let server: PostgresServer;
  let s3: S3Server;
  beforeAll(async () => {
    server = await PostgresServer.start(place as NonNullable<typeof place>);
    s3 = await S3Server.start();
  });
  afterAll(async () => {
    await server.stop();
    await s3.stop();
  });

  it('lose nothing, double nothing, and leave nothing behind', { timeout: PATIENCE }, async () => {
    const url = await server.database();
    const args = ['--database', url, '--bodies', `s3://${s3.place.bucket}`];
    const env = {
      AWS_ENDPOINT_URL_S3: s3.place.endpoint,
      AWS_ACCESS_KEY_ID: s3.place.accessKeyId,
      AWS_SECRET_ACCESS_KEY: s3.place.secretAccessKey,
    };
    const hubs = [new Process(args, env), new Process(args, env)];
    await Promise.all(hubs.map((hub) => hub.start()));
    const key = keyFor(['--database', url]);
    s3.trouble = (n) => (n % 5 === 0 ? 'fail' : n % 7 === 0 ? 'cut' : n % 11 === 0 ? 'late' : 'none');
    await server.query(
      `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$`,
      url,
    );
    const { outcomes, disturbed } = await sendAll(hubs, key, documents, async (part) => {
      const hub = hubs[part % 2] as Process;
      await hub.end('SIGKILL');
      const name = new URL(url).pathname.slice(1);
      await server.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
      await server.query('CREATE TRIGGER full_disk BEFORE INSERT ON log EXECUTE FUNCTION full_disk()', url);
      await hub.start();
      await server.query('DROP TRIGGER full_disk ON log', url);
    });
    expect(disturbed).toBe(KILLS);
    expect(outcomes.filter((outcome) => outcome !== 'created' && outcome !== 'same')).toEqual([]);
    s3.trouble = () => 'none';

    const again = await Promise.all(documents.slice(0, 8).map((document, n) => send(hubs, key, document, n)));
    expect(new Set(again)).toEqual(new Set(['same']));
    const eight = documentOf(DOCUMENTS);
    const all = [...documents, eight];
    const outcomesOfEight = await Promise.all(Array.from({ length: 8 }, (_, n) => send(hubs, key, eight, 2 * n)));
    expect(outcomesOfEight.sort()).toEqual(['created', ...Array(7).fill('same')]);
    await allThere(hubs[0]?.url ?? '', key, all);
    expect(await Promise.all(hubs.map((hub) => hub.end('SIGTERM')))).toEqual([0, 0]);

    const store = new SqlHubStore(await openPostgres(url, () => {}), new S3Bodies(s3.place));
    await checkLog(store, all);
    await store.tend(Date.now() + 8 * 24 * HOUR);
    await store.close();
    const [{ staged, pending, named }] = await server.query(
      `SELECT (SELECT count(*) FROM staged)::int AS staged, (SELECT count(*) FROM pack WHERE used = 0)::int AS pending,
       (SELECT count(DISTINCT object) FROM segment)::int AS named`,
      url,
    );
    expect({ staged, pending, objects: s3.objects().length }).toEqual({ staged: 0, pending: 0, objects: named });
  });
});

it('one hub on SQLite loses nothing and doubles nothing when it is killed', { timeout: PATIENCE }, async () => {
  const data = home.file('hub');
  const hub = new Process(['--data', data], {});
  await hub.start();
  const key = keyFor(['--data', data]);
  const { disturbed } = await sendAll([hub], key, documents, async () => {
    await hub.end('SIGKILL');
    await hub.start();
  });
  expect(disturbed).toBe(KILLS);
  await allThere(hub.url, key, documents);
  expect(await hub.end('SIGTERM')).toBe(0);
  const store = new SqlHubStore(await openSqlite(data));
  await checkLog(store, documents);
  await store.close();
});
