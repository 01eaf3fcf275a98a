/** A unified diff as lines with their numbers, and the words that differ within lines that were replaced. */
import { neutralise } from '@hansard/core/formats/neutralise.ts';
import { changedWords, type WordRange } from './changed-words.ts';

export type LineKind = 'same' | 'added' | 'removed' | 'gap';

export interface DiffLine {
  readonly kind: LineKind;
  /** Numbers in the file before and after; undefined where the line is not in it. */
  readonly before?: number;
  readonly after?: number;
  readonly text: string;
  words?: readonly WordRange[];
}

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@ ?(.*)$/;
/** Runs of replaced lines beyond this are not compared word by word. */
const MOST_PAIRS = 400;

export function diffLines(diff: string): DiffLine[] {
  const lines: DiffLine[] = [];
  let [before, after] = [0, 0];
  for (const raw of neutralise(diff).replace(/\n$/, '').split('\n')) {
    const hunk = HUNK.exec(raw);
    if (hunk) {
      [before, after] = [Number(hunk[1]), Number(hunk[2])];
      if (lines.length > 0 || hunk[3]) lines.push({ kind: 'gap', text: hunk[3] ?? '' });
    } else if (after === 0 && before === 0) continue;
    else if (raw.startsWith('+')) lines.push({ kind: 'added', after: after++, text: raw.slice(1) });
    else if (raw.startsWith('-')) lines.push({ kind: 'removed', before: before++, text: raw.slice(1) });
    else if (raw.startsWith('\\')) continue;
    else lines.push({ kind: 'same', before: before++, after: after++, text: raw.slice(1) });
  }
  markWords(lines);
  return lines;
}

/** The nth removed line of a run was replaced by the nth added one. */
function markWords(lines: DiffLine[]): void {
  let pairs = 0;
  for (let at = 0; at < lines.length && pairs < MOST_PAIRS; ) {
    const removed = runOf(lines, at, 'removed');
    const added = runOf(lines, at + removed, 'added');
    for (let nth = 0; nth < Math.min(removed, added) && pairs < MOST_PAIRS; nth++, pairs++) {
      const [old, young] = [lines[at + nth] as DiffLine, lines[at + removed + nth] as DiffLine];
      [old.words, young.words] = changedWords(old.text, young.text);
    }
    at += Math.max(1, removed + added);
  }
}

function runOf(lines: readonly DiffLine[], from: number, kind: LineKind): number {
  let count = 0;
  while (lines[from + count]?.kind === kind) count++;
  return count;
}

/** Rows of two columns: what was removed beside what replaced it. */
export function sideBySide(lines: readonly DiffLine[]): [left: DiffLine | undefined, right: DiffLine | undefined][] {
  const rows: [DiffLine | undefined, DiffLine | undefined][] = [];
  for (let at = 0; at < lines.length; ) {
    const removed = runOf(lines, at, 'removed');
    const added = runOf(lines, at + removed, 'added');
    for (let nth = 0; nth < Math.max(removed, added); nth++) {
      rows.push([nth < removed ? lines[at + nth] : undefined, nth < added ? lines[at + removed + nth] : undefined]);
    }
    if (removed + added === 0) rows.push([lines[at], lines[at]]);
    at += Math.max(1, removed + added);
  }
  return rows;
}

export function changeCounts(lines: readonly DiffLine[]): { added: number; removed: number } {
  let [added, removed] = [0, 0];
  for (const { kind } of lines) {
    if (kind === 'added') added++;
    if (kind === 'removed') removed++;
  }
  return { added, removed };
}
