/** Runs of new lines, with the lines around them: of a unified diff, and between two texts. */
import type { WrittenHunk } from './written-lines.ts';

/** A newline at the end ends the last line. */
export const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));

/** The added lines of a unified diff of one file. */
export function diffHunks(diff: string): WrittenHunk[] {
  const hunks: WrittenHunk[] = [];
  let inHunk = false;
  let before: string | undefined;
  let lines: string[] = [];
  const close = (after: string | undefined) => {
    if (lines.length > 0) hunks.push({ before, after, lines });
    lines = [];
    before = after;
  };
  for (const text of linesOf(diff)) {
    if (text.startsWith('@@')) {
      close(undefined);
      inHunk = true;
    } else if (!inHunk || text.startsWith('\\') || text.startsWith('-')) {
      if (/^(diff |Index: )/.test(text)) inHunk = false;
    } else if (text.startsWith('+')) lines.push(text.slice(1));
    else close(text.startsWith(' ') ? text.slice(1) : text);
  }
  close(undefined);
  return hunks;
}

/** Beyond so many pairs of lines, what stands between equal beginnings and ends counts as new. */
const MOST_PAIRS = 4_000_000;

/** What is in the one text and not in the other, by the longest common sequence of lines. */
export function hunksBetween(old: readonly string[], now: readonly string[]): WrittenHunk[] {
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let [oldEnd, nowEnd] = [old.length, now.length];
  while (oldEnd > start && nowEnd > start && old[oldEnd - 1] === now[nowEnd - 1]) {
    oldEnd--;
    nowEnd--;
  }
  const kept = keptLines(old.slice(start, oldEnd), now.slice(start, nowEnd));
  const hunks: WrittenHunk[] = [];
  for (let at = start; at < nowEnd; ) {
    if (kept.has(at - start)) {
      at++;
      continue;
    }
    let end = at;
    while (end < nowEnd && !kept.has(end - start)) end++;
    hunks.push({ at, before: now[at - 1], after: now[end], lines: now.slice(at, end) });
    at = end;
  }
  return hunks;
}

/** Most edits are small, and there are very many of them: one table serves them all. */
const SMALL = 4096;
const SMALL_TABLE = new Uint32Array(SMALL);

/** Of what was there before, nothing is read but the last row and the last column. */
function emptyTable(height: number, width: number): Uint32Array {
  if (height * width > SMALL) return new Uint32Array(height * width);
  SMALL_TABLE.fill(0, (height - 1) * width, height * width);
  for (let row = 0; row < height; row++) SMALL_TABLE[row * width + width - 1] = 0;
  return SMALL_TABLE;
}

/** Which lines of `now` were in `old`, in order. */
function keptLines(old: readonly string[], now: readonly string[]): ReadonlySet<number> {
  const kept = new Set<number>();
  if (old.length === 0 || now.length === 0 || old.length * now.length > MOST_PAIRS) return kept;
  const width = now.length + 1;
  const lengths = emptyTable(old.length + 1, width);
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        old[i] === now[j]
          ? (lengths[(i + 1) * width + j + 1] as number) + 1
          : Math.max(lengths[(i + 1) * width + j] as number, lengths[i * width + j + 1] as number);
    }
  }
  for (let i = 0, j = 0; i < old.length && j < now.length; ) {
    if (old[i] === now[j]) {
      kept.add(j);
      i++;
      j++;
    } else if ((lengths[(i + 1) * width + j] as number) >= (lengths[i * width + j + 1] as number)) i++;
    else j++;
  }
  return kept;
}
