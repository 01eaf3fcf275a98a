/**
 * What was erased and must not come back with the next sync. Names can be content (a project's folder, a session's
 * id), so only hashes are kept of them, made with a key of this archive: whoever has an input in hand can tell whether
 * it was erased, and nobody can read from the archive what it was.
 */

import { createHmac } from 'node:crypto';
import { keyIn } from '../../database/columns.ts';
import { columnOf, text } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';
import { THIS_MACHINE } from '../originals/originals.ts';

/** An input wherever it is kept: of which machine, and which part of the file. */
export interface InputName {
  /** Key of the machine; this one's by default. */
  readonly machine?: string;
  readonly path: string;
  readonly part?: string;
}

/** An input as it was when it was removed. */
export interface InputState extends InputName {
  readonly size: number;
  readonly modified: string;
}

const sessionOf = columnOf('session', text);

/** Begins the key under which the journal knows an erased session. */
const ERASED = 'erased:';

export class Erasures {
  readonly #sql: Sql;
  #key: string | undefined;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Whether anything was ever erased: then there is something to look for. */
  get any(): boolean {
    return this.#sql.get('SELECT 1 FROM erased LIMIT 1') !== undefined;
  }

  /** Key of this machine, which makes the hashes. */
  get machine(): string {
    this.#key ??= keyIn(this.#sql.get('SELECT key FROM machine WHERE id = ?', THIS_MACHINE) ?? {});
    return this.#key;
  }

  ofInput({ machine = this.machine, path, part = '' }: InputName): string {
    return this.#hash(['input', machine, path, part]);
  }

  /** Holds for the input until it changes: what was removed for its age comes back when it goes on. */
  ofState({ machine = this.machine, path, part = '', size, modified }: InputState): string {
    return this.#hash(['state', machine, path, part, size, part === '' ? modified : '']);
  }

  ofSession(key: string): string {
    return this.#hash(['session', key]);
  }

  /** The key that takes the place of an erased session's in the journal. */
  erasedKey(key: string): string {
    return ERASED + this.ofSession(key);
  }

  /** Id of the erased session that a hash belongs to. */
  find(...hashes: string[]): string | undefined {
    for (const hash of hashes) {
      const row = this.#sql.get('SELECT session FROM erased WHERE hash = ?', hash);
      if (row) return sessionOf(row);
    }
    return undefined;
  }

  /** Whether an input is not to be kept, always or as it is now. */
  isErased(input: InputName, state?: { readonly size: number; readonly modified: string }): boolean {
    if (!this.any) return false;
    return this.find(this.ofInput(input), ...(state ? [this.ofState({ ...input, ...state })] : [])) !== undefined;
  }

  note(session: string, hashes: Iterable<string>, now: string): void {
    for (const hash of hashes) {
      this.#sql.run('INSERT OR REPLACE INTO erased (hash, session, at) VALUES (?, ?, ?)', hash, session, now);
    }
  }

  /** Lets a session come back; tells whether it was erased. */
  forget(session: string): boolean {
    return this.#sql.transaction(() => {
      this.#sql.run('UPDATE known_session SET erased = NULL WHERE uuid = ?', session);
      // What was written over is read again from the file, if that is still there.
      this.#sql.run(
        'UPDATE input SET size = NULL WHERE id IN (SELECT input_id FROM blanked WHERE session = ?)',
        session,
      );
      this.#sql.run('DELETE FROM blanked WHERE session = ?', session);
      return this.#sql.run('DELETE FROM erased WHERE session = ?', session).changes > 0;
    });
  }

  #hash(parts: readonly (string | number)[]): string {
    return createHmac('sha256', this.machine).update(JSON.stringify(parts)).digest('hex');
  }
}

export const isErasedKey = (key: string): boolean => key.startsWith(ERASED);
