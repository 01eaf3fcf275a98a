/**
 * The board of a session: its objective, and messages that its agents leave there for each other. In the recorded
 * database the objective is the user's words, and no message was ever left.
 */
import { isObject, type Json, stringOf } from '../../families/opencode/native.ts';
import type { StoreDatabase } from '../../host.ts';
import { readTime } from '../../reading/time.ts';
import type { DocumentPart, NativeRecord, Output, StoreChanges } from '../contract.ts';

interface BoardRecord {
  readonly kind: 'board' | 'board-message';
  readonly row: Json;
}

export function isBoardRecord(value: unknown): value is BoardRecord {
  return isObject(value) && (value['kind'] === 'board' || value['kind'] === 'board-message');
}

export function* boardRecords(database: StoreDatabase, session: string): Iterable<DocumentPart> {
  if (!hasBoards(database)) return;
  for (const row of database.iterate('SELECT * FROM kilo_board WHERE root_session_id = ?', session)) {
    yield { value: { kind: 'board', row } satisfies BoardRecord, pointer: `kilo_board/${session}` };
  }
  const messages = 'SELECT * FROM kilo_board_message WHERE board_root_session_id = ? ORDER BY seq';
  for (const row of database.iterate(messages, session)) {
    yield { value: { kind: 'board-message', row } satisfies BoardRecord, pointer: `kilo_board_message/${row['id']}` };
  }
}

export function readBoard(record: NativeRecord, out: Output): void {
  const { kind, row } = record.value as BoardRecord;
  const isBoard = kind === 'board';
  const id = isBoard ? `${row['root_session_id']}.board` : (stringOf(row['id']) ?? record.ref);
  out.add({
    id,
    type: isBoard ? 'status' : 'system',
    ...(isBoard ? {} : { role: 'system', audience: 'model', text: stringOf(row['body']) }),
    timestamp: readTime(row['time_created']),
    status: { label: kind, ...(isBoard ? detailOf(row['objective']) : detailOf(row['type'])) },
    native: record.native(kind, id),
    extra: row,
  });
}

function detailOf(value: unknown): { detail?: string } {
  const detail = stringOf(value);
  return detail ? { detail } : {};
}

/** A message on the board changes the session that it belongs to, whichever agent wrote it. */
export function withBoards(
  database: StoreDatabase,
  cursor: string | undefined,
  sessions: (database: StoreDatabase, cursor?: string) => StoreChanges,
): StoreChanges {
  const [before = '', rest] = cursor?.split(' ') ?? [];
  const { changed, cursor: next } = sessions(database, rest);
  if (!hasBoards(database)) return { changed, cursor: `0 ${next}` };
  const [last] = database.all('SELECT max(rowid) AS row FROM kilo_board_message');
  const since = 'SELECT DISTINCT board_root_session_id AS id FROM kilo_board_message WHERE rowid > ?';
  const posted = database.all(since, Number(before) || 0).map(({ id }) => String(id));
  return { changed: [...new Set([...changed, ...posted])], cursor: `${last?.['row'] ?? 0} ${next}` };
}

function hasBoards(database: StoreDatabase): boolean {
  const named = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name IN ('kilo_board', 'kilo_board_message')";
  return database.all(named).length === 2;
}
