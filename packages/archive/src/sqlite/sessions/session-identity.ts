/** Numbers and ids of sessions: made once for a key, and kept in the journal, whatever becomes of what is read. */
import { createHash } from 'node:crypto';
import { uuidFrom } from '@hansard/core';
import { integer, rowReader, text } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';
import { counterOf, setCounter } from '../counters.ts';
import { Erasures } from '../journal/erasures.ts';

export interface Identity {
  readonly number: number;
  readonly uuid: string;
}

export class SessionIdentities {
  readonly #sql: Sql;
  readonly #erasures: Erasures;

  constructor(sql: Sql) {
    this.#sql = sql;
    this.#erasures = new Erasures(sql);
  }

  of(key: string, transcriptId: string | undefined): Identity {
    const row = this.#sql.get('SELECT number, uuid FROM known_session WHERE key = ?', key);
    const known = row ? readIdentity(row) : this.#comesBack(key);
    if (known) return known;
    const number = 1 + (counterOf(this.#sql, 'session') ?? 0);
    setCounter(this.#sql, 'session', number);
    const uuid = this.#uuidOf(key, transcriptId);
    this.#sql.run('INSERT INTO known_session (key, number, uuid) VALUES (?, ?, ?)', key, number, uuid);
    return { number, uuid };
  }

  /** The session is found by the id that a document of it has, too, unless that is another's. */
  alsoCalled(key: string, transcriptId: string): void {
    if (!UUID.test(transcriptId) || this.#isTaken(transcriptId)) return;
    this.#sql.run('INSERT OR IGNORE INTO session_alias (uuid, session_key) VALUES (?, ?)', transcriptId, key);
  }

  /** What was imported keeps its id. An id that another session has is not given twice. */
  #uuidOf(key: string, transcriptId: string | undefined): string {
    const made = (text: string) => uuidFrom(createHash('sha256').update(text).digest('hex'));
    const kept = transcriptId !== undefined && UUID.test(transcriptId) ? [transcriptId] : [];
    const free = [...kept, made(key)].find((uuid) => !this.#isTaken(uuid));
    return free ?? made(`${key} again`);
  }

  #isTaken(uuid: string): boolean {
    return (
      this.#sql.get(
        'SELECT 1 FROM known_session WHERE uuid = ?1 UNION SELECT 1 FROM session_alias WHERE uuid = ?1',
        uuid,
      ) !== undefined
    );
  }

  /** A session that was erased, and may come back, is the one it was; so may everything that belongs to it. */
  #comesBack(key: string): Identity | undefined {
    const erased = this.#erasures.erasedKey(key);
    const row = this.#sql.get(
      'UPDATE known_session SET key = ?, erased = NULL WHERE key = ? RETURNING number, uuid',
      key,
      erased,
    );
    if (!row) return undefined;
    for (const table of ['shared', 'session_alias']) {
      this.#sql.run(`UPDATE ${table} SET session_key = ? WHERE session_key = ?`, key, erased);
    }
    const identity = readIdentity(row);
    this.#erasures.forget(identity.uuid);
    return identity;
  }
}

const readIdentity = rowReader({ number: integer, uuid: text });
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
