/**
 * What a call of a tool changed in files, as unified diffs: as the agent recorded it, else as the arguments of the tool
 * tell it. These do not say where in the file it was.
 */

import { PATH_FIELDS } from '../events/event-facts.ts';
import type { Event, Part } from '../transcript.ts';

export interface EditDiff {
  readonly path: string;
  readonly kind: 'edit' | 'write' | 'delete';
  readonly diff: string | null;
  readonly note?: string;
}

const CONTENTS = ['content', 'contents', 'file_text', 'new_source'];
const OLD = ['old_string', 'oldString', 'old_str', 'old_text', 'oldText'];
const NEW = ['new_string', 'newString', 'new_str', 'new_text', 'newText', 'replacement'];
const PLACELESS = 'The log does not tell where in the file it is.';

/** `events` are a call and its result, or one of them. */
export function editDiffs(events: readonly Event[]): EditDiff[] {
  const parts = events.toReversed().flatMap((event) => (event.parts ?? []).filter(isChange));
  const recorded = new Map<string, EditDiff>();
  for (const part of parts) {
    const path = part.path as string;
    if (!recorded.get(path)?.diff && !isToldInFull(path, recorded)) recorded.set(path, ofPart(part));
  }
  const said = events.flatMap(fromInput).filter(({ path }) => !recorded.get(path)?.diff);
  for (const edit of said) recorded.set(edit.path, edit);
  return [...recorded.values()];
}

/** More files than that are not compared with one another. */
const MOST_FILES = 200;

/** A patch names its files within the project, and what came of it has them in full. */
function isToldInFull(path: string, recorded: ReadonlyMap<string, EditDiff>): boolean {
  if (recorded.size > MOST_FILES) return false;
  return [...recorded.values()].some(({ path: known, diff }) => diff !== null && known.endsWith(`/${path}`));
}

const isChange = ({ type, path, action }: Part): boolean =>
  type === 'file_ref' && path !== undefined && action !== undefined && action !== 'read';

function ofPart({ path = '', action, diff }: Part): EditDiff {
  const kind = action === 'delete' ? 'delete' : action === 'write' ? 'write' : 'edit';
  const renamed = action === 'rename' ? { note: 'The file was renamed.' } : {};
  return { path, kind, diff: diff ?? null, ...renamed };
}

function fromInput({ tool }: Event): EditDiff[] {
  const input = tool?.input;
  if ((tool?.kind !== 'edit' && tool?.kind !== 'write') || !isObject(input)) return [];
  const path = first(input, PATH_FIELDS);
  if (path === undefined) return [];
  const edits = Array.isArray(input['edits']) ? input['edits'].filter(isObject) : [input];
  const hunks = edits.flatMap((edit) => replaced(edit) ?? []);
  if (hunks.length > 0) return [{ path, kind: 'edit', diff: withHead(path, hunks), note: PLACELESS }];
  const content = first(input, CONTENTS);
  if (content !== undefined) return [{ path, kind: 'write', diff: withHead(path, [added(content)]) }];
  return [{ path, kind: tool.kind === 'write' ? 'write' : 'edit', diff: null }];
}

function replaced(edit: Record<string, unknown>): string | undefined {
  const [before, after] = [first(edit, OLD), first(edit, NEW)];
  if (before === undefined && after === undefined) return undefined;
  const [gone, come] = [linesOf(before ?? ''), linesOf(after ?? '')];
  const lines = [...gone.map((line) => `-${line}`), ...come.map((line) => `+${line}`)];
  return [`@@ -1,${gone.length} +1,${come.length} @@`, ...lines].join('\n');
}

function added(content: string): string {
  const lines = linesOf(content);
  return [`@@ -0,0 +1,${lines.length} @@`, ...lines.map((line) => `+${line}`)].join('\n');
}

const withHead = (path: string, hunks: readonly string[]): string => `--- ${path}\n+++ ${path}\n${hunks.join('\n')}\n`;

/** A newline at the end ends the last line. */
const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function first(input: Record<string, unknown>, names: readonly string[]): string | undefined {
  return names.map((name) => input[name]).find((value): value is string => typeof value === 'string');
}
