/**
 * Text of a session inside a Markdown document. What the model wrote is Markdown itself and stays so, but must not
 * break out: tags become text, fences are closed, headings stay below ours. Everything else goes into a fence.
 */
import { neutralise, neutraliseLine } from '../neutralise.ts';

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** What a browser would take for a tag, a comment or an entity. */
const TAG = /<(?=[a-z/!?])/gi;
const HEADING = /^( {0,3})(#{1,6})(?=\s|$)/;
/** A line of these below a paragraph would make it a heading. */
const UNDERLINE = /^ {0,3}(=+|-+)\s*$/;

/** Markdown that keeps its form and stays in its place. */
export function safeMarkdown(text: string): string {
  const lines: string[] = [];
  let fence: string | undefined;
  for (const line of neutralise(text).split('\n')) {
    const mark = FENCE.exec(line)?.[1];
    if (fence === undefined) {
      lines.push(mark === undefined ? safeLine(line) : line);
      fence = mark;
    } else {
      lines.push(line);
      if (mark !== undefined && closes(mark, fence, line)) fence = undefined;
    }
  }
  if (fence !== undefined) lines.push(fence);
  return lines.join('\n');
}

const closes = (mark: string, fence: string, line: string): boolean =>
  mark[0] === fence[0] && mark.length >= fence.length && line.trim() === mark;

function safeLine(line: string): string {
  const plain = line.replaceAll(TAG, '&lt;');
  if (UNDERLINE.test(plain)) return `\\${plain.trimStart()}`;
  // Three levels are ours.
  return plain.replace(
    HEADING,
    (_match, space: string, marks: string) => `${space}${'#'.repeat(Math.min(6, marks.length + 3))}`,
  );
}

/** A fenced block; its fence is longer than any in the text. */
export function fenced(text: string, language = ''): string {
  const shown = neutralise(text).replace(/\n$/, '');
  const longest = Math.max(2, longestRun(shown));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${shown}\n${fence}`;
}

/** Of backticks. */
function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}

/** A word or a path inside a line, as code. */
export function inlineCode(text: string): string {
  const shown = neutralise(text).replaceAll(/\s+/g, ' ');
  const fence = '`'.repeat(longestRun(shown) + 1);
  const space = shown.startsWith('`') || shown.endsWith('`') || shown === '' ? ' ' : '';
  return `${fence}${space}${shown}${space}${fence}`;
}

/** A title or label on one line: no mark of Markdown in it means anything. */
export function plainText(text: string): string {
  return neutralise(text)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\`*_[\]<>#|~]/g, (mark) => (mark === '<' ? '&lt;' : `\\${mark}`));
}

export function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}

/** Inside a tag of ours. */
export function tagText(text: string): string {
  return neutraliseLine(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
