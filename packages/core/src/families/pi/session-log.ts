/** Session files: JSON Lines, a list in v1 and a tree in v3. */

import type { Head, LogDialect } from '../../adapters/contract.ts';
import { readEntry } from './entry.ts';
import { ENTRY_TYPES, isObject, type Native, STREAM_TYPES } from './native.ts';
import { beginState, type ReaderState } from './state.ts';

export const sessionLog: LogDialect<ReaderState> = {
  id: 'session-log',
  kind: 'log',
  live: false,
  detect,
  begin: beginState,
  read: readEntry,
};

function detect({ records }: Head): number {
  const [first, ...others] = records;
  if (!first || others.some(({ type }) => STREAM_TYPES.has(type as string))) return 0;
  if (isHeader(first)) return (others.length === 0 || others.some(isEntry)) && !isOfAnother(first, others) ? 1 : 0;
  // A piece of a session file, without its header.
  return records.some((record) => isEntry(record) && isOwnMessage(record)) ? 0.9 : 0;
}

export function isHeader(record: Native): boolean {
  const { type, id, timestamp, cwd } = record;
  return type === 'session' && typeof id === 'string' && typeof timestamp === 'string' && typeof cwd === 'string';
}

/** OpenClaw is built on Pi and writes the same entries, with the header as parent and runtime notes of its own. */
function isOfAnother(header: Native, entries: readonly Native[]): boolean {
  return entries.some(
    ({ parentId, customType }) =>
      parentId === header['id'] || (typeof customType === 'string' && customType.startsWith('openclaw.')),
  );
}

function isEntry(record: Native): boolean {
  return ENTRY_TYPES.has(record['type']) && typeof record['timestamp'] === 'string';
}

/** Names that only Pi uses: others write `tool_use` and `tool_result`. */
function isOwnMessage({ message }: Native): boolean {
  if (!isObject(message)) return false;
  if (message['role'] === 'toolResult' || message['role'] === 'bashExecution') return true;
  const { content } = message;
  return Array.isArray(content) && content.some((block) => isObject(block) && block['type'] === 'toolCall');
}
