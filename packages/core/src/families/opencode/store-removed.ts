/**
 * What OpenCode deleted from its tables (after a revert, or a part that was dropped) is still in its event log: the
 * last state of each message and part is read from there and marked as withdrawn.
 */
import type { DocumentPart } from '../../adapters/contract.ts';
import type { StoreDatabase } from '../../host.ts';
import { isObject, type Json, numberOf, objectOf, parsed, part, stringOf } from './native.ts';

export interface RemovedMessage {
  readonly created: number;
  readonly records: DocumentPart[];
}

/** Removed messages with their parts, oldest first. */
export function removedMessages(database: StoreDatabase, session: string): RemovedMessage[] {
  const ids = removedIds(database, session, 'message.removed', 'messageID');
  if (ids.size === 0) return [];
  const gone = withoutRows(database, ids, 'message');
  const parts = lastStates(database, session, 'message.part.updated', 'part', ({ messageID }) => gone.has(messageID));
  const messages = lastStates(database, session, 'message.updated', 'info', ({ id }) => gone.has(id));
  return [...messages.values()]
    .map(({ value, row }) => {
      const own = [...parts.values()].filter((item) => item.value['messageID'] === value['id']);
      const records = [part({ kind: 'message', value, removed: true }, `event/${row}`), ...own.map(partOf)];
      if (value['error']) records.push(part({ kind: 'message-error', value }, `event/${row}/error`));
      return { created: numberOf(objectOf(value['time'])['created']) ?? 0, records };
    })
    .sort((a, b) => a.created - b.created);
}

/** Removed parts of messages that are still there, by message. */
export function removedParts(database: StoreDatabase, session: string): Map<string, DocumentPart[]> {
  const ids = removedIds(database, session, 'message.part.removed', 'partID');
  const byMessage = new Map<string, DocumentPart[]>();
  if (ids.size === 0) return byMessage;
  const gone = withoutRows(database, ids, 'part');
  for (const item of lastStates(database, session, 'message.part.updated', 'part', ({ id }) => gone.has(id)).values()) {
    const message = stringOf(item.value['messageID']) ?? '';
    byMessage.set(message, [...(byMessage.get(message) ?? []), partOf(item)]);
  }
  return byMessage;
}

interface LastState {
  readonly value: Json;
  readonly row: string;
  readonly created?: unknown;
}

function partOf({ value, row, created }: LastState): DocumentPart {
  return part({ kind: 'part', value, created, removed: true }, `event/${row}`);
}

/** Event types carry a version: `message.removed.1`. */
const typed = (type: string) => [`${type}.`, `${type}/`] as const;

function removedIds(database: StoreDatabase, session: string, type: string, key: string): Set<unknown> {
  const sql = 'SELECT data FROM event WHERE aggregate_id = ? AND type >= ? AND type < ?';
  const rows = database.all(sql, session, ...typed(type));
  return new Set(rows.map(({ data }) => objectOf(parsed(data))[key]).filter((id) => typeof id === 'string'));
}

function withoutRows(database: StoreDatabase, ids: Set<unknown>, table: string): Set<unknown> {
  return new Set(
    [...ids].filter((id) => database.all(`SELECT 1 FROM ${table} WHERE id = ?`, id as string).length === 0),
  );
}

function lastStates(
  database: StoreDatabase,
  session: string,
  type: string,
  key: string,
  isWanted: (value: Json) => boolean,
): Map<string, LastState> {
  const states = new Map<string, LastState>();
  const sql = 'SELECT id, data FROM event WHERE aggregate_id = ? AND type >= ? AND type < ? ORDER BY seq';
  for (const row of database.iterate(sql, session, ...typed(type))) {
    const data = objectOf(parsed(row['data']));
    const value = data[key];
    if (!isObject(value) || !isWanted(value)) continue;
    states.set(String(value['id']), { value, row: String(row['id']), created: data['time'] });
  }
  return states;
}
