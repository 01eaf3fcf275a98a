/** `opencode run --format json`: finished parts only, one a line; no deltas, no messages, no subagents. */

import type { Head, LogDialect, NativeRecord, Output } from '../../adapters/contract.ts';
import { readTime } from '../../reading/time.ts';
import { isObject, objectOf, stringOf } from './native.ts';
import { errorOf } from './read-message.ts';
import { readPart } from './read-part.ts';
import { beginReading, type ReadingState } from './state.ts';

const types = new Set(['step_start', 'step_finish', 'text', 'reasoning', 'tool_use', 'error']);

export const runStream: LogDialect<ReadingState> = {
  id: 'run-stream',
  kind: 'log',
  live: true,
  detect: detectRun,
  begin: () => beginReading(true),
  read,
};

function detectRun({ records }: Head): number {
  const isOwn = (record: Readonly<Record<string, unknown>>) =>
    types.has(String(record['type'])) &&
    stringOf(record['sessionID'])?.startsWith('ses_') &&
    (isObject(record['part']) || record['type'] === 'error');
  if (!records.some(isOwn)) return 0;
  // Kilo's fork measures each step.
  return records.some((record) => isObject(record['part']) && record['part']['metrics'] !== undefined) ? 0 : 0.9;
}

function read(state: ReadingState, record: NativeRecord, out: Output): void {
  const { value } = record;
  const session = stringOf(value['sessionID']);
  if (session && !state.main) {
    state.main = session;
    out.session({ nativeId: session });
  }
  if (value['type'] === 'error') {
    const timestamp = readTime(value['timestamp']);
    out.add({
      id: record.ref,
      type: 'error',
      timestamp,
      error: errorOf(value['error']),
      native: record.native('error'),
    });
  } else if (types.has(String(value['type']))) {
    readPart(state, objectOf(value['part']), record, out, { time: value['timestamp'] });
  }
}
