/**
 * A repository made with real git, and sessions of agents that worked in it, with a record of who wrote what. Logs are
 * written as the agents write them, and read by the real adapters.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { adapters } from '@hansard/core';
import { linesOf } from '@hansard/core/git/hunks.ts';
import { Archive } from '../archive.ts';
import { createNodeHost } from '../host/node-host.ts';
import { sync } from '../sync/sync.ts';
import { START, WRITERS, type Writer } from './git-writers.ts';

export type { Writer };

export class GitWorld {
  readonly folder = mkdtempSync(join(tmpdir(), 'hansard-git-'));
  readonly home = join(this.folder, 'home');
  repo = join(this.folder, 'repo');
  /** Seconds since the start. */
  now = 0;
  #calls = 0;

  constructor({ init = true } = {}) {
    mkdirSync(this.home, { recursive: true });
    mkdirSync(this.repo, { recursive: true });
    if (init) this.git('init', '-q', '-b', 'main');
  }

  get env(): Record<string, string> {
    return { PATH: process.env['PATH'] ?? '', HOME: this.home, HANSARD_HOME: join(this.home, 'archive') };
  }

  /** Each call is a minute later than the one before. */
  git(...args: string[]): string {
    return this.gitIn(this.repo, ...args);
  }

  gitIn(folder: string, ...args: string[]): string {
    this.now += 60;
    const date = `${Math.floor((START + this.now * 1000) / 1000)} +0000`;
    const env = {
      ...this.env,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: 'Pat',
      GIT_AUTHOR_EMAIL: 'pat@example.org',
      GIT_COMMITTER_NAME: 'Pat',
      GIT_COMMITTER_EMAIL: 'pat@example.org',
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_DATE: date,
      GIT_EDITOR: 'true',
      GIT_MERGE_AUTOEDIT: 'no',
    };
    const allow = ['-c', 'protocol.file.allow=always', '-c', 'advice.detachedHead=false'];
    return execFileSync('git', [...allow, ...args], {
      cwd: folder,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  commit(message: string): string {
    this.git('add', '-A');
    this.git('commit', '-q', '-m', message);
    return this.git('rev-parse', 'HEAD').trim();
  }

  lines(path: string, folder = this.repo): string[] {
    const full = join(folder, path);
    return existsSync(full) ? linesOf(readFileSync(full, 'utf8')) : [];
  }

  /** Somebody types; nobody keeps a record. */
  person(path: string, change: (lines: string[]) => string[], folder = this.repo): void {
    this.now += 30;
    this.#put(join(folder, path), change(this.lines(path, folder)));
  }

  /** An agent's tool writes, and its log says so. */
  agent(
    session: string,
    path: string,
    change: (lines: string[]) => string[],
    { writer = 'edit', folder = this.repo }: { writer?: Writer; folder?: string } = {},
  ): void {
    this.now += 30;
    const before = this.lines(path, folder);
    const after = change([...before]);
    WRITERS[writer]({ world: this, session, folder, path, before, after });
    this.#put(join(folder, path), after);
  }

  /** An agent runs a command in its shell. */
  shell(session: string, command: string, { folder = this.repo, output = '' } = {}): string {
    this.now += 30;
    const said = execFileSync('bash', ['-c', command], { cwd: folder, env: this.env, encoding: 'utf8' });
    this.claude(session, folder, 'Bash', { command }, output || said, undefined);
    return said;
  }

  get time(): string {
    return new Date(START + this.now * 1000).toISOString();
  }

  nextCall(): number {
    return ++this.#calls;
  }

  /** A call and its result in a log of Claude Code. */
  claude(session: string, cwd: string, name: string, input: object, output: string, result: unknown): void {
    const n = this.nextCall();
    const common = (kind: string) => ({
      isSidechain: false,
      userType: 'external',
      cwd,
      sessionId: session,
      version: '2.0.5',
      gitBranch: 'main',
      type: kind,
      uuid: `${session}-${n}-${kind}`,
      parentUuid: null,
      timestamp: this.time,
    });
    const path = join(this.home, '.claude', 'projects', cwd.replaceAll('/', '-'), `${session}.jsonl`);
    const isNew = !existsSync(path);
    const message = {
      id: `msg_${n}`,
      type: 'message',
      role: 'assistant',
      model: 'claude-sonnet-4-5-20250929',
      content: [{ type: 'tool_use', id: `toolu_${n}`, name, input }],
      stop_reason: 'tool_use',
      usage: { input_tokens: 10, output_tokens: 10, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
    };
    const ask = { ...common('user'), uuid: `${session}-ask`, message: { role: 'user', content: 'Please go on.' } };
    const answer = {
      role: 'user',
      content: [
        {
          tool_use_id: `toolu_${n}`,
          type: 'tool_result',
          content: output,
          ...(/^Error/.test(String(result)) && { is_error: true }),
        },
      ],
    };
    const records = [
      ...(isNew ? [ask] : []),
      { ...common('assistant'), message },
      { ...common('user'), message: answer, ...(result === undefined ? {} : { toolUseResult: result }) },
    ];
    this.append(path, records);
  }

  append(path: string, records: readonly object[]): void {
    mkdirSync(dirname(path), { recursive: true });
    appendFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  }

  #put(full: string, lines: readonly string[]): void {
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, lines.map((line) => `${line}\n`).join(''));
  }

  /** The archive with all that the agents have written. */
  async archive(): Promise<Archive> {
    const host = createNodeHost({ home: this.home, env: this.env });
    const archive = await Archive.open(host);
    await sync({ archive, adapters, host, now: '2026-06-01T00:00:00.000Z' });
    return archive;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
