/** The changes of files that a tool call made, as diffs: as the agent recorded them, or else made from its arguments. */
import { CONTENTS, first, PATHS, REPLACEMENTS } from '@hansard/core/formats/file-changes.ts';
import { isObject, type Json, listOf, textOf } from '@hansard/core/reading/native-values.ts';
import type { Event } from '@hansard/core/transcript.ts';
import { structuredPatch } from 'diff';

export interface Edit {
  readonly path: string;
  /** Unified; empty when what changed is not known. */
  readonly diff: string;
}

const REPLACED = ['old_string', 'oldString', 'old_str', 'old_text', 'oldText', 'search'];
const MOST_EDITS = 2000;
const CONTEXT = 3;

export function editsOf(call: Event, result: Event | undefined): Edit[] {
  const parts = [...(result?.parts ?? []), ...(call.parts ?? [])];
  const recorded = new Map<string, Edit>();
  for (const { type, path, action, diff } of parts) {
    if (type === 'file_ref' && path && diff && action !== 'read' && !isKnown(path, recorded))
      recorded.set(path, { path, diff });
  }
  return recorded.size > 0 ? [...recorded.values()] : fromInput(call.tool?.input);
}

/** More files than that are not compared with one another. */
const MOST_FILES = 200;

/** A patch names its files within the project, and what came of it has them in full. */
function isKnown(path: string, recorded: ReadonlyMap<string, Edit>): boolean {
  if (recorded.has(path) || recorded.size > MOST_FILES) return recorded.has(path);
  return [...recorded.keys()].some((known) => known.endsWith(`/${path}`));
}

function fromInput(input: unknown): Edit[] {
  if (!isObject(input)) return [];
  const path = first(input, PATHS) ?? '';
  const several = listOf(input['edits']).filter(isObject);
  const diffs = (several.length > 0 ? several : [input]).map(diffOf).filter((diff) => diff !== '');
  return diffs.length > 0 ? [{ path, diff: diffs.join('\n') }] : [];
}

function diffOf(input: Json): string {
  const after = text(input, REPLACEMENTS) ?? text(input, CONTENTS);
  const before = text(input, REPLACED) ?? '';
  return after === undefined ? '' : madeDiff(before, after);
}

/** An empty text says something here. */
function text(input: Json, names: readonly string[]): string | undefined {
  return names.map((name) => textOf(input[name])).find((value) => value !== undefined);
}

/** Hunks of a diff; texts that differ too much are not compared line by line. */
export function madeDiff(before: string, after: string): string {
  const [old, young] = [withEnd(before), withEnd(after)];
  const patch = structuredPatch('', '', old, young, '', '', { context: CONTEXT, maxEditLength: MOST_EDITS });
  if (!patch) return wholeHunk(linesOf(old), linesOf(young));
  return patch.hunks.map(hunkText).join('\n');
}

type Hunk = NonNullable<ReturnType<typeof structuredPatch>>['hunks'][number];

function hunkText({ oldStart, oldLines, newStart, newLines, lines }: Hunk): string {
  return `@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@\n${lines.join('\n')}`;
}

/** A range without lines names the line before it. */
const range = (start: number, lines: number): string => `${lines === 0 ? start - 1 : start},${lines}`;

const withEnd = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);
const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));

function wholeHunk(before: readonly string[], after: readonly string[]): string {
  const lines = [...before.map((line) => `-${line}`), ...after.map((line) => `+${line}`)];
  return `@@ -1,${before.length} +1,${after.length} @@\n${lines.join('\n')}`;
}
