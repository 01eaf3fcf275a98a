/**
 * What a call of a tool put into files, line by line: as the agent recorded it, else as the arguments tell it. Lines that
 * were there before are not among them, as far as anything tells.
 */
import { PATH_FIELDS } from '../events/event-facts.ts';
import { isObject, stringOf } from '../reading/native-values.ts';
import type { Part, Tool } from '../transcript.ts';
import { diffHunks, hunksBetween, linesOf } from './hunks.ts';
import { shellWrites } from './shell-writes.ts';

/** Lines that stand together, with their neighbours where these are known. */
export interface WrittenHunk {
  /** Index of the first line in the text, where that is known. */
  readonly at?: number | undefined;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly lines: readonly string[];
}

export interface WrittenFile {
  readonly path: string;
  /**
   * `edit`: these lines and no others are new. `create`: the whole of a file that was not there. `replace`: the whole of a
   * file of which nothing tells what stood in it before. `command`: what a command of a shell says that it writes.
   */
  readonly kind: WrittenKind;
  readonly hunks: readonly WrittenHunk[];
}

export type WrittenKind = 'edit' | 'create' | 'replace' | 'command';

/** What is needed of an event. */
export interface WritingEvent {
  readonly tool?: Pick<Tool, 'kind' | 'input'> | undefined;
  readonly parts?: readonly Part[] | undefined;
}

const CONTENTS = ['content', 'contents', 'file_text', 'new_source'];
const OLD = ['old_string', 'oldString', 'old_str', 'old_text', 'oldText'];
const NEW = ['new_string', 'newString', 'new_str', 'new_text', 'newText', 'replacement'];
/** More of a file is not looked at: nobody reads a line of so long a file. */
const MOST_CHARACTERS = 8 * 1024 * 1024;

/** By a call alone: recorded diffs first, then its arguments. */
export function writtenByCall(call: WritingEvent): WrittenFile[] {
  const recorded = writtenInParts(call);
  if (recorded.length > 0) return recorded;
  if (call.tool?.kind === 'shell') return shellWrites(call.tool.input);
  return fromInput(call);
}

/** What a result, or a call, records as diffs. */
export function writtenInParts({ parts }: WritingEvent): WrittenFile[] {
  const files: WrittenFile[] = [];
  for (const { type, path, action, diff } of parts ?? []) {
    if (type !== 'file_ref' || !path || action === 'read' || !diff || diff.length > MOST_CHARACTERS) continue;
    const hunks = diffHunks(diff);
    const isNew = /^--- \/dev\/null$/m.test(diff.slice(0, 4096));
    if (hunks.length > 0) files.push({ path, kind: isNew ? 'create' : 'edit', hunks });
  }
  return files;
}

function fromInput({ tool }: WritingEvent): WrittenFile[] {
  const input = tool?.input;
  if ((tool?.kind !== 'edit' && tool?.kind !== 'write') || !isObject(input)) return [];
  const path = first(input, PATH_FIELDS);
  if (path === undefined) return [];
  const edits = Array.isArray(input['edits']) ? input['edits'].filter(isObject) : [input];
  const hunks = edits.flatMap(replaced);
  if (hunks.length > 0) return [{ path, kind: 'edit', hunks }];
  const content = first(input, CONTENTS);
  if (content === undefined || content === '' || content.length > MOST_CHARACTERS) return [];
  return [{ path, kind: 'replace', hunks: [{ lines: linesOf(content) }] }];
}

function replaced(edit: Record<string, unknown>): WrittenHunk[] {
  const [before, after] = [first(edit, OLD), first(edit, NEW)];
  if (after === undefined || after.length > MOST_CHARACTERS) return [];
  return hunksBetween(linesOf(before ?? ''), linesOf(after));
}

function first(input: Record<string, unknown>, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = stringOf(input[name]);
    if (value !== undefined) return value;
  }
  return undefined;
}
