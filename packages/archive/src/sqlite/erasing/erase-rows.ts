/**
 * Takes everything of some sessions out of a database: events, index, usage, files, originals that nothing else holds,
 * names that nothing else uses, and what people said about them. What stays in the journal are hashes. It works on the
 * archive itself and on copies of it, where the same things have other numbers.
 */

import { bytesIn, idOf, inputIdOf, uuidOf } from '../../database/columns.ts';
import { hasTable } from '../../database/has-table.ts';
import { Names } from '../../database/names.ts';
import { columnOf, integer, rowReader, text } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';
import { earlierKeys, sessionKey } from '../../sessions/session-key.ts';
import { SOURCE_UNIT } from '../events/source-unit.ts';
import { Erasures } from '../journal/erasures.ts';
import { type BlankedOf, blankedOf, blankOriginal } from '../originals/blanked-stretches.ts';
import { UsageWriter } from '../usage/usage-writer.ts';

/** What is to be erased, as every copy of the archive knows it. */
export interface Erased {
  readonly uuid: string;
  readonly agent: string;
  /** None for inputs whose session is not in the database. */
  readonly key?: string;
  readonly inputs: readonly ErasedInput[];
  /** It may come back when it changes: it was removed for its age or size. */
  readonly untilChanged?: boolean;
}

export interface ErasedInput {
  /** Key of its machine. */
  readonly machine: string;
  readonly path: string;
  readonly part: string;
  readonly size: number | null;
  readonly modified: string | null;
}

const nativeIdOf = columnOf('native_id', text);
const readRun = rowReader({ first: integer, count: integer });
const readPlace = rowReader({ key: text, path: text });
const readUses = rowReader({ block_id: integer, n: integer });

/** In one transaction. Gives the bytes of originals that nothing else holds. */
export function eraseRows(
  sql: Sql,
  sessions: readonly Erased[],
  now: string,
  blanked: BlankedOf = blankedOf(sql),
): number {
  return sql.transaction(() => {
    // Until the file has been swept, what was deleted may still be found in it.
    sql.run("INSERT OR REPLACE INTO counter (name, value) VALUES ('unswept', 1)");
    let bytes = 0;
    for (const session of sessions) bytes += new SessionErasure(sql, session, blanked).run(now);
    return bytes;
  });
}

class SessionErasure {
  readonly #sql: Sql;
  readonly #erased: Erased;
  readonly #id: number | undefined;
  readonly #inputs: readonly number[];
  readonly #blanked: BlankedOf;

  constructor(sql: Sql, erased: Erased, blanked: BlankedOf) {
    this.#blanked = blanked;
    this.#sql = sql;
    this.#erased = erased;
    const row = sql.get('SELECT id FROM session WHERE key = ?', erased.key ?? null);
    this.#id = row && idOf(row);
    this.#inputs = this.#inputIds();
  }

  run(now: string): number {
    this.#note(now);
    const names = this.#id === undefined ? undefined : new UsedNames(this.#sql, this.#id);
    if (this.#id !== undefined) this.#eraseEvents(this.#id);
    let bytes = 0;
    for (const input of this.#inputs) bytes += this.#eraseInput(input);
    if (this.#id !== undefined) this.#sql.run('DELETE FROM session WHERE id = ?', this.#id);
    names?.eraseUnused();
    return bytes;
  }

  #inputIds(): number[] {
    const ids = new Set<number>();
    for (const { machine, path, part } of this.#erased.inputs) {
      const row = this.#sql.get(
        'SELECT i.id FROM input i JOIN machine m ON m.id = i.machine_id WHERE m.key = ? AND i.path = ? AND i.part = ?',
        machine,
        path,
        part,
      );
      if (row) ids.add(idOf(row));
    }
    for (const row of this.#sql.all('SELECT input_id FROM thread WHERE session_id = ?', this.#id ?? -1)) {
      ids.add(inputIdOf(row));
    }
    return [...ids];
  }

  /** Only hashes of names stay, and that something was erased. */
  #note(now: string): void {
    const { key, uuid, inputs, untilChanged } = this.#erased;
    const erasures = new Erasures(this.#sql);
    if (key !== undefined) this.#eraseJournal(key, erasures.erasedKey(key), now);
    const hashes = inputs.flatMap(({ size, modified, ...input }) => {
      if (!untilChanged) return [erasures.ofInput(input)];
      return size === null ? [] : [erasures.ofState({ ...input, size, modified: modified ?? '' })];
    });
    if (!untilChanged) hashes.push(...this.#keys().map((one) => erasures.ofSession(one)));
    erasures.note(uuid, hashes, now);
  }

  #eraseJournal(key: string, erasedKey: string, now: string): void {
    const sql = this.#sql;
    sql.run('DELETE FROM tag WHERE session_key = ?', key);
    sql.run('DELETE FROM note WHERE session_key = ?', key);
    if (hasTable(sql, 'git_link')) sql.run('DELETE FROM git_link WHERE session_key = ?', key);
    sql.run('UPDATE shared SET session_key = ? WHERE session_key = ?', erasedKey, key);
    sql.run('UPDATE known_session SET key = ?, erased = ?, starred = NULL WHERE key = ?', erasedKey, now, key);
    if (hasTable(sql, 'session_alias')) {
      sql.run('UPDATE session_alias SET session_key = ? WHERE session_key = ?', erasedKey, key);
    }
  }

  /** Keys under which an input of the session may present itself: subagents may name each other as their parent. */
  #keys(): string[] {
    const { key, agent } = this.#erased;
    if (key === undefined) return [];
    const rows = this.#sql.all(
      'SELECT DISTINCT native_id FROM thread WHERE session_id = ? AND subagent = 1 AND native_id IS NOT NULL',
      this.#id ?? -1,
    );
    const keys = [key, ...rows.map((row) => sessionKey(agent, nativeIdOf(row)))];
    return keys.flatMap((one) => [one, ...earlierKeys(one, this.#ids(key))]);
  }

  /** Ids that the session is known by. */
  #ids(key: string): string[] {
    const { uuid } = this.#erased;
    if (!hasTable(this.#sql, 'session_alias')) return [uuid];
    const rows = this.#sql.all('SELECT uuid FROM session_alias WHERE session_key = ?', key);
    return [uuid, ...rows.map(uuidOf)];
  }

  #eraseEvents(session: number): void {
    const sql = this.#sql;
    new UsageWriter(sql, new Names(sql)).remove(session);
    for (const { first, count } of sql.all('SELECT first, count FROM run WHERE session_id = ?', session).map(readRun)) {
      const last = first + count - 1;
      for (const [table, column] of [
        ['event_text', 'rowid'],
        ['touch', 'event_id'],
        ['overlay', 'event_id'],
        ['account', 'event_id'],
        ['unjoined', 'event_id'],
        ['written', 'event_id'],
        ['ran', 'event_id'],
        ['unwritten', 'event_id'],
        ['event', 'id'],
      ] as const) {
        if (hasTable(sql, table)) sql.run(`DELETE FROM ${table} WHERE ${column} BETWEEN ? AND ?`, first, last);
      }
    }
    for (const table of ['universal_block', 'universal_log', 'unaligned']) {
      if (hasTable(sql, table)) sql.run(`DELETE FROM ${table} WHERE session_id = ?`, session);
    }
    sql.run('DELETE FROM run WHERE session_id = ?', session);
    sql.run('DELETE FROM thread WHERE session_id = ?', session);
  }

  #eraseInput(input: number): number {
    const sql = this.#sql;
    // Its file holds another session too, which stays.
    if (sql.get('SELECT 1 FROM thread WHERE input_id = ?', input)) {
      this.#blank(input);
      return 0;
    }
    const bytes = eraseOriginal(sql, input);
    sql.run('DELETE FROM problem WHERE input_id = ?', input);
    for (const table of ['blanked', 'unblanked'])
      if (hasTable(sql, table)) sql.run(`DELETE FROM ${table} WHERE input_id = ?`, input);
    sql.run('DELETE FROM input WHERE id = ?', input);
    return bytes;
  }

  /** In the archive itself the stretches are noted already; in a copy they are where they are here, as logs only grow. */
  #blank(input: number): void {
    const row = this.#sql.get(
      'SELECT m.key, i.path FROM input i JOIN machine m ON m.id = i.machine_id WHERE i.id = ?',
      input,
    );
    const { key, path } = readPlace(row ?? {});
    blankOriginal(this.#sql, input, this.#blanked(key, path));
    this.#sql.run('UPDATE input SET adapter_version = NULL WHERE id = ?', input);
  }
}

/** The versions of an input, and blocks that no other version holds. Gives the bytes of these. */
export function eraseOriginal(sql: Sql, input: number): number {
  let bytes = 0;
  for (const version of sql.all('SELECT id FROM version WHERE input_id = ?', input).map(idOf)) {
    const uses = sql.all(
      'SELECT block_id, count(*) AS n FROM manifest WHERE version_id = ? GROUP BY block_id',
      version,
    );
    sql.run('DELETE FROM manifest WHERE version_id = ?', version);
    for (const { block_id: block, n } of uses.map(readUses)) {
      sql.run('UPDATE block SET uses = uses - ? WHERE id = ?', n, block);
      const gone = sql.get('DELETE FROM block WHERE id = ? AND uses <= 0 RETURNING bytes', block);
      bytes += gone ? bytesIn(gone) : 0;
    }
    if (hasTable(sql, 'renamed')) sql.run('DELETE FROM renamed WHERE version_id = ?', version);
  }
  sql.run('DELETE FROM version WHERE input_id = ?', input);
  return bytes;
}

/** Names and paths that a session uses, to be taken out when nothing else does. */
class UsedNames {
  readonly #sql: Sql;
  readonly #names = new Set<number>();
  readonly #paths: number[];

  constructor(sql: Sql, session: number) {
    this.#sql = sql;
    const events = 'FROM run r JOIN event e ON e.id BETWEEN r.first AND r.first + r.count - 1 WHERE r.session_id = ?';
    for (const column of ['e.type', 'e.tool', 'e.status', 'e.model', `e.flags / ${SOURCE_UNIT}`]) {
      for (const row of sql.all(`SELECT DISTINCT ${column} AS id ${events}`, session)) this.#add(row['id']);
    }
    for (const row of sql.all('SELECT DISTINCT model AS id FROM usage WHERE session_id = ?', session)) {
      this.#add(row['id']);
    }
    this.#paths = ['touch t INDEXED BY touch_event', ...(hasTable(sql, 'written') ? ['written t'] : [])].flatMap(
      (table) =>
        sql
          .all(
            `SELECT DISTINCT t.path_id AS id FROM run r JOIN ${table}
             ON t.event_id BETWEEN r.first AND r.first + r.count - 1 WHERE r.session_id = ?`,
            session,
          )
          .map(idOf),
    );
  }

  eraseUnused(): void {
    const sql = this.#sql;
    const isWritten = hasTable(sql, 'written') ? 'AND NOT EXISTS (SELECT 1 FROM written WHERE path_id = ?1)' : '';
    for (const path of this.#paths) {
      sql.run(
        `DELETE FROM path WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM touch WHERE path_id = ?1) ${isWritten}`,
        path,
      );
    }
    const used = new Set<unknown>();
    for (const [table, columns] of [
      ['event', ['type', 'tool', 'status', 'model', `flags / ${SOURCE_UNIT}`]],
      ['usage', ['agent', 'model', 'scope']],
      ['touch', ['action']],
    ] as const) {
      for (const column of columns) {
        for (const row of sql.all(`SELECT DISTINCT ${column} AS id FROM ${table}`)) used.add(row['id']);
      }
    }
    for (const name of this.#names) if (!used.has(name)) sql.run('DELETE FROM name WHERE id = ?', name);
  }

  #add(id: unknown): void {
    if (typeof id === 'number') this.#names.add(id);
  }
}
