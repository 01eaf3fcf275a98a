/** The log of patches: a header, messages that are written again as they change (the last one wins), `$set` lines. */
import type { Head, LogDialect } from '../contract.ts';
import { readRecord } from './read-record.ts';
import { beginReading, type ReadingState } from './state.ts';

export const sessionLog: LogDialect<ReadingState> = {
  id: 'session-log',
  kind: 'log',
  live: false,
  detect: detectLog,
  begin: () => beginReading(true),
  read: readRecord,
};

function detectLog({ records }: Head): number {
  const [first] = records;
  if (typeof first?.['sessionId'] !== 'string' || typeof first['projectHash'] !== 'string') return 0;
  if (first['type'] !== undefined) return 0;
  return Array.isArray(first['messages']) && records.length === 1 ? 0 : 0.95;
}
