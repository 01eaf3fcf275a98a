/** A run's own log and description, as far as they can be read. */
import { isObject, type Json } from '../../reading/native-values.ts';
import type { FolderFile, FormatProblem } from '../contract.ts';
import { positionAt } from '../json-position.ts';
import { syntaxProblemOf } from '../json-syntax.ts';
import { depthOf } from '../nesting.ts';
import { linesOf, textOf } from '../text-pieces.ts';
import { type RunEvent, runEventOf } from './run-event.ts';

/** Deeper nesting is no file of a run. */
const MAX_DEPTH = 200;
/** Nor is a description or a receipt that is longer: it is held in memory for each step that is read. */
const MAX_OBJECT = 16_000_000;

export async function readRunEvents(file: FolderFile, problems: FormatProblem[]): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  for await (const { text, number, cut } of linesOf(file.pieces())) {
    if (text.trim() === '') continue;
    const value = cut ? 'expected an event, found a line too long to hold' : parsed(text);
    const event = typeof value === 'string' ? undefined : runEventOf(value, number);
    if (event) events.push(event);
    else problems.push(problemAt(file.path, number, text, typeof value === 'string' ? value : EXPECTED));
  }
  return events;
}

const EXPECTED = 'expected the field kind or event';

/** An object, or undefined and a problem. */
export async function readObject(file: FolderFile, problems: FormatProblem[]): Promise<[Json, string] | undefined> {
  const text = await textOf(file.pieces(), MAX_OBJECT);
  const value = text === undefined ? `expected at most ${MAX_OBJECT} characters` : parsed(text);
  if (typeof value !== 'string') return [value, text ?? ''];
  problems.push(problemAt(file.path, undefined, text ?? '', value));
  return undefined;
}

/** The object that a text holds, or what is wrong with it. */
export function parsed(text: string): Json | string {
  if (depthOf(text) > MAX_DEPTH) return `expected at most ${MAX_DEPTH} levels of nesting`;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : 'expected object';
  } catch {
    return `not JSON: ${syntaxProblemOf(text)?.message ?? 'expected JSON'}`;
  }
}

export function problemAt(path: string, line: number | undefined, text: string, message: string): FormatProblem {
  const offset = message.startsWith('not JSON') ? (syntaxProblemOf(text)?.offset ?? 0) : 0;
  const position = positionAt(text, offset);
  return { message, pointer: '', line: line ?? position.line, column: position.column, path };
}
