/** The lines of the mock agent, protocol 1. docs/live.md is the specification; `packages/live/src/mock` writes them. */
import { isObject, type Json, stringOf, wordOf } from '../../reading/native-values.ts';

export type { Json };
export { isObject };

/** Types of lines; anything else is not known, and kept as it is. */
export const LINES = [
  'hello',
  'message',
  'answer',
  'interrupt',
  'set',
  'turn',
  'text',
  'reasoning',
  'delta',
  'done',
  'tool_call',
  'tool_result',
  'status',
  'image',
  'file',
  'item',
  'permission',
  'question',
  'withdrawn',
  'error',
  'end',
] as const;
export type LineType = (typeof LINES)[number];

export const typeOf = (line: Json): LineType | undefined => LINES.find((type) => type === line['type']);

/** An id that is short enough to be kept. */
export function idOf(value: unknown): string | undefined {
  const id = wordOf(value);
  return id !== undefined && id.length <= 120 ? id : undefined;
}

export const textOf = (value: unknown): string | undefined => stringOf(value);
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const wordsOf = (value: unknown): string[] =>
  listOf(value).filter((one): one is string => typeof one === 'string');
