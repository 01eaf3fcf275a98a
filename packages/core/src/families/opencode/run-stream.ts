/** `run --format json`: finished parts only, one a line; no deltas, no messages, no subagents. */
import type { Head, LogDialect, NativeRecord, Output } from '../../adapters/contract.ts';
import { readTime } from '../../reading/time.ts';
import { wired } from '../../reading/wire/wired.ts';
import { isObject, type Json, objectOf, stringOf } from './native.ts';
import { errorOf } from './read-message.ts';
import { readPart } from './read-part.ts';
import { beginReading, type ReadingState } from './state.ts';
import type { ToolKinds } from './tools.ts';

const types = new Set(['step_start', 'step_finish', 'text', 'reasoning', 'tool_use', 'error']);

export interface RunStream {
  readonly tools: ToolKinds;
  /** Tells a part that only this fork writes; without it, any stream of the shape is meant. */
  readonly isOwn?: (part: Json) => boolean;
}

export function runStreamOf({ tools, isOwn }: RunStream): LogDialect<ReadingState> {
  return wired({
    id: 'run-stream',
    kind: 'log',
    live: true,
    detect: (head) => confidence(head, isOwn),
    begin: () => beginReading(true),
    read: (state, record, out) => read(state, record, out, tools),
  });
}

function confidence({ records }: Head, isOwn: RunStream['isOwn']): number {
  const isRecord = (record: Readonly<Record<string, unknown>>) =>
    types.has(record['type'] as string) &&
    stringOf(record['sessionID'])?.startsWith('ses_') &&
    (isObject(record['part']) || record['type'] === 'error');
  if (!records.some(isRecord)) return 0;
  if (!isOwn) return 0.9;
  return records.some(({ part }) => isObject(part) && isOwn(part)) ? 1 : 0;
}

function read(state: ReadingState, record: NativeRecord, out: Output, tools: ToolKinds): void {
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
  } else if (types.has(value['type'])) {
    readPart(state, objectOf(value['part']), record, out, { tools, time: value['timestamp'] });
  }
}
