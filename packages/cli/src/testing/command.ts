/** Runs the real program in a home of its own, as a user would. */
import { execFileSync, type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kill, marked } from '@hansard/live/processes/process-list.ts';
import { root } from './repository.ts';

export const BIN = join(root, 'packages', 'cli', 'bin', 'hansard.js');

export interface Ran {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

export class TestHome {
  readonly path = mkdtempSync(join(tmpdir(), 'hansard-cli-test-'));
  readonly env: Record<string, string> = {
    PATH: process.env['PATH'] ?? '',
    HOME: this.path,
    USERPROFILE: this.path,
    TMPDIR: process.env['TMPDIR'] ?? tmpdir(),
    // Compiled code is shared by all tests, and not among the files that they look at.
    XDG_CACHE_HOME: join(root, 'node_modules', '.cache'),
    TZ: 'UTC',
  };

  file(...names: string[]): string {
    return join(this.path, ...names);
  }

  run(args: readonly string[], options: { input?: string | Uint8Array; env?: Record<string, string> } = {}): Ran {
    return this.spawn(process.execPath, [BIN, ...args], options);
  }

  /** A line for the shell; `$HANSARD` stands for the program. */
  shell(line: string): Ran {
    const env = { HANSARD: `"${process.execPath}" "${BIN}"` };
    return this.spawn('bash', ['-c', `hansard() { eval "$HANSARD" '"$@"'; }; ${line}`], { env });
  }

  /** In a real terminal of 80 columns, which `script` of util-linux makes; see `hasTerminal`. */
  terminal(args: readonly string[], env: Record<string, string> = {}): Ran {
    const line = [process.execPath, BIN, ...args].map((word) => `'${word}'`).join(' ');
    const ran = this.spawn('script', ['-qec', line, '/dev/null'], { env: { TERM: 'xterm', ...env } });
    return { ...ran, out: ran.out.replaceAll('\r', '') };
  }

  spawn(
    program: string,
    args: readonly string[],
    options: SpawnSyncOptions & { env?: Record<string, string> } = {},
  ): Ran {
    const env = { ...this.env, ...options.env };
    const ran = spawnSync(program, args, { ...options, env, cwd: this.path, encoding: 'utf8', maxBuffer: 1 << 28 });
    return { status: ran.status, out: ran.stdout as string, err: ran.stderr as string };
  }

  /** A test that leaves agents running has failed; they are ended all the same. */
  remove(): void {
    const left = this.runs().flatMap((run) => marked(run));
    for (const one of left) kill(one, 'SIGKILL');
    rmSync(this.path, { recursive: true, force: true, maxRetries: 3 });
    if (left.length > 0) throw new Error(`${left.length} processes of agents were left by this test.`);
  }

  /** Processes of agents that were started in it. */
  runs(): string[] {
    const folder = this.file('.local', 'share', 'hansard', 'live');
    return existsSync(folder) ? readdirSync(folder) : [];
  }
}

/** Whether tests can have a terminal here. */
export const hasTerminal =
  spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') === true;

/**
 * Bundles the program from the sources as they are now. Files of tests run beside each other: what is up to date is not
 * written again under another's feet.
 */
export function buildCommand(): void {
  if (isUpToDate()) return;
  execFileSync(process.execPath, [join(root, 'scripts', 'build.mjs')], { cwd: root, stdio: 'pipe' });
}

const SOURCE = /\.(ts|tsx|js|mjs|css|html|json)$/;
const NO_SOURCE = /(^|[\\/])(node_modules|dist|fixtures|testing)[\\/]|\.test\.tsx?$/;

function isUpToDate(): boolean {
  const program = join(root, 'packages', 'cli', 'dist', 'main.cjs');
  const stamp = statSync(join(root, 'node_modules', '.hansard-built'), { throwIfNoEntry: false });
  const built = existsSync(program) ? (stamp?.mtimeMs ?? 0) : 0;
  return ['packages', 'scripts'].every((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => SOURCE.test(name) && !NO_SOURCE.test(name))
      .every((name) => statSync(join(root, folder, name)).mtimeMs < built),
  );
}
