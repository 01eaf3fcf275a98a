/** What an event says of lines that were written to files, and of commands that change what was written. */
import type { EventDraft } from '../adapters/contract.ts';
import { changedNothing } from '../events/tool-outcome.ts';
import { commandText } from '../reading/command-text.ts';
import { type ChangingCommand, changingCommands, commitsIn } from './changing-commands.ts';
import { encodeHunks } from './written-codec.ts';
import { type WrittenFile, type WrittenKind, writtenByCall, writtenInParts } from './written-lines.ts';

/** Lines that went into one file, packed. */
export interface WroteFile {
  readonly path: string;
  readonly kind: WrittenKind;
  readonly lines: Uint8Array;
}

export interface Wrote {
  /** The key of the call that a result belongs to. */
  readonly call?: string;
  /** What was said of the call before does not hold: of lines alone, or of commands, too. */
  readonly clears?: 'lines' | 'all';
  readonly files: readonly WroteFile[];
  readonly ran: readonly ChangingCommand[];
}

/** Kinds of tools whose calls are looked into. */
const WRITING: ReadonlySet<unknown> = new Set(['edit', 'write', 'shell']);
const MOST_PATH = 4096;

/** Undefined for most events: their tools write nothing. */
export function wroteOf(event: EventDraft): Wrote | undefined {
  if (!mayWrite(event)) return undefined;
  if (event.type === 'tool_call') return wroteByCall(event);
  if (event.type !== 'tool_result' || event.parentId === undefined) return undefined;
  return wroteByResult(event.parentId, event);
}

function wroteByCall(event: EventDraft): Wrote {
  const { tool } = event;
  const isShell = tool?.kind === 'shell';
  if (changedNothing(tool?.status) && !isShell) return { clears: 'all', files: [], ran: [] };
  const command = isShell ? commandText(tool.input) : undefined;
  const output = tool?.output ?? tool?.stdout;
  const ran =
    command === undefined ? [] : [...changingCommands(command), ...(output ? commitsIn(command, output) : [])];
  return { clears: 'all', files: packed(writtenByCall(event)), ran };
}

function wroteByResult(call: string, event: EventDraft): Wrote | undefined {
  const { tool } = event;
  if (changedNothing(tool?.status)) {
    // A command that ends with an error may have written all the same.
    const isUndone = tool?.kind !== 'shell' || tool.status === 'denied';
    return isUndone ? { call, clears: 'all', files: [], ran: [] } : undefined;
  }
  const files = packed(writtenInParts(event));
  const output = tool?.output ?? tool?.stdout ?? event.text ?? '';
  const ran = tool?.kind === 'shell' ? printedCommits(output) : [];
  if (files.length === 0 && ran.length === 0) return undefined;
  return { call, ...(files.length > 0 && { clears: 'lines' }), files, ran };
}

/**
 * Which command it was is told by the call; what it printed is told by nothing else. What git and jj print of a commit begins
 * in a way that little else does.
 */
function printedCommits(output: string): ChangingCommand[] {
  const git = output.startsWith('[') || output.includes('\n[') ? commitsIn('git commit', output) : [];
  // Whatever jj says of the working copy, it says of its parent, too: looking for one of them is enough.
  return output.includes('Parent commit ') ? [...git, ...commitsIn('jj commit', output)] : git;
}

function mayWrite({ tool, parts }: EventDraft): boolean {
  return WRITING.has(tool?.kind) || parts?.some(({ type, diff }) => type === 'file_ref' && diff) === true;
}

/** Several edits of one file by one call are one. */
function packed(files: readonly WrittenFile[]): WroteFile[] {
  const byPath = new Map<string, WrittenFile>();
  for (const file of files) {
    if (file.path.length > MOST_PATH) continue;
    const known = byPath.get(file.path);
    byPath.set(file.path, known ? { ...known, hunks: [...known.hunks, ...file.hunks] } : file);
  }
  return [...byPath.values()].map(({ path, kind, hunks }) => ({ path, kind, lines: encodeHunks(hunks) }));
}
