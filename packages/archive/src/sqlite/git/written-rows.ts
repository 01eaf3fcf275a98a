/**
 * The index of written lines, kept by ingest: what a call put into files, taken from its arguments, and put right by its
 * result, which says what was really changed, or that nothing was.
 */

import type { ChangingCommand } from '@hansard/core/git/changing-commands.ts';
import type { WrittenKind } from '@hansard/core/git/written-lines.ts';
import type { Wrote, WroteFile } from '@hansard/core/git/wrote.ts';
import { eventIdOf } from '../../database/columns.ts';
import type { Names } from '../../database/names.ts';
import type { Sql } from '../../database/sql.ts';

export const KINDS: readonly WrittenKind[] = ['edit', 'create', 'replace', 'command'];
export const COMMANDS: readonly ChangingCommand['kind'][] = ['format', 'substitute', 'generate', 'commit'];

export class WrittenRows {
  readonly #sql: Sql;
  readonly #paths: Names;

  constructor(sql: Sql, paths: Names) {
    this.#sql = sql;
    this.#paths = paths;
  }

  /** What an event says; of one that is new nothing was said before. `callOf` finds a result's call by its key. */
  note(number: number, wrote: Wrote | undefined, callOf: (key: string) => number | undefined, isNew = false): void {
    if (!wrote) return;
    const call = wrote.call === undefined ? number : callOf(wrote.call);
    if (call === undefined) return;
    if (wrote.clears && !(isNew && call === number)) this.#clear(call, wrote.clears);
    this.#put(call, wrote.files);
    this.#ran(call, wrote.ran);
  }

  /** The event has changed: what it wrote is to be told anew, once all of it can be read. */
  again(number: number): void {
    this.#sql.run('INSERT OR IGNORE INTO unwritten (event_id) VALUES (?)', number);
  }

  /** Events that are to be told anew, in order. */
  waiting(limit: number): number[] {
    const rows = this.#sql.all('SELECT event_id FROM unwritten ORDER BY event_id LIMIT ?', limit);
    return rows.map(eventIdOf);
  }

  done(number: number): void {
    this.#sql.run('DELETE FROM unwritten WHERE event_id = ?', number);
  }

  #clear(number: number, what: 'lines' | 'all'): void {
    this.#sql.run('DELETE FROM written WHERE event_id = ?', number);
    if (what === 'all') this.#sql.run('DELETE FROM ran WHERE event_id = ?', number);
  }

  #put(number: number, files: readonly WroteFile[]): void {
    for (const { path, kind, lines } of files) {
      this.#sql.run(
        'INSERT OR REPLACE INTO written (event_id, path_id, kind, lines) VALUES (?, ?, ?, ?)',
        number,
        this.#paths.id(path),
        KINDS.indexOf(kind) + 1,
        lines,
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
