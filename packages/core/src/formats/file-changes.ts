/**
 * What a tool call wrote into files, and in which lines. A recorded diff says it exactly; else the arguments of tools
 * that write or edit are taken, and the lines of an edit are a guess.
 */

import { changedNothing } from '../events/tool-outcome.ts';
import { isObject, stringOf } from '../reading/native-values.ts';
import type { Event, Part } from '../transcript.ts';
import { addedRanges } from './added-ranges.ts';

export interface FileChange {
  readonly path: string;
  readonly ranges: readonly ChangedRange[];
}

export interface ChangedRange {
  /** From 1; undefined when the place is not known. */
  readonly start?: number;
  readonly text: string;
  readonly change: 'addition' | 'modification' | 'deletion';
}

/** What tools call the file, the content and the replacement that they were given. */
export const PATHS: readonly string[] = [
  'file_path',
  'filePath',
  'path',
  'absolute_path',
  'notebook_path',
  'target_file',
  'filename',
];
export const CONTENTS: readonly string[] = ['content', 'contents', 'file_text', 'text', 'new_source'];
export const REPLACEMENTS: readonly string[] = [
  'new_string',
  'newString',
  'new_str',
  'new_text',
  'newText',
  'replace',
  'replacement',
];

export function changesOf(call: Event, result: Event | undefined): FileChange[] {
  const status = result?.tool?.status ?? call.tool?.status;
  if (changedNothing(status)) return [];
  const recorded = [...fileParts(result), ...fileParts(call)].filter(({ diff }) => diff);
  const byPath = new Map(recorded.toReversed().map((part) => [part.path as string, part]));
  if (byPath.size > 0) return [...byPath].map(([path, part]) => ({ path, ranges: addedRanges(part.diff ?? '') }));
  return fromInput(call);
}

function fileParts(event: Event | undefined): Part[] {
  return (event?.parts ?? []).filter(({ type, path, action }) => type === 'file_ref' && path && action !== 'read');
}

function fromInput({ tool }: Event): FileChange[] {
  const input = tool?.input;
  if (!isObject(input) || (tool?.kind !== 'write' && tool?.kind !== 'edit')) return [];
  const path = first(input, PATHS);
  if (path === undefined) return [];
  const replacement = first(input, REPLACEMENTS);
  if (replacement !== undefined) return [{ path, ranges: [{ text: replacement, change: 'modification' }] }];
  const content = first(input, CONTENTS);
  if (content === undefined) return [];
  return [{ path, ranges: [{ start: 1, text: content, change: 'addition' }] }];
}

/** The first of these fields that holds words. */
export function first(input: Record<string, unknown>, names: readonly string[]): string | undefined {
  return names.map((name) => stringOf(input[name])).find((value) => value !== undefined);
}

/** A newline at the end ends the last line. */
export function lineCount(text: string): number {
  let count = text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return Math.max(1, count);
}
