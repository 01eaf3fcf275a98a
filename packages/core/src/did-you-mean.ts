/** The known word closest to what was typed, if any is close. */
export function didYouMean(typed: string, known: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = Math.max(2, Math.floor(typed.length / 3)) + 1;
  for (const word of known) {
    const distance = word.startsWith(typed) && typed.length > 1 ? 1 : editDistance(typed.slice(0, 60), word);
    if (distance < least) [best, least] = [word, distance];
  }
  return best;
}

/** A sentence to end a message with, or nothing. */
export function suggestion(typed: string, known: readonly string[], prefix = ''): string {
  const word = didYouMean(typed, known);
  return word === undefined ? '' : ` Did you mean ${prefix}${word}?`;
}

/** Insertions, deletions, replacements and swaps of neighbours. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let least = Math.min(row[j - 1]! + (same ? 0 : 1), row[j]! + 1, next[j - 1]! + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, before[j - 2]! + 1);
      next.push(least);
    }
    [before, row] = [row, next];
  }
  return row[b.length]!;
}
