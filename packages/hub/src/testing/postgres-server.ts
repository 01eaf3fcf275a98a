/**
 * A real PostgreSQL for tests: one that is given in HANSARD_TEST_POSTGRES, or those that are installed or fetched by the test
 * command, each started on loopback in a folder of its own. PostgreSQL refuses to run as root, and is then another user's.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const CACHE =
  process.env['HANSARD_POSTGRES_CACHE'] ??
  fileURLToPath(new URL('../../../../node_modules/.cache/hansard/postgres/node_modules', import.meta.url));
const DEBIAN = '/usr/lib/postgresql';
const LEAST = 15;

export type PostgresPlace = { readonly name: string } & (
  | { readonly url: string; readonly folder?: undefined }
  /** That has `bin`. */
  | { readonly folder: string; readonly url?: undefined }
);

/** The oldest that is supported and the newest that is there. */
export function postgresPlaces(): readonly PostgresPlace[] {
  const url = process.env['HANSARD_TEST_POSTGRES'];
  if (url) return [{ name: 'the PostgreSQL that is given', url }];
  const found = new Map<number, string>();
  const add = (parent: string, version: RegExp, folderIn: (name: string) => string) => {
    for (const name of existsSync(parent) ? readdirSync(parent) : []) {
      const major = Number(version.exec(name)?.[1] ?? 0);
      const folder = folderIn(name);
      if (major >= LEAST && existsSync(join(folder, 'bin', 'initdb'))) found.set(major, folder);
    }
  };
  add(CACHE, /^postgres-(\d+)$/, (name) => join(CACHE, name, 'native'));
  add(DEBIAN, /^(\d+)$/, (name) => join(DEBIAN, name));
  const sorted = [...found].sort(([a], [b]) => a - b);
  const chosen = sorted.length > 1 ? [sorted[0], sorted.at(-1)] : sorted;
  return chosen.flatMap((one) => (one ? [{ name: `PostgreSQL ${one[0]}`, folder: one[1] }] : []));
}

export class PostgresServer {
  /** Of a database whose owner may make others. */
  readonly url: string;
  readonly #child: ChildProcess | undefined;
  readonly #folder: string | undefined;
  #made: string[] = [];

  private constructor(url: string, child?: ChildProcess, folder?: string) {
    this.url = url;
    this.#child = child;
    this.#folder = folder;
    process.once('exit', this.#kill);
  }

  static async start(place: PostgresPlace, settings: readonly string[] = []): Promise<PostgresServer> {
    if (place.url !== undefined) return new PostgresServer(place.url);
    const folder = mkdtempSync(join(tmpdir(), 'hansard-postgres-'));
    const user = otherUser();
    if (user) chownSync(folder, user.uid, user.gid);
    const bin = binaries(place.folder, folder, user !== undefined);
    const data = join(folder, 'data');
    const env = { PATH: process.env['PATH'] ?? '', HOME: folder, LC_ALL: 'C' };
    const options = { ...user, env, cwd: folder };
    const made = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
    execFileSync(join(bin, 'initdb'), made, { ...options, stdio: 'pipe' });
    const port = await freePort();
    const set = [...SETTINGS, ...settings, `port=${port}`, `unix_socket_directories=${folder}`];
    const child = spawn(join(bin, 'postgres'), ['-D', data, ...set.flatMap((one) => ['-c', one])], {
      ...options,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const server = new PostgresServer(`postgres://postgres@127.0.0.1:${port}/postgres`, child, folder);
    await ready(child);
    return server;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** The address of a new database. */
  async database(): Promise<string> {
    const name = `hub_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
    await this.query(`CREATE DATABASE ${name}`);
    this.#made.push(name);
    const url = new URL(this.url);
    url.pathname = `/${name}`;
    return url.href;
  }

  // biome-ignore lint/suspicious/noExplicitAny: rows of all kinds
  async query(sql: string, url = this.url): Promise<any[]> {
    const client = new pg.Client(url);
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  }

  async stop(): Promise<void> {
    process.off('exit', this.#kill);
    if (!this.#child) {
      for (const name of this.#made) await this.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      return;
    }
    if (this.#child.exitCode === null) {
      this.#child.kill('SIGQUIT');
      await once(this.#child, 'exit');
    }
    rmSync(this.#folder as string, { recursive: true, force: true });
  }

  readonly #kill = () => {
    this.#child?.kill('SIGQUIT');
  };
}

/** Nothing that is in it outlives a test. */
const SETTINGS = ['listen_addresses=127.0.0.1', 'fsync=off', 'max_connections=100', 'shared_buffers=64MB'];

function otherUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  const users = lines.map((line) => line.split(':')).filter(([name]) => name === 'postgres' || name === 'nobody');
  const [, , uid, gid] = users.sort(([a = ''], [b = '']) => b.localeCompare(a))[0] ?? [];
  return { uid: Number(uid ?? 65534), gid: Number(gid ?? 65534) };
}

/** Another user may not see into the folders of this one. */
function binaries(from: string, folder: string, isOther: boolean): string {
  let isOpen = true;
  for (let path = from; isOther && path !== dirname(path); path = dirname(path)) {
    isOpen &&= (statSync(path).mode & 0o005) === 0o005;
  }
  if (isOpen) return executable(join(from, 'bin'));
  const copy = join(folder, 'program');
  cpSync(from, copy, { recursive: true, verbatimSymlinks: true });
  chmodSync(copy, 0o755);
  return executable(join(copy, 'bin'));
}

/** npm does not keep who may run what. */
function executable(bin: string): string {
  for (const name of ['initdb', 'postgres', 'pg_ctl']) {
    const path = join(bin, name);
    try {
      accessSync(path, constants.X_OK);
    } catch {
      chmodSync(path, 0o755);
    }
  }
  return bin;
}

async function ready(child: ChildProcess): Promise<void> {
  let said = '';
  for await (const piece of child.stderr as AsyncIterable<Buffer>) {
    said += piece;
    if (!said.includes('ready to accept connections')) continue;
    // What it says from now on is read, and forgotten.
    child.stderr?.resume();
    return;
  }
  throw new Error(`PostgreSQL does not start: ${said}`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
