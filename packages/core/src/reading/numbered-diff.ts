/** Agents that tell a change as lines with their numbers: here these become a unified diff. */

export interface NumberedLine {
  readonly sign: '+' | '-' | ' ';
  readonly content: string;
  /** Number before the change; undefined for a line that was added. */
  readonly before?: number;
  /** Number after the change; undefined for a line that was removed. */
  readonly after?: number;
}

interface Hunk {
  from: number;
  to: number;
  removed: number;
  added: number;
  lines: string[];
}

/** Undefined without lines. A gap in the numbers begins another hunk. */
export function numberedDiff(path: string, lines: Iterable<NumberedLine>): string | undefined {
  const hunks: Hunk[] = [];
  for (const line of lines) append(hunks, line);
  if (hunks.length === 0) return undefined;
  const texts = hunks.map(({ from, to, removed, added, lines: own }) =>
    [`@@ -${from},${removed} +${to},${added} @@`, ...own].join('\n'),
  );
  return [`--- ${path}`, `+++ ${path}`, ...texts, ''].join('\n');
}

function append(hunks: Hunk[], { sign, content, before, after }: NumberedLine): void {
  let hunk = hunks.at(-1);
  const follows =
    hunk &&
    (before === undefined || before === hunk.from + hunk.removed) &&
    (after === undefined || after === hunk.to + hunk.added);
  if (!hunk || !follows) {
    const from = before ?? after ?? 1;
    hunk = { from, to: after ?? from, removed: 0, added: 0, lines: [] };
    hunks.push(hunk);
  }
  if (sign !== '+') hunk.removed++;
  if (sign !== '-') hunk.added++;
  hunk.lines.push(`${sign}${content}`);
}
