/** Standard error as the stream tells it: all of it while it is short, else its beginning and its end. */
import type { StderrOutput } from './event.ts';

export const HEAD_LINES = 20;
export const TAIL_LINES = 50;
export const LINE_BYTES = 500;

export function stderrOf(text: string): StderrOutput {
  const lines = text.replace(/\n$/, '').split('\n');
  const [shown, cut] = cutLines(lines);
  if (lines.length <= HEAD_LINES + TAIL_LINES) {
    return { head: shown.join('\n'), truncated: cut, total_lines: lines.length };
  }
  return {
    head: shown.slice(0, HEAD_LINES).join('\n'),
    tail: shown.slice(HEAD_LINES).join('\n'),
    truncated: true,
    total_lines: lines.length,
  };
}

/** The lines that are shown, each of at most so many bytes, and whether one of them was longer. */
function cutLines(lines: readonly string[]): [string[], boolean] {
  const few = lines.length <= HEAD_LINES + TAIL_LINES;
  const shown = few ? lines : [...lines.slice(0, HEAD_LINES), ...lines.slice(-TAIL_LINES)];
  const cut = shown.map(cutLine);
  return [cut, cut.some((line, index) => line !== shown[index])];
}

/** Not in the middle of a character. */
function cutLine(line: string): string {
  if (line.length * 3 <= LINE_BYTES) return line;
  const { read } = new TextEncoder().encodeInto(line, new Uint8Array(LINE_BYTES));
  return line.slice(0, read);
}
