/**
 * The index of written lines, kept by ingest: what a call put into files, taken from its arguments, and put right by its
 * result, which says what was really changed, or that nothing was.
 */
import type { EventDraft } from '@hansard/core';
import { changedNothing } from '@hansard/core/events/tool-outcome.ts';
import { type ChangingCommand, changingCommands, commitsIn } from '@hansard/core/git/changing-commands.ts';
import { encodeHunks } from '@hansard/core/git/written-codec.ts';
import { type WrittenFile, type WrittenKind, writtenByCall, writtenInParts } from '@hansard/core/git/written-lines.ts';
import { commandText } from '@hansard/core/reading/command-text.ts';
import type { Names } from '../../database/names.ts';
import type { Sql } from '../../database/sql.ts';

export const KINDS: readonly WrittenKind[] = ['edit', 'create', 'replace', 'command'];
export const COMMANDS: readonly ChangingCommand['kind'][] = ['format', 'substitute', 'generate', 'commit'];

/** Kinds of tools whose calls are looked into. */
const WRITING: ReadonlySet<unknown> = new Set(['edit', 'write', 'shell']);
const MOST_PATH = 4096;

export class WrittenRows {
  readonly #sql: Sql;
  readonly #paths: Names;

  constructor(sql: Sql, paths: Names) {
    this.#sql = sql;
    this.#paths = paths;
  }

  /** What an event says. `callOf` finds a result's call by the key of its event. */
  note(number: number, event: EventDraft, callOf: (key: string) => number | undefined): void {
    if (event.type === 'tool_call') this.#noteCall(number, event);
    else if (event.type === 'tool_result' && event.parentId !== undefined && mayTell(event)) {
      const call = callOf(event.parentId);
      if (call !== undefined) this.#noteResult(call, event);
    }
  }

  /** The event has changed: what it wrote is to be told anew, once all of it can be read. */
  again(number: number): void {
    this.#sql.run('INSERT OR IGNORE INTO unwritten (event_id) VALUES (?)', number);
  }

  /** Events that are to be told anew, in order. */
  waiting(limit: number): number[] {
    const rows = this.#sql.all('SELECT event_id FROM unwritten ORDER BY event_id LIMIT ?', limit);
    return rows.map((row) => row['event_id'] as number);
  }

  done(number: number): void {
    this.#sql.run('DELETE FROM unwritten WHERE event_id = ?', number);
  }

  #noteCall(number: number, event: EventDraft): void {
    const { tool } = event;
    const hasParts = event.parts?.some(({ type, diff }) => type === 'file_ref' && diff) === true;
    if (!WRITING.has(tool?.kind) && !hasParts) return;
    this.#clear(number);
    if (changedNothing(tool?.status) && tool?.kind !== 'shell') return;
    this.#put(number, writtenByCall(event));
    const command = tool?.kind === 'shell' ? commandText(tool.input) : undefined;
    if (command === undefined) return;
    const output = tool?.output ?? tool?.stdout;
    this.#ran(number, [...changingCommands(command), ...(output ? commitsIn(command, output) : [])]);
  }

  #noteResult(call: number, event: EventDraft): void {
    const { tool } = event;
    if (changedNothing(tool?.status)) {
      // A command that ends with an error may have written all the same.
      if (tool?.kind !== 'shell' || tool.status === 'denied') this.#clear(call);
      return;
    }
    const files = writtenInParts(event);
    if (files.length > 0) {
      this.#sql.run('DELETE FROM written WHERE event_id = ?', call);
      this.#put(call, files);
    }
    if (tool?.kind !== 'shell') return;
    const output = tool.output ?? tool.stdout ?? event.text ?? '';
    this.#ran(call, commitsIn('git commit', output));
  }

  #clear(number: number): void {
    this.#sql.run('DELETE FROM written WHERE event_id = ?', number);
    this.#sql.run('DELETE FROM ran WHERE event_id = ?', number);
  }

  #put(number: number, files: readonly WrittenFile[]): void {
    for (const { path, kind, hunks } of joined(files)) {
      if (path.length > MOST_PATH) continue;
      this.#sql.run(
        'INSERT OR REPLACE INTO written (event_id, path_id, kind, lines) VALUES (?, ?, ?, ?)',
        number,
        this.#paths.id(path),
        KINDS.indexOf(kind) + 1,
        encodeHunks(hunks),
      );
    }
  }

  #ran(number: number, commands: readonly ChangingCommand[]): void {
    for (const { kind, text } of commands) {
      const values = [number, COMMANDS.indexOf(kind) + 1, text] as const;
      this.#sql.run('INSERT OR IGNORE INTO ran (event_id, kind, text) VALUES (?, ?, ?)', ...values);
    }
  }
}

/** Most results are of tools that write nothing: their calls are not looked for. */
function mayTell({ tool, parts }: EventDraft): boolean {
  return WRITING.has(tool?.kind) || parts?.some(({ type, diff }) => type === 'file_ref' && diff) === true;
}

/** Several edits of one file by one call are one. */
function joined(files: readonly WrittenFile[]): WrittenFile[] {
  const byPath = new Map<string, WrittenFile>();
  for (const file of files) {
    const known = byPath.get(file.path);
    byPath.set(file.path, known ? { ...known, hunks: [...known.hunks, ...file.hunks] } : file);
  }
  return [...byPath.values()];
}
