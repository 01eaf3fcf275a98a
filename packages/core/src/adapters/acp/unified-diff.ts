/**
 * A unified diff of two texts, for protocols that send the text before and after. What both begin and end with is
 * left out but for three lines; the rest is one hunk, so the work is that of comparing the lines once.
 */
const CONTEXT = 3;

export function unifiedDiff(path: string, before: string | undefined, after: string): string {
  const name = path.replace(/^[/\\]+/, '');
  const header = `--- ${before === undefined ? '/dev/null' : `a/${name}`}\n+++ b/${name}\n`;
  const [old, now] = [linesOf(before ?? ''), linesOf(after)];
  const shorter = Math.min(old.length, now.length);
  let same = 0;
  while (same < shorter && old[same] === now[same]) same++;
  let tail = 0;
  while (tail < shorter - same && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail++;
  if (same === old.length && same === now.length) return header;
  const first = Math.max(0, same - CONTEXT);
  const trailing = Math.min(tail, CONTEXT);
  const [oldEnd, nowEnd] = [old.length - tail, now.length - tail];
  const lines = [
    ...old.slice(first, same).map((line) => ` ${line}`),
    ...old.slice(same, oldEnd).map((line) => `-${line}`),
    ...now.slice(same, nowEnd).map((line) => `+${line}`),
    ...old.slice(oldEnd, oldEnd + trailing).map((line) => ` ${line}`),
  ];
  const oldRange = range(first, oldEnd + trailing);
  const nowRange = range(first, nowEnd + trailing);
  return `${header}@@ -${oldRange} +${nowRange} @@\n${lines.join('\n')}\n`;
}

function linesOf(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

const range = (first: number, end: number): string => `${end > first ? first + 1 : first},${end - first}`;
