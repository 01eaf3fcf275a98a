/** The session's log: one line a record, linked by `parentUuid`; subagents' logs are the same with an `agentId`. */
import type { Head, LogDialect, NativeRecord, Output } from '../contract.ts';
import { readEnvelope } from './envelope.ts';
import { addEvent, type Frame } from './frame.ts';
import { isObject, type Json, timeOf, wordOf } from './native.ts';
import { readAssistant } from './read-assistant.ts';
import { readResult } from './read-result.ts';
import { readSystem } from './read-system.ts';
import { readUser } from './read-user.ts';
import { beginReading, type ReadingState } from './state.ts';

export const sessionLog: LogDialect<ReadingState> = {
  id: 'session-log',
  kind: 'log',
  live: false,
  detect: ({ records }: Head) => (records.some(isOwn) ? 1 : 0),
  begin: beginReading,
  read,
};

/** Claude Code's envelope around Gemini's message: nobody else has both. */
function isOwn(record: Json): boolean {
  if (typeof record['uuid'] !== 'string' || typeof record['sessionId'] !== 'string') return false;
  if (!('parentUuid' in record)) return false;
  const { message } = record;
  return isObject(message) ? Array.isArray(message['parts']) : isObject(record['systemPayload']);
}

const READERS: Record<string, (frame: Frame) => void> = {
  user: readUser,
  assistant: readAssistant,
  tool_result: readResult,
  system: readSystem,
};

function read(state: ReadingState, record: NativeRecord, out: Output): void {
  const value: Json = record.value;
  const type = typeof value['type'] === 'string' ? value['type'] : '';
  const reader = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  if (!reader) return;
  const id = wordOf(value['uuid']);
  const time = timeOf(value['timestamp']);
  const frame: Frame = { state, value, record, out, type, id, base: id ?? record.ref, time, count: 0 };
  const changed = readEnvelope(frame);
  reader(frame);
  if (changed) addEvent(frame, { type: 'session', phase: 'changed', session: changed });
  state.last = id;
}
