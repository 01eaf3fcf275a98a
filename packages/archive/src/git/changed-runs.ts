/** What a commit changed in a file: runs of new lines, with what stood in their place. */
import { hunksBetween, linesOf } from '@hansard/core/git/hunks.ts';
import type { Repository } from './repository.ts';

/** The lines of a file in a commit, named as git names it; undefined when it is not there. */
export async function fileIn(repository: Repository, name: string): Promise<string[] | undefined> {
  const object = await repository.objects.read(name);
  return object?.type === 'blob' ? linesOf(object.bytes.toString('utf8')) : undefined;
}

export interface Run {
  readonly gone: readonly string[];
  /** Line number of the first new line, from 1. */
  readonly first: number;
  readonly count: number;
}

/** Runs of new lines, with what stood in their place. */
export function runsBetween(before: readonly string[], after: readonly string[]): Run[] {
  const added = newLines(before, after);
  const removed = newLines(after, before);
  const runs: Run[] = [];
  // Both texts without their new lines are the same: walking through them side by side pairs the runs.
  let [b, a] = [0, 0];
  while (a < after.length || b < before.length) {
    const gone: string[] = [];
    while (removed.has(b)) gone.push(before[b++] as string);
    const first = a;
    while (added.has(a)) a++;
    if (a > first) runs.push({ gone, first: first + 1, count: a - first });
    if (a === first && gone.length === 0) {
      a++;
      b++;
    }
  }
  return runs;
}

function newLines(old: readonly string[], now: readonly string[]): Set<number> {
  const found = new Set<number>();
  for (const hunk of hunksBetween(old, now)) {
    for (let at = 0; at < hunk.lines.length; at++) found.add((hunk.at ?? 0) + at);
  }
  return found;
}
