/** A server on an archive of sample logs, which grow when a test says so. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Archive, servedArchive, sync } from '@hansard/archive';
import { logOf, SampleMachine, type SampleRecord, sampleAgent } from '@hansard/archive/testing/sample-agent.ts';
import { createClient, type HansardClient } from '@hansard/client';
import { loadPriceBook } from '@hansard/core';
import { BUILT_IN, Gate, type Profile, resolveProfile } from '@hansard/core/privacy/index.ts';
import { sha256 } from '@hansard/core/testing/fixtures.ts';
import type { ServerPrivacy } from '../content/server-privacy.ts';
import { type RunningServer, startServer } from '../start.ts';

const adapters = [sampleAgent()];

const privacy: ServerPrivacy = {
  chosen: 'strict',
  unredacted: false,
  names: () => ['strict'],
  profile: (name) => resolveProfile(name, BUILT_IN) as Profile,
  gate: async (profile: Profile) => new Gate({ profile, key: new Uint8Array(32), digest: sha256 }),
};

export interface SampleServerOptions {
  /** Not loopback: what is sent goes through the gate. */
  readonly address?: string;
}

export class SampleServer {
  readonly machine: SampleMachine;
  readonly archive: Archive;
  readonly server: RunningServer;
  readonly client: HansardClient;
  readonly #home: string;
  #written = 0;

  private constructor(home: string, machine: SampleMachine, archive: Archive, server: RunningServer) {
    this.#home = home;
    this.machine = machine;
    this.archive = archive;
    this.server = server;
    this.client = createClient({ baseUrl: this.url, token: this.token });
  }

  static async start({ address }: SampleServerOptions = {}): Promise<SampleServer> {
    const home = mkdtempSync(join(tmpdir(), 'hansard-server-'));
    const machine = new SampleMachine(home);
    const archive = await Archive.open(machine, adapters);
    const server = await startServer({
      ...servedArchive({ archive, host: machine, adapters, watch: false, report: (error) => console.error(error) }),
      version: '0.0.0',
      prices: await loadPriceBook(),
      timezone: 'UTC',
      privacy,
      address,
      port: 0,
    });
    return new SampleServer(home, machine, archive, server);
  }

  get url(): string {
    return `http://127.0.0.1:${this.server.port}`;
  }

  get token(): string {
    return this.server.app.guard.token.text;
  }

  fetch(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${this.url}${path}`, { headers: { authorization: `Bearer ${this.token}`, ...headers } });
  }

  /** Adds to the log of a session, and keeps it. */
  async add(session: string, records: readonly Omit<SampleRecord, 'session'>[]): Promise<void> {
    this.#write(session, records);
    await this.#sync(this.archive);
    this.archive.store.written();
  }

  /** The same as another process does it: nobody tells the server. */
  async addElsewhere(session: string, records: readonly Omit<SampleRecord, 'session'>[]): Promise<void> {
    this.#write(session, records);
    const archive = await Archive.open(this.machine, adapters);
    await this.#sync(archive);
    archive.close();
  }

  async stop(): Promise<void> {
    await this.server.close();
    this.archive.close();
    rmSync(this.#home, { recursive: true, force: true });
  }

  #write(session: string, records: readonly Omit<SampleRecord, 'session'>[]): void {
    const time = new Date(Date.UTC(2026, 0, 2) + ++this.#written * 1000).toISOString();
    this.machine.append(`logs/${session}.jsonl`, logOf(records.map((record) => ({ session, ...record }))), time);
  }

  async #sync(archive: Archive): Promise<void> {
    const { problems } = await sync({ archive, adapters, host: this.machine, now: '2026-02-01T00:00:00.000Z' });
    if (problems.length > 0) throw new Error(problems[0]?.message);
  }
}

/** Messages of a session, with ids that begin with `from`. */
export const said = (count: number, from = 1): Omit<SampleRecord, 'session'>[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `m${from + at}`,
    role: (from + at) % 2 === 1 ? ('user' as const) : ('assistant' as const),
    text: `Message ${from + at}`,
    at: from + at,
  }));
