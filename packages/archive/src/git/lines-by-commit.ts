/** Which lines of a file each commit brought in. */
import type { Blamed } from './read-blame.ts';

export function linesByCommit({ lines }: Pick<Blamed, 'lines'>): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const [index, { commit }] of lines.entries()) {
    const known = found.get(commit);
    if (known) known.push(index);
    else found.set(commit, [index]);
  }
  return found;
}
