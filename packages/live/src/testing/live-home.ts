/** Live sessions in a home of their own, with the real holder and the real mock as programs, bundled once for each test file. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Archive, createNodeHost } from '@hansard/archive';
import type { Host } from '@hansard/core';
import { Envelopes } from '@hansard/core/formats/universal/envelopes.ts';
import type { UniversalEvent } from '@hansard/core/formats/universal/event.ts';
import type { NumberedTelling } from '@hansard/core/store/universal.ts';
import { rolldown } from 'rolldown';
import { kill, marked } from '../processes/process-list.ts';
import { LiveFolder } from '../sessions/live-folder.ts';
import type { LiveOptions } from '../sessions/live-options.ts';
import { LiveSessions } from '../sessions/live-sessions.ts';

const source = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const PROGRAMS = { holder: 'holder/main.ts', mock: 'mock/main.ts', 'gate-for-pi': 'drivers/pi/gate.ts' };

/** Programs as the build makes them. */
export async function buildPrograms(folder: string): Promise<Record<string, string>> {
  const built: Record<string, string> = {};
  for (const [name, path] of Object.entries(PROGRAMS)) {
    const bundle = await rolldown({
      input: source(path),
      platform: 'node',
      resolve: { conditionNames: ['hansard-source', 'import', 'node'] },
    });
    await bundle.write({ file: join(folder, `${name}.cjs`), format: 'cjs' });
    await bundle.close();
    built[name] = join(folder, `${name}.cjs`);
  }
  return built;
}

export class LiveHome {
  readonly path = mkdtempSync(join(tmpdir(), 'hansard-live-'));
  readonly work = join(this.path, 'work');
  readonly host: Host;
  readonly reported: unknown[] = [];
  #programs: Record<string, string> = {};

  private constructor(variables: Readonly<Record<string, string>>) {
    mkdirSync(this.work);
    const env = { HANSARD_HOME: join(this.path, 'archive'), PATH: process.env['PATH'], HOME: this.path, ...variables };
    this.host = createNodeHost({ home: this.path, env });
  }

  static async make(variables: Readonly<Record<string, string>> = {}): Promise<LiveHome> {
    const home = new LiveHome(variables);
    home.#programs = await buildPrograms(join(home.path, 'programs'));
    return home;
  }

  get programs(): Readonly<Record<string, string>> {
    return this.#programs;
  }

  /** A daemon, as a process would have it. */
  async open(options: Partial<LiveOptions> = {}): Promise<Daemon> {
    const archive = await Archive.open(this.host);
    const live = await LiveSessions.open({
      archive,
      host: this.host,
      directories: [this.work],
      programs: this.#programs,
      stopTimes: { endMs: 1500, termMs: 1500 },
      report: (error) => this.reported.push(error),
      ...options,
    });
    return new Daemon(archive, live);
  }

  /** Runs of all its daemons. */
  runs(): string[] {
    return new LiveFolder(join(this.path, 'archive')).runs().map(({ run }) => run);
  }

  /** The wires of a session, one after the other. */
  wire(id: string): string {
    const folder = new LiveFolder(join(this.path, 'archive'));
    const own = folder.runs().filter(({ header }) => header.id === id);
    return own.map(({ run }) => readFileSync(folder.wireOf(run), 'utf8')).join('');
  }

  /** A test that leaves processes behind has failed; they are ended all the same. */
  remove(): void {
    const left = this.runs().flatMap((run) => marked(run));
    for (const one of left) kill(one, 'SIGKILL');
    rmSync(this.path, { recursive: true, force: true, maxRetries: 5 });
    if (left.length > 0) throw new Error(`${left.length} processes of agents were left by this test.`);
  }
}

export const ME = { by: 'tester', via: 'test' };

export class Daemon {
  readonly archive: Archive;
  readonly live: LiveSessions;

  constructor(archive: Archive, live: LiveSessions) {
    this.archive = archive;
    this.live = live;
  }

  /** The universal stream of a session as it is now. */
  async events(id: string): Promise<UniversalEvent[]> {
    await this.live.settled();
    const session = await this.live.stored(id);
    if (session === undefined) return [];
    const { store } = this.archive;
    const told: NumberedTelling[] = [];
    for (;;) {
      const { tellings, hasMore } = await store.universal.page(session, told.length, 500);
      told.push(...tellings);
      if (!hasMore) break;
    }
    const header = await store.events.header(session);
    const events = new Map((await store.events.page(session, 0, 1_000_000)).map((event) => [event.logSeq, event]));
    const find = (seq: number) => events.get(seq) as never;
    const envelopes = new Envelopes<number>(header as never, { digest: () => '' }, find);
    return told.map(({ telling, sequence }) => envelopes.write(telling, sequence));
  }

  /** Lets go of everything without a word, as a process that is killed does. */
  abandon(): void {
    this.live.abandon();
    this.archive.close();
  }

  async stop(): Promise<void> {
    await this.live.close('end');
    this.archive.close();
  }
}

/** Processes that were started for these runs and are still there. */
export const leftOf = (runs: readonly string[]): number => runs.flatMap((run) => marked(run)).length;
