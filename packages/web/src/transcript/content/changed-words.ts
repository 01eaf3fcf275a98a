/** The words in which two lines differ. Lines that have little in common are left unmarked: everything would be. */
import { diffWordsWithSpace } from 'diff';

/** From and to, in UTF-16 units. */
export type WordRange = readonly [start: number, end: number];

const LONGEST = 1000;
const MOST_EDITS = 60;
/** Share of a line that must be the same. */
const LIKENESS = 0.3;

export function changedWords(before: string, after: string): [removed: WordRange[], added: WordRange[]] {
  if (before.length > LONGEST || after.length > LONGEST) return [[], []];
  const changes = diffWordsWithSpace(before, after, { maxEditLength: MOST_EDITS });
  if (!changes) return [[], []];
  const ranges: [WordRange[], WordRange[]] = [[], []];
  let [left, right, same] = [0, 0, 0];
  for (const { value, added, removed } of changes) {
    if (removed) ranges[0].push([left, left + value.length]);
    if (added) ranges[1].push([right, right + value.length]);
    if (!added && !removed) same += value.trim().length;
    if (!added) left += value.length;
    if (!removed) right += value.length;
  }
  const longer = Math.max(before.trim().length, after.trim().length);
  return same >= longer * LIKENESS ? ranges : [[], []];
}
