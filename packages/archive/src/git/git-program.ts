/**
 * Runs git for reading, and nothing of the repository's with it: no hooks, text converters, pagers, filters, monitors,
 * external diffs, signature checks or connections. A repository is data that somebody else may have made.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { devNull } from 'node:os';
import { Failure } from '@hansard/core';

/** What holds for every call, whatever the repository's own configuration says. */
const CONFIG = [
  'core.fsmonitor=false',
  'core.untrackedCache=false',
  'core.hooksPath=/dev/null',
  'core.pager=cat',
  'core.askPass=',
  'core.sshCommand=false',
  'credential.helper=',
  'protocol.allow=never',
  'log.showSignature=false',
  'log.mailmap=false',
  'blame.ignoreRevsFile=',
  'blame.markIgnoredLines=false',
  'blame.markUnblamableLines=false',
  'diff.ignoreSubmodules=all',
  'diff.renames=true',
  // What is read is read in one form, whatever the user likes to see.
  'diff.noprefix=false',
  'diff.mnemonicPrefix=false',
  'diff.srcPrefix=a/',
  'diff.dstPrefix=b/',
  'diff.relative=false',
  'i18n.logOutputEncoding=UTF-8',
  // From that size on git takes text for bytes that nobody reads.
  'core.bigFileThreshold=512m',
  'submodule.recurse=false',
  'color.ui=false',
  'gc.auto=0',
  'maintenance.auto=false',
];

export const CONFIG_ARGUMENTS: readonly string[] = ['--no-pager', ...CONFIG.flatMap((one) => ['-c', one])];

/** The user's own environment without anything that leads git elsewhere, such as what a hook is started with. */
export function gitEnvironment(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const kept = Object.entries(env).filter(([name, value]) => value !== undefined && !/^(GIT_|PAGER$|LESS$)/.test(name));
  return {
    ...(Object.fromEntries(kept) as Record<string, string>),
    LC_ALL: 'C',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    // Older ones fetch all the same, by whatever transport the repository itself allows: of these there is none.
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_PAGER: 'cat',
    GIT_ASKPASS: '',
    SSH_ASKPASS: '',
    // Of notes, the only commits that are ever made here.
    GIT_AUTHOR_NAME: 'Hansard',
    GIT_AUTHOR_EMAIL: 'hansard@localhost',
    GIT_COMMITTER_NAME: 'Hansard',
    GIT_COMMITTER_EMAIL: 'hansard@localhost',
  };
}

/** More output is not taken: a file or a history of that size is no work of people. */
export const MOST_BYTES = 256 * 1024 * 1024;

export interface GitRun {
  readonly status: number;
  readonly out: Buffer;
  readonly err: string;
}

export class Git {
  readonly folder: string;
  readonly #env: Record<string, string>;

  /** `index`: where a hook is told that the index is, for the time of a commit. */
  constructor(folder: string, env: Readonly<Record<string, string | undefined>>, index?: string) {
    this.folder = folder;
    this.#env = { ...gitEnvironment(env), ...(index === undefined ? {} : { GIT_INDEX_FILE: index }) };
  }

  start(args: readonly string[], { plain, alone }: RunOptions = {}): ChildProcessWithoutNullStreams {
    const trusted = alone ? ['-c', `safe.directory=${this.folder}`] : [];
    return spawn('git', [...(plain ? [] : CONFIG_ARGUMENTS), ...trusted, ...args], {
      cwd: this.folder,
      env: alone ? { ...this.#env, GIT_CONFIG_GLOBAL: devNull, GIT_CONFIG_NOSYSTEM: '1' } : this.#env,
      windowsHide: true,
    });
  }

  /** Runs it to its end, whatever the status. */
  async run(args: readonly string[], options: RunOptions = {}): Promise<GitRun> {
    const { most = MOST_BYTES, input } = options;
    const child = this.start(args, options);
    const chunks: Buffer[] = [];
    let [bytes, err, tooLong] = [0, '', false];
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= most) chunks.push(chunk);
      else if (!tooLong) {
        tooLong = true;
        child.kill();
      }
    });
    child.stderr.on('data', (chunk: Buffer) => {
      if (err.length < 10_000) err += chunk.toString('utf8');
    });
    child.stdin.on('error', () => {});
    child.stdin.end(input ?? '');
    const status = await new Promise<number>((resolve, reject) => {
      child.once('error', (cause) => reject(notStarted(cause)));
      child.once('close', (code) => resolve(code ?? 1));
    });
    if (tooLong) {
      throw new Failure('git-failed', `git ${args[0]} gave more than ${most} bytes, which is more than is read.`);
    }
    return { status, out: Buffer.concat(chunks), err: err.trim() };
  }

  /** What it prints; a status other than 0 is a failure. */
  async text(args: readonly string[], options: RunOptions = {}): Promise<string> {
    const { status, out, err } = await this.run(args, options);
    if (status !== 0) throw gitFailure(args, err);
    return out.toString('utf8');
  }
}

interface RunOptions {
  readonly most?: number;
  readonly input?: string;
  /** For `git config` alone: as the user has it, without what we say. */
  readonly plain?: boolean;
  /** Without the settings of the user and the machine. The repository was opened with them, so it may be read. */
  readonly alone?: boolean;
}

export function gitFailure(args: readonly string[], err: string): Failure {
  const said = err.split('\n')[0]?.replace(/^fatal: /, '') ?? '';
  if (/dubious ownership/.test(err)) {
    return new Failure('git-failed', 'The repository belongs to somebody else, and git refuses to read it.', {
      remedy: 'If you trust it, run `git config --global --add safe.directory FOLDER`.',
    });
  }
  if (/not a git repository/.test(err))
    return new Failure('not-a-repository', 'The folder is not in a git repository.');
  if (/promisor|unable to read|missing (blob|tree|commit)|lazy fetch|transport '.*' not allowed/.test(err)) {
    return new Failure('git-failed', `The repository lacks objects that are needed (${said}).`, {
      remedy: 'It is a partial or damaged clone; run `git fetch` with what is missing. Hansard fetches nothing itself.',
    });
  }
  return new Failure(
    'git-failed',
    `git ${args.find((arg) => !arg.startsWith('-'))} failed: ${said || 'no reason given'}`,
  );
}

function notStarted(cause: unknown): Failure {
  const message =
    (cause as NodeJS.ErrnoException).code === 'ENOENT'
      ? 'There is no git on this machine.'
      : 'git could not be started.';
  return new Failure('git-failed', message, { cause, remedy: 'Install git 2.25 or newer and see that it is in PATH.' });
}
