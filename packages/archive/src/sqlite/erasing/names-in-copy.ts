/** What a copy of the archive calls its inputs and sessions, whatever version it has. */
import { integer, rowReader, text, textOrNull } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';
import { ORIGINALS_ONLY, versionOf } from '../opening/open-copy.ts';
import { allSessions, type SessionNames } from '../sessions/all-sessions.ts';
import { eraseOriginal } from './erase-rows.ts';

const readInput = rowReader({ id: integer, path: text, part: text, machine: textOrNull });

/** `machine`: its key; null where the copy knows of this one alone. */
export function inputsInCopy(sql: Sql): ReturnType<typeof readInput>[] {
  const rows =
    versionOf(sql) === ORIGINALS_ONLY
      ? sql.all("SELECT id, path, '' AS part, NULL AS machine FROM input")
      : sql.all('SELECT i.id, i.path, i.part, m.key AS machine FROM input i JOIN machine m ON m.id = i.machine_id');
  return rows.map(readInput);
}

export function sessionsInCopy(sql: Sql): SessionNames[] {
  return versionOf(sql) === ORIGINALS_ONLY ? [] : allSessions(sql);
}

/** From a copy that has originals alone. */
export function eraseInputs(sql: Sql, ids: readonly number[]): void {
  sql.transaction(() => {
    for (const id of ids) {
      eraseOriginal(sql, id);
      sql.run('DELETE FROM input WHERE id = ?', id);
    }
  });
}
