/** A diff of a text that was put in the place of another, as far as an edit tells: the lines that went and that came. */
import type { Part } from '../transcript.ts';

/** `line` is where it was in the file, when that is known. */
export function replacedPart(path: string, before: string | undefined, after: string | undefined, line = 1): Part {
  const [gone, come] = [linesOf(before, '-'), linesOf(after, '+')];
  const hunk = `@@ -${gone.length > 0 ? line : 0},${gone.length} +${come.length > 0 ? line : 0},${come.length} @@`;
  const head = `--- ${before === undefined ? '/dev/null' : path}\n+++ ${path}\n`;
  const diff = `${head}${[hunk, ...gone, ...come].join('\n')}\n`;
  return { type: 'file_ref', path, action: before === undefined ? 'write' : 'patch', diff };
}

function linesOf(text: string | undefined, mark: string): string[] {
  if (text === undefined || text === '') return [];
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => `${mark}${line}`);
}
