/** An edit's result shows lines as `-2: text` and `+2: text` between fences; here they become a unified diff. */
import { type NumberedLine, numberedDiff } from '../../reading/numbered-diff.ts';

const OPEN = '```diff\n';
const CLOSE = '\n```';
const LINE = /^([-+ ])(\d{1,9}):(?: (.*))?$/s;

export function diffIn(path: string, text: string): string | undefined {
  const from = text.indexOf(OPEN);
  const to = text.lastIndexOf(CLOSE);
  if (from < 0 || to < from) return undefined;
  const lines = text.slice(from + OPEN.length, to).split('\n');
  return numberedDiff(
    path,
    lines.flatMap((line) => lineOf(line) ?? []),
  );
}

function lineOf(line: string): NumberedLine | undefined {
  const [, sign, digits, content = ''] = LINE.exec(line) ?? [];
  if (sign === undefined) return undefined;
  const number = Number(digits);
  const before = sign === '+' ? undefined : number;
  const after = sign === '-' ? undefined : number;
  return { sign: sign as NumberedLine['sign'], content, before, after };
}
