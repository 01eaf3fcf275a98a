/**
 * Files that a tool changed, as parts with unified diffs: from the changes Codex reports once they are applied, or
 * from the text of a patch as the model asked for it.
 */
import type { Part } from '../../transcript.ts';
import { type Fields, fields, text } from './native.ts';

const MAX_FILES = 500;

/** `{path: {type: add|delete|update, content | unified_diff, move_path}}`. */
export function partsOfChanges(changes: unknown): Part[] {
  const parts: Part[] = [];
  const map = fields(changes);
  if (!map) return parts;
  for (const path in map) {
    if (parts.length >= MAX_FILES) break;
    const change = fields(map[path]);
    if (change) parts.push(partOfChange(path, change));
  }
  return parts;
}

/** The live form: `[{path, kind: {type, move_path} | "add", diff}]`. */
export function partsOfChangeList(changes: readonly unknown[]): Part[] {
  const parts: Part[] = [];
  for (const value of changes.slice(0, MAX_FILES)) {
    const change = fields(value);
    const path = text(change?.['path']);
    if (!change || path === undefined) continue;
    const kind = fields(change['kind']) ?? { type: change['kind'] };
    const diff = text(change['diff']);
    const content = kind['type'] === 'update' ? { unified_diff: diff } : { content: diff };
    parts.push(partOfChange(path, { type: kind['type'], move_path: kind['move_path'], ...content }));
  }
  return parts;
}

function partOfChange(path: string, change: Fields): Part {
  const kind = change['type'];
  const moved = text(change['move_path']);
  const action = kind === 'add' ? 'write' : kind === 'delete' ? 'delete' : moved ? 'rename' : 'patch';
  const part: Part = { type: 'file_ref', path, action };
  const content = text(change['content']);
  const diff = text(change['unified_diff']) ?? (content === undefined ? undefined : wholeFileDiff(content, kind));
  if (diff !== undefined) part.diff = diff;
  if (moved) part.detail = moved;
  return part;
}

function wholeFileDiff(content: string, kind: unknown): string {
  if (content === '') return '';
  const ended = content.endsWith('\n');
  const lines = (ended ? content.slice(0, -1) : content).split('\n');
  const sign = kind === 'delete' ? '-' : '+';
  const range = kind === 'delete' ? `-1,${lines.length} +0,0` : `-0,0 +1,${lines.length}`;
  const body = sign + lines.join(`\n${sign}`);
  return `@@ ${range} @@\n${body}\n${ended ? '' : '\\ No newline at end of file\n'}`;
}

const BEGIN = '*** Begin Patch';
const ACTIONS: Record<string, string> = { Add: 'write', Update: 'patch', Delete: 'delete' };

/** The patch inside a tool's input: its own argument, or a here-document in a shell command. */
export function patchIn(input: unknown): string | undefined {
  if (typeof input === 'string') return input.includes(BEGIN) ? input : undefined;
  const given = fields(input);
  if (!given) return undefined;
  const command = given['command'] ?? given['cmd'] ?? given['input'] ?? given['patch'];
  const script = Array.isArray(command) ? command.at(-1) : command;
  return typeof script === 'string' && script.includes(BEGIN) ? script : undefined;
}

/** Sections of a patch text. Its hunks have no line numbers, but are otherwise those of a unified diff. */
export function partsOfPatch(patch: string): Part[] {
  const parts: Part[] = [];
  let open: { part: Part; from: number } | undefined;
  for (let at = patch.indexOf(BEGIN); at >= 0 && parts.length < MAX_FILES; at = nextHeader(patch, at)) {
    const end = patch.indexOf('\n', at);
    const line = patch.slice(at, end < 0 ? patch.length : end);
    if (line.startsWith('*** Move to:') || line.startsWith('*** End of File')) continue;
    if (open) closeSection(patch.slice(open.from, at), open.part);
    open = undefined;
    const header = /^\*\*\* (Add|Update|Delete) File: (.+)/.exec(line);
    if (!header) continue;
    const part: Part = { type: 'file_ref', path: header[2] as string, action: ACTIONS[header[1] as string] as string };
    parts.push(part);
    open = { part, from: end < 0 ? patch.length : end + 1 };
  }
  if (open) closeSection(patch.slice(open.from), open.part);
  return parts;
}

/** The next line that begins with `*** `. */
function nextHeader(patch: string, from: number): number {
  const at = patch.indexOf('\n*** ', from);
  return at < 0 ? -1 : at + 1;
}

function closeSection(section: string, part: Part): void {
  const move = /^\*\*\* Move to: (.+)\n/.exec(section);
  if (move) {
    part.action = 'rename';
    part.detail = move[1] as string;
  }
  const body = move ? section.slice(move[0].length) : section;
  if (body === '') return;
  part.diff = part.action === 'write' ? `@@ -0,0 +1,${body.trimEnd().split('\n').length} @@\n${body}` : body;
}
