/**
 * One process at a time writes a run. Whoever holds it has the file with the highest number in `.lock`; a holder that has ended is
 * followed by making the next, which only one can. The last file stays, so numbers are never used twice.
 */
import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { Failure } from '@hansard/core/failure.ts';
import type { ProcessNote } from '@hansard/live/process-note.ts';
import { isRunning, noteProcess } from '@hansard/live/processes/process-list.ts';

const FOLDER = '.lock';

interface Holder {
  readonly process: ProcessNote;
  readonly host: string;
  readonly released?: true;
}

/** Who holds the run now; undefined when nobody does. */
export function holderOf(folder: string): ProcessNote | undefined {
  const found = lastOf(join(folder, FOLDER));
  return found?.holder && isHeld(found.holder) ? found.holder.process : undefined;
}

/** Returns what gives it back. */
export function lockRun(folder: string): () => void {
  const locks = join(folder, FOLDER);
  mkdirSync(locks, { recursive: true });
  const own: Holder = { process: noteProcess(process.pid) ?? { pid: process.pid, start: null }, host: hostname() };
  for (;;) {
    const last = lastOf(locks);
    if (last?.holder && isHeld(last.holder)) throw held(folder, last.holder);
    const number = (last?.number ?? 0) + 1;
    if (!takes(locks, number, own)) continue;
    for (const name of readdirSync(locks)) if (Number(name) < number) rmSync(join(locks, name), { force: true });
    return () => put(locks, String(number), { ...own, released: true }, renameSync);
  }
}

function held(folder: string, { process: { pid }, host }: Holder): Failure {
  const where = host === hostname() ? '' : ` on ${host}`;
  return new Failure('run-in-use', `Process ${pid}${where} is at work on the run in ${folder}.`);
}

/** Of a process on another machine nothing can be told but that it has not let go. */
const isHeld = ({ process: note, host, released }: Holder): boolean =>
  released !== true && (host !== hostname() || isRunning(note));

function takes(locks: string, number: number, holder: Holder): boolean {
  try {
    put(locks, String(number), holder, linkSync);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** The file is whole from the beginning. */
function put(locks: string, name: string, holder: Holder, place: (from: string, to: string) => void): void {
  const temporary = join(locks, `${randomUUID()}.tmp`);
  writeFileSync(temporary, JSON.stringify(holder));
  try {
    place(temporary, join(locks, name));
  } finally {
    rmSync(temporary, { force: true });
  }
}

function lastOf(locks: string): { number: number; holder: Holder | undefined } | undefined {
  const numbers = namesIn(locks).filter((name) => /^\d{1,9}$/.test(name));
  if (numbers.length === 0) return undefined;
  const number = Math.max(...numbers.map(Number));
  try {
    return { number, holder: JSON.parse(readFileSync(join(locks, String(number)), 'utf8')) as Holder };
  } catch {
    // Another has taken it over and cleaned up, or it is no file of ours: the next number decides.
    return { number, holder: undefined };
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
