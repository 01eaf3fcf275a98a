/** One hit as people read it: who or what it is, and the stretch of text with what was found in colour. */

import { neutraliseLine } from '@hansard/core';
import type { Snippet } from '@hansard/core/search/snippet.ts';
import type { HitResult } from '@hansard/core/store/search.ts';
import type { Colors } from '../terminal/colors.ts';

/** `user`, `Bash output`, `subagent reasoning` */
export function hitLabel({ type, tool, error, subagent, withdrawn, snippet }: HitResult): string {
  const what = tool === null ? (NAMES[type] ?? type) : tool;
  const field = snippet && (tool !== null || snippet.field === 'path') ? FIELDS[snippet.field] : '';
  const words = [subagent ? 'subagent' : '', what, field, error ? 'failed' : '', withdrawn ? '(withdrawn)' : ''];
  return neutraliseLine(words.filter(Boolean).join(' '));
}

const NAMES: Readonly<Record<string, string>> = { user_message: 'user', assistant_message: 'assistant' };
const FIELDS: Readonly<Record<Snippet['field'], string>> = {
  text: '',
  reasoning: '',
  input: 'input',
  output: 'output',
  path: 'file',
  error: 'error',
  other: '',
};

/** On one line. What comes from the transcript is made harmless piece by piece, so that marks keep their places. */
export function snippetText({ text, marks, cutBefore, cutAfter }: Snippet, colors: Colors): string {
  const pieces: string[] = [];
  let from = 0;
  for (const [start, end] of marks) {
    pieces.push(line(text.slice(from, start)), colors.found(line(text.slice(start, end))));
    from = end;
  }
  pieces.push(line(text.slice(from)));
  return `${cutBefore ? '…' : ''}${pieces.join('').trim()}${cutAfter ? '…' : ''}`;
}

const line = (text: string): string => neutraliseLine(text.replaceAll(/\s+/g, ' '));

/** Event ids are the agents' own, and may hold what a shell would read as something else. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./#-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
