/**
 * What left the machine: which session, when, to where, in which format and by which profile, with the receipt of what
 * was taken out. An entry is made before the first byte is written and completed after the last, so that what was
 * interrupted is known as well. It is kept by the session's key, like all of the journal.
 */
import { randomUUID } from 'node:crypto';
import type { SqlRow } from '@hansard/core';
import { columnOf, integer, integerOrNull } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';
import { LinkRows } from '../git/link-rows.ts';
import { sharedRow } from '../tables.ts';

export interface Shared {
  readonly id: string;
  readonly sessionKey: string;
  /** From 1; one more whenever the session or its commits had changed since it was shared, or it leaves by another profile. */
  readonly generation: number;
  /** RFC 3339. */
  readonly at: string;
  /** Path of the file or folder, or `-` for standard output. */
  readonly destination: string;
  readonly format: string;
  readonly profile: string;
  /** Number of the session's last event at that time. */
  readonly lastSeq: number;
  /** SHA-256 of what was written; empty when writing was interrupted. */
  readonly hash: string;
  /** JSON: what the profile took out. */
  readonly receipt: string;
}

export type NewShared = Omit<Shared, 'id' | 'generation' | 'lastSeq' | 'hash'>;

export interface SharedState extends Shared {
  /** The session's last event now; undefined when the session is no longer in the archive. */
  readonly nowSeq?: number;
}

export class Ledger {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** The generation that the session has when it is shared now: a snapshot by another profile is another one. */
  generation(sessionKey: string, profile: string): number {
    const row = this.#sql.get(
      'SELECT * FROM shared WHERE session_key = ? ORDER BY generation DESC, at DESC LIMIT 1',
      sessionKey,
    );
    if (!row) return 1;
    const last = sharedRow(row);
    const isSame =
      last.profile === profile &&
      this.#lastSeq(sessionKey) <= last.last_seq &&
      !new LinkRows(this.#sql).hasNewer(sessionKey, last.at);
    return last.generation + (isSame ? 0 : 1);
  }

  /** Notes that something is about to leave. */
  begin(entry: NewShared): Shared {
    return this.#sql.transaction(() => {
      const { sessionKey, at, destination, format, profile, receipt } = entry;
      const generation = this.generation(sessionKey, profile);
      const shared = { ...entry, id: randomUUID(), generation, lastSeq: this.#lastSeq(sessionKey), hash: '' };
      this.#sql.run('UPDATE known_session SET generation = ? WHERE key = ?', generation, sessionKey);
      this.#sql.run(
        `INSERT INTO shared (id, session_key, generation, at, destination, format, profile, last_seq, hash, receipt)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        shared.id,
        sessionKey,
        generation,
        at,
        destination,
        format,
        profile,
        shared.lastSeq,
        '',
        receipt,
      );
      return shared;
    });
  }

  complete(id: string, hash: string): void {
    this.#sql.transaction(() => this.#sql.run('UPDATE shared SET hash = ? WHERE id = ?', hash, id));
  }

  /** Nothing left after all. */
  withdraw({ id, sessionKey }: Shared): void {
    this.#sql.transaction(() => {
      this.#sql.run('DELETE FROM shared WHERE id = ?', id);
      this.#sql.run(
        `UPDATE known_session SET generation =
           coalesce((SELECT max(generation) FROM shared WHERE session_key = ?1), 1) WHERE key = ?1`,
        sessionKey,
      );
    });
  }

  /** All entries, or those of a session, the latest first. */
  entries(sessionKey?: string): SharedState[] {
    const rows = this.#sql.all(
      `SELECT shared.*, session.last_seq AS now_seq FROM shared LEFT JOIN session ON session.key = shared.session_key
       WHERE ?1 IS NULL OR shared.session_key = ?1 ORDER BY at DESC, shared.id`,
      sessionKey ?? null,
    );
    return rows.map(toShared);
  }

  #lastSeq(sessionKey: string): number {
    const row = this.#sql.get('SELECT last_seq FROM session WHERE key = ?', sessionKey);
    return row ? columnOf('last_seq', integer)(row) : 0;
  }
}

function toShared(row: SqlRow): SharedState {
  const { session_key: sessionKey, last_seq: lastSeq, ...same } = sharedRow(row);
  const nowSeq = columnOf('now_seq', integerOrNull)(row);
  return { ...same, sessionKey, lastSeq, ...(nowSeq === null ? {} : { nowSeq }) };
}
