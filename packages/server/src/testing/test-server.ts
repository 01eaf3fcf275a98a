/** A real server on a real archive of golden cases, in a home of its own, and requests to it. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Archive, createNodeHost, servedArchive, sync } from '@hansard/archive';
import { adapters, type Host, loadPriceBook } from '@hansard/core';
import { Gate, profileNames, resolveProfile } from '@hansard/core/privacy/index.ts';
import { goldenCases } from '@hansard/core/testing/fixtures.ts';
import type { ServerPrivacy } from '../content/server-privacy.ts';
import { type RunningServer, type ServerOptions, startServer } from '../start.ts';

export interface TestOptions extends Partial<ServerOptions> {
  /** `agent/case` of golden cases to have in the home. */
  readonly cases?: readonly string[];
  /** Further files, by their path below the home. */
  readonly files?: Readonly<Record<string, string>>;
  readonly unredacted?: boolean;
  readonly chosen?: string;
  /** What is in the home is in the archive from the beginning; else the server finds it. */
  readonly synced?: boolean;
  /** Whether the agents' files are watched. */
  readonly watch?: boolean;
}

export class TestServer {
  readonly home: string;
  readonly archive: Archive;
  readonly host: Host;
  readonly running: RunningServer;
  readonly reported: unknown[];

  private constructor(home: string, archive: Archive, host: Host, running: RunningServer, reported: unknown[]) {
    this.home = home;
    this.archive = archive;
    this.host = host;
    this.running = running;
    this.reported = reported;
  }

  static async start(options: TestOptions = {}): Promise<TestServer> {
    const home = mkdtempSync(join(tmpdir(), 'hansard-server-'));
    fill(home, options);
    const host = createNodeHost({ home, env: { HANSARD_HOME: join(home, 'archive') } });
    const archive = await Archive.open(host);
    if (options.synced !== false) await sync({ archive, adapters, host, now: new Date().toISOString() });
    const reported: unknown[] = [];
    const report = (error: unknown) => reported.push(error);
    const running = await startServer({
      ...servedArchive({ archive, host, adapters, watch: options.watch ?? false, report }),
      version: '0.0.0',
      prices: await loadPriceBook(),
      timezone: 'UTC',
      privacy: privacyOf(host.digest, options),
      port: 0,
      ...options,
    });
    return new TestServer(home, archive, host, running, reported);
  }

  get token(): string {
    return this.running.app.guard.token.text;
  }

  /** By token, unless told otherwise. Names of headers in small letters. */
  fetch(path: string, init: RequestInit & { readonly token?: string | null } = {}): Promise<Response> {
    const { token = this.token, headers, ...rest } = init;
    const auth: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
    const url = `http://127.0.0.1:${this.running.port}${path}`;
    return fetch(url, { redirect: 'manual', ...rest, headers: { ...auth, ...(headers as object) } });
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests look at what they expect
  async json(path: string, init?: Parameters<TestServer['fetch']>[1]): Promise<any> {
    const response = await this.fetch(path, init);
    const body = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${body}`);
    return JSON.parse(body);
  }

  async stop(): Promise<void> {
    await this.running.close();
    this.archive.close();
    rmSync(this.home, { recursive: true, force: true, maxRetries: 3 });
  }
}

function fill(home: string, { cases = [], files = {} }: TestOptions): void {
  for (const name of cases) {
    const golden = goldenCases().find((one) => `${one.agent}/${one.name}` === name);
    if (!golden || !existsSync(join(golden.folder, 'input'))) throw new Error(`There is no golden case ${name}.`);
    cpSync(join(golden.folder, 'input'), home, { recursive: true });
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
}

export function privacyOf(digest: (data: string | Uint8Array) => string, options: TestOptions): ServerPrivacy {
  const key = new Uint8Array(32).fill(7);
  return {
    chosen: options.chosen ?? 'strict',
    unredacted: options.unredacted ?? false,
    names: () => profileNames({}),
    profile: (name) => {
      const profile = resolveProfile(name, {});
      if (!profile) throw new Error(`There is no profile ${name}.`);
      return profile;
    },
    gate: async (profile) => (profile.local ? undefined : new Gate({ profile, key, digest })),
  };
}
