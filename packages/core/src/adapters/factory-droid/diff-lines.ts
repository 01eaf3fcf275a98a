/** An edit's result lists lines with their numbers; here they become a unified diff. */
import { isObject, type Json, listOf } from './native.ts';

const SIGNS: Record<string, string> = { added: '+', removed: '-', unchanged: ' ' };

/** Undefined when it is no such list. A gap in the numbers begins another hunk. */
export function unifiedDiff(path: string, diffLines: unknown): string | undefined {
  const hunks: Hunk[] = [];
  for (const line of listOf(diffLines)) {
    if (!isObject(line)) continue;
    const type = String(line['type']);
    const sign = Object.hasOwn(SIGNS, type) ? SIGNS[type] : undefined;
    if (sign === undefined || typeof line['content'] !== 'string') continue;
    append(hunks, sign, line['content'], isObject(line['lineNumber']) ? line['lineNumber'] : {});
  }
  if (hunks.length === 0) return undefined;
  return [`--- ${path}`, `+++ ${path}`, ...hunks.flatMap(textOf), ''].join('\n');
}

interface Hunk {
  from: number;
  to: number;
  removed: number;
  added: number;
  lines: string[];
}

function append(hunks: Hunk[], sign: string, content: string, numbers: Json): void {
  const before = numberOf(numbers['old']);
  const after = numberOf(numbers['new']);
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

function textOf({ from, to, removed, added, lines }: Hunk): string[] {
  return [`@@ -${from},${removed} +${to},${added} @@`, ...lines];
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}
