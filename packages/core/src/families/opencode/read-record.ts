/** One way through all sources of the durable kind: a session, its messages, their parts. */
import type { NativeRecord, Output } from '../../adapters/contract.ts';
import { isObject, type OpenCodeRecord } from './native.ts';
import { readMessage, readMessageError } from './read-message.ts';
import { readPart } from './read-part.ts';
import { readSession, readTodos } from './read-session.ts';
import type { ReadingState } from './state.ts';
import type { ToolKinds } from './tools.ts';

export function readRecord(state: ReadingState, record: NativeRecord, out: Output, tools: ToolKinds): void {
  const { kind, value, created, removed, origin } = record.value as OpenCodeRecord;
  if (!isObject(value)) return;
  if (kind === 'todos') readTodos(state, value['todos'], `${value['session']}.todos`, record, out);
  else if (kind === 'session') readSession(state, value, record, out, origin);
  else if (kind === 'message') readMessage(state, value, record, out, removed);
  else if (kind === 'message-error') readMessageError(state, value, record, out);
  else if (kind === 'part') readPart(state, value, record, out, { tools, time: created, removed });
}
