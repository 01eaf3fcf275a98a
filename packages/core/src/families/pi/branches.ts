/**
 * The tree of a v3 session, as far as a bounded memory can follow it. The file is in the order of writing, and an
 * entry whose parent is not the one before it goes back to an earlier point. What was said after that point is
 * then an abandoned branch: its events are marked with the id of its first entry, as far back as the last
 * entries are remembered. Beyond that, the new line is marked instead, from its first entry on.
 */

import type { Output } from '../../adapters/contract.ts';
import { remember } from '../../reading/keyed-list.ts';

/** Entry id, number of its events, the branch it lies on ('' for the main line), and what its events are named by. */
type Step = [id: string, events: number, branch?: string, base?: string];

export interface Path {
  /** The latest entries of the line that the session is on. */
  line: Step[];
  /** Entries of lines that were left, with the branch they lie on. */
  left: [id: string, branch: string][];
  /** Whether `line` has forgotten its beginning. */
  cut?: boolean;
}

const MAX_LINE = 200;
const MAX_LEFT = 100;

/**
 * Places an entry on the tree and returns the branch it lies on, undefined for the main line. Events of entries
 * that are left behind by it are marked.
 */
export function follow(path: Path, id: string, parentId: string | undefined, out: Output): string | undefined {
  const branch = branchFor(path, id, parentId, out);
  if (path.line.length >= MAX_LINE) path.cut = true;
  remember(path.line, branch === undefined ? [id, 0] : [id, 0, branch], MAX_LINE);
  return branch;
}

/** How many events the entry became, once it was read, and the id of the first. */
export function setEvents(path: Path, events: number, base: string): void {
  const step = path.line.at(-1);
  if (!step) return;
  step[1] = events;
  if (base === step[0]) return;
  step[2] ??= '';
  step[3] = base;
}

/** What an earlier entry became: the id of its first event and how many there are; undefined when it is forgotten. */
export function eventsOf(path: Path, id: string): { base: string; events: number } | undefined {
  const step = path.line.findLast((other) => other[0] === id);
  return step && { base: step[3] ?? step[0], events: step[1] };
}

const branchOf = (step: Step | undefined): string | undefined => step?.[2] || undefined;

/** Whether an entry does not continue the one before it. */
export function isJump(path: Path, parentId: string | undefined): boolean {
  const tip = path.line.at(-1);
  return tip !== undefined && tip[0] !== parentId;
}

function branchFor(path: Path, id: string, parentId: string | undefined, out: Output): string | undefined {
  if (!isJump(path, parentId)) return branchOf(path.line.at(-1));
  const { line } = path;
  const at = parentId === undefined ? -1 : line.findLastIndex((step) => step[0] === parentId);
  if (at >= 0 || (parentId === undefined && !path.cut)) {
    const parent = line[at];
    abandon(path, line.splice(at + 1), out);
    return branchOf(parent);
  }
  const left = parentId === undefined ? undefined : path.left.findLast((step) => step[0] === parentId);
  for (const [step, , branch] of line.splice(0)) remember(path.left, [step, branch ?? ''], MAX_LEFT);
  path.cut = true;
  if (!left) return id;
  return left[1] === '' ? undefined : left[1];
}

/** Marks the events of entries that are no longer on the line. */
function abandon(path: Path, steps: readonly Step[], out: Output): void {
  const branch = steps[0]?.[0];
  if (branch === undefined) return;
  for (const [id, events, , base = id] of steps) {
    for (let n = 0; n < events; n++) out.patch(n === 0 ? base : `${base}.${n}`, { branch });
    remember(path.left, [id, branch], MAX_LEFT);
  }
}
