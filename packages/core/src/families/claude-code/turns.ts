/** Which turn a record belongs to: named by its prompt's id, before 2.1.77 by the line of the prompt. */
import { object, type Raw, word } from './native.ts';
import type { ReaderState } from './state.ts';
import { beginsTurn } from './wrappers.ts';

const LONGEST = 120;

export const turnOf = (id: string): string => id.slice(0, LONGEST);

/** Inline subagents are in the turn of their parent. */
export function followTurn(state: ReaderState, value: Raw, source: string | undefined, ref: string): void {
  const prompt = word(value['promptId']);
  if (prompt !== undefined) state.turn = turnOf(prompt);
  else if (source === undefined && isPrompt(value)) state.turn = turnOf(word(value['uuid']) ?? ref);
}

function isPrompt(value: Raw): boolean {
  if (value['isMeta'] === true || value['isSynthetic'] === true) return false;
  const content = object(value['message'])?.['content'] ?? value['content'];
  if (typeof content === 'string') return beginsTurn(content);
  if (!Array.isArray(content)) return false;
  const first = object(content[0]);
  if (first?.['type'] === 'tool_result') return false;
  const words = word(first?.['text']);
  return words === undefined || beginsTurn(words) || content.length > 1;
}
