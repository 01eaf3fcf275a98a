/** The folder of live sessions: one subfolder for each process that was started, with its wire. */
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { HolderState } from '../holder/protocol.ts';
import type { RunHeader, SharedHeader } from './run-header.ts';
import { seatsIn } from './seats-in.ts';

const HEADER_BYTES = 64 * 1024;
const TAIL_BYTES = 64 * 1024;
/** Longer paths of sockets are refused by the system. */
const LONGEST_SOCKET = 100;

/** A session at a process. */
export interface RunFound {
  readonly run: string;
  readonly header: RunHeader;
  /** How its process ended, or its place at it; undefined while it runs, or when it was killed with its holder. */
  readonly exit: { readonly paused?: boolean } | undefined;
  /** Where others share the process: its place, and what they have in common. */
  readonly seat?: number;
  readonly shared?: string;
}

export class LiveFolder {
  readonly path: string;

  constructor(home: string) {
    this.path = join(home, 'live');
  }

  runFolder = (run: string): string => join(this.path, run);
  wireOf = (run: string): string => join(this.path, run, 'wire.jsonl');

  /** Makes the folder of a new run, for the user alone. */
  make(run: string): string {
    const folder = this.runFolder(run);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return folder;
  }

  socketOf(run: string): string {
    if (process.platform === 'win32') return `\\\\.\\pipe\\hansard-${run}`;
    const beside = join(this.runFolder(run), 'socket');
    if (Buffer.byteLength(beside) <= LONGEST_SOCKET) return beside;
    return join(shortFolder(), run);
  }

  /** All runs, oldest first. Those without a header are none. */
  runs(): RunFound[] {
    if (!existsSync(this.path)) return [];
    const names = readdirSync(this.path).sort();
    return names.flatMap((run) => this.#found(run));
  }

  /** Those whose end is not in their wire. */
  unfinished(): string[] {
    if (!existsSync(this.path)) return [];
    return readdirSync(this.path).filter((run) => headerOf(this.wireOf(run)) && !exitOf(this.wireOf(run)));
  }

  #found(run: string): RunFound[] {
    const wire = this.wireOf(run);
    const header = headerOf(wire);
    if (!header) return [];
    const exit = exitOf(wire);
    if (!('shared' in header)) return typeof header.id === 'string' ? [{ run, header, exit }] : [];
    const { shared, ...common } = header;
    return seatsIn(wire).map(({ seat, joined, exit: left }) => {
      const { id, createdAt, options, session, fork } = joined;
      const own = { id, createdAt, options, directory: options.directory };
      const resumes = session === undefined ? {} : { session, resumes: true as const };
      return {
        run,
        header: { ...common, ...own, ...resumes, ...(fork ? { fork } : {}) },
        exit: left ?? exit,
        seat,
        shared,
      };
    });
  }

  stateOf(run: string): HolderState | undefined {
    try {
      return JSON.parse(readFileSync(join(this.runFolder(run), 'state.json'), 'utf8')) as HolderState;
    } catch {
      return undefined;
    }
  }
}

/** A folder that nobody else can look into, near the root. */
function shortFolder(): string {
  const folder = join(tmpdir(), `hansard-${userInfo().uid}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid, mode } = statSync(folder);
  if (uid !== userInfo().uid) throw new Error(`${folder} belongs to another user.`);
  if (mode & 0o077) chmodSync(folder, 0o700);
  return folder;
}

function headerOf(path: string): RunHeader | SharedHeader | undefined {
  const line = piece(path, HEADER_BYTES, 'start').split('\n', 1)[0] ?? '';
  const value = parsed(line) as RunHeader | SharedHeader | undefined;
  return value?.hansard === 'wire' && typeof value.agent === 'string' ? value : undefined;
}

/** The end of a process is the last line of its wire. */
function exitOf(path: string): RunFound['exit'] {
  const lines = piece(path, TAIL_BYTES, 'end').trimEnd().split('\n');
  const last = parsed(lines.at(-1) ?? '') as { dir?: string; msg?: { paused?: boolean } } | undefined;
  return last?.dir === 'exit' ? (last.msg ?? {}) : undefined;
}

function piece(path: string, bytes: number, from: 'start' | 'end'): string {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    const size = statSync(path).size;
    const buffer = Buffer.alloc(Math.min(bytes, size));
    readSync(file, buffer, 0, buffer.length, from === 'start' ? 0 : size - buffer.length);
    return buffer.toString('utf8');
  } catch {
    return '';
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
