/**
 * Processes of the machine, as far as stopping an agent needs them. Agents start their commands in sessions and groups of
 * their own, so that killing a group does not reach them: they are found by their parents, and by a variable that every
 * descendant inherits. A process is only ever touched when it is still the one that was noted: ids are used again.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import type { ProcessNote } from '../process-note.ts';

/** In the environment of every process that is started for a run; its value is the run's id. */
export const MARKER = 'HANSARD_RUN';

interface Listed extends ProcessNote {
  readonly parent: number;
}

const isLinux = process.platform === 'linux';

/** Undefined when there is no such process. */
export function noteProcess(pid: number): ProcessNote | undefined {
  const found = isLinux ? statOf(pid) : listed().find((one) => one.pid === pid);
  return found && { pid, start: found.start };
}

/** Whether it still runs: a process of the same id that began at another time is another one. */
export function isRunning({ pid, start }: ProcessNote): boolean {
  const now = noteProcess(pid);
  return now !== undefined && now.start === start;
}

/** The processes below one, the nearest first. */
export function descendants(root: number): ProcessNote[] {
  const children = new Map<number, Listed[]>();
  for (const one of listed()) children.set(one.parent, [...(children.get(one.parent) ?? []), one]);
  const found: ProcessNote[] = [];
  const walk = (pid: number): void => {
    for (const child of children.get(pid) ?? []) {
      found.push({ pid: child.pid, start: child.start });
      walk(child.pid);
    }
  };
  walk(root);
  return found;
}

/** Every process of a run, whoever its parent is by now. Empty where the system does not show environments. */
export function marked(run: string): ProcessNote[] {
  if (!isLinux) return [];
  const mark = `${MARKER}=${run}`;
  return pids().flatMap((pid) =>
    pid !== process.pid && environOf(pid).includes(mark) ? (noteProcess(pid) ?? []) : [],
  );
}

/** Kills it if it is still the one that was noted. */
export function kill(note: ProcessNote, signal: NodeJS.Signals): void {
  if (!isRunning(note)) return;
  try {
    process.kill(note.pid, signal);
  } catch {
    // It went by itself.
  }
}

function listed(): Listed[] {
  if (isLinux) return pids().flatMap((pid) => statOf(pid) ?? []);
  try {
    const text = execFileSync('ps', ['-axo', 'pid=,ppid=,lstart='], { encoding: 'utf8' });
    return text.split('\n').flatMap((line) => {
      const [, pid, parent, start] = /^\s*(\d+)\s+(\d+)\s+(.+?)\s*$/.exec(line) ?? [];
      return pid && parent && start ? [{ pid: Number(pid), parent: Number(parent), start }] : [];
    });
  } catch {
    return [];
  }
}

const pids = (): number[] => readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));

/** Fields 4 and 22; the name before them may hold anything. A zombie has ended. */
function statOf(pid: number): Listed | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
    return { pid, parent: Number(fields[1]), start: fields[19] ?? null };
  } catch {
    return undefined;
  }
}

function environOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  } catch {
    return [];
  }
}
