/** An edit's result lists lines with their numbers; here they become a unified diff. */
import { type NumberedLine, numberedDiff } from '../../reading/numbered-diff.ts';
import { isObject, listOf, objectOf } from './native.ts';

const SIGNS: Record<string, NumberedLine['sign']> = { added: '+', removed: '-', unchanged: ' ' };

/** Undefined when it is no such list. */
export function unifiedDiff(path: string, diffLines: unknown): string | undefined {
  return numberedDiff(
    path,
    listOf(diffLines).flatMap((line) => lineOf(line) ?? []),
  );
}

function lineOf(line: unknown): NumberedLine | undefined {
  if (!isObject(line) || typeof line['content'] !== 'string') return undefined;
  const type = String(line['type']);
  const sign = Object.hasOwn(SIGNS, type) ? SIGNS[type] : undefined;
  if (sign === undefined) return undefined;
  const numbers = objectOf(line['lineNumber']);
  return { sign, content: line['content'], before: numberOf(numbers['old']), after: numberOf(numbers['new']) };
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}
