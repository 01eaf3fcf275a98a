/**
 * The stream of a running agent: `--mode json`, and `--mode rpc` in one direction or both. A turn lasts from
 * `agent_start` to `agent_settled`: `agent_end` also comes before an automatic retry.
 */

import { readCompaction, readHeader, readKnown, readName, readSetting } from '../../../families/pi/entry.ts';
import { errorOf } from '../../../families/pi/errors.ts';
import { compactionBase } from '../../../families/pi/event-ids.ts';
import { addEvent, type Frame } from '../../../families/pi/frame.ts';
import { isObject, type Native, numberOf, restOf, textOf } from '../../../families/pi/native.ts';
import type { Running } from '../../../families/pi/running.ts';
import { isHeader } from '../../../families/pi/session-log.ts';
import { beginState, type ReaderState } from '../../../families/pi/state.ts';
import { wordOf } from '../../../reading/native-values.ts';
import { wired } from '../../../reading/wire/wired.ts';
import type { Head, LogDialect, NativeRecord, Output } from '../../contract.ts';
import { COMMANDS, readAnswer, readAsk, readCommand, readResponse } from './commands.ts';
import { endMessage, startMessage, updateMessage } from './messages.ts';
import { endTool, startTool, updateCommand, updateTool } from './tools.ts';

export const eventStream: LogDialect<ReaderState> = wired({
  id: 'event-stream',
  kind: 'log',
  live: true,
  detect,
  begin: () => ({ ...beginState(), live: { asked: [] } }),
  read,
  expect(state, session) {
    const live = state.live as Running;
    live.nativeId ??= session;
    live.first ??= session;
  },
});

function detect({ records }: Head): number {
  const messages: readonly Native[] = records;
  if (messages.some(isStreamEvent)) return 1;
  const [first] = messages;
  if (first && isHeader(first)) return 0;
  return messages.some(
    ({ type, command, success }) => type === 'response' && COMMANDS.has(command) && typeof success === 'boolean',
  )
    ? 0.9
    : 0;
}

function isStreamEvent(message: Native): boolean {
  const { type } = message;
  if (type === 'message_update') return isObject(message['assistantMessageEvent']);
  if (type === 'message_start' || type === 'message_end')
    return isObject(message['message']) && 'role' in message['message'];
  if (type === 'tool_execution_start') return typeof message['toolCallId'] === 'string';
  return type === 'agent_start' || type === 'agent_settled' ? Object.keys(message).length === 1 : false;
}

function read(state: ReaderState, record: NativeRecord, out: Output): void {
  const message: Native = record.value;
  const live = state.live as Running;
  const type = wordOf(message['type']);
  if (type === undefined) return;
  const frame: Frame = { state, record, out: sinkOf(live, out), type, base: record.ref, time: record.at, count: 0 };
  if (Object.hasOwn(EVENTS, type)) EVENTS[type]?.(frame, live, message);
  else if (record.direction === 'in' || COMMANDS.has(type)) readCommand(frame, live, message);
}

/** After a fork or a switch the stream goes on in another session, once its id was told. */
function sinkOf({ first, nativeId }: Running, out: Output): Output {
  return nativeId === undefined || nativeId === first ? out : out.in(nativeId);
}

type Reader = (frame: Frame, live: Running, event: Native) => void;

const EVENTS: Record<string, Reader> = {
  session: (frame, _live, header) => readHeader(frame, header),
  agent_start: startTurn,
  agent_end: joinTurn,
  agent_settled: endTurn,
  turn_start: joinTurn,
  turn_end: joinTurn,
  message_start: withMessage(startMessage),
  message_update: (frame, live, event) => {
    if (!updateMessage(frame, live, event)) joinTurn(frame, live);
  },
  message_end: withMessage(endMessage),
  tool_execution_start: (frame, _live, event) => startTool(frame, event),
  tool_execution_update: (frame, _live, event) => updateTool(frame, event),
  tool_execution_end: (frame, _live, event) => endTool(frame, event),
  response: readResponse,
  extension_ui_request: readAsk,
  extension_ui_response: readAnswer,
  extension_error: readExtensionError,
  bash_execution_update: (frame, _live, event) => updateCommand(frame, event),
  thinking_level_changed: (frame, _live, { level }) => readSetting(frame, { thinkingLevel: level }),
  session_info_changed: (frame, _live, event) => readName(frame, event),
  compaction_start: readStatus,
  compaction_end: endCompaction,
  auto_compaction_start: readStatus,
  auto_compaction_end: endCompaction,
  auto_retry_start: readRetry,
  auto_retry_end: readStatus,
  summarization_retry_start: readStatus,
  summarization_retry_end: readStatus,
  queue_update: readStatus,
  entry_appended: readAppended,
};

function withMessage(reader: (frame: Frame, live: Running, message: Native) => boolean): Reader {
  return (frame, live, { message }) => {
    if (!isObject(message) || !reader(frame, live, message)) joinTurn(frame, live);
  };
}

function startTurn(frame: Frame, live: Running): void {
  if (live.turn !== undefined) {
    joinTurn(frame, live);
    return;
  }
  live.turn = frame.base;
  frame.state.turn = frame.base;
  addEvent(frame, { type: 'turn', phase: 'started' });
}

function endTurn(frame: Frame, live: Running): void {
  addEvent(frame, { type: 'turn', phase: 'ended', ...(live.turn ? { parentId: live.turn } : {}) });
  live.turn = undefined;
  frame.state.turn = undefined;
}

/** What repeats other events, and the ends of rounds within a turn, are only noted on the turn. */
function joinTurn(frame: Frame, live: Running): void {
  const native = frame.record.native(frame.type);
  if (live.turn !== undefined && frame.out.patch(live.turn, { native })) return;
  addEvent(frame, { type: 'status', status: { label: frame.type } });
}

const KNOWN_NOTICE = new Set(['type']);

function readStatus(frame: Frame, _live: Running, event: Native): void {
  const extra = restOf(event, KNOWN_NOTICE);
  addEvent(frame, { type: 'status', audience: 'user', status: { label: frame.type }, ...(extra ? { extra } : {}) });
}

function endCompaction(frame: Frame, live: Running, event: Native): void {
  if (isObject(event['result'])) {
    live.compacted = true;
    const result: Native = event['result'];
    readCompaction({ ...frame, base: compactionBase(result) ?? frame.base }, result);
  } else readStatus(frame, live, event);
}

/** The call that failed is tried again. */
function readRetry(frame: Frame, live: Running, event: Native): void {
  const error = {
    ...errorOf(textOf(event['errorMessage']) ?? 'the model call failed'),
    attempt: numberOf(event['attempt']),
    retryInMs: numberOf(event['delayMs']),
    willRetry: true,
  };
  const native = frame.record.native(frame.type);
  if (live.failed !== undefined && frame.out.patch(live.failed, { error, native })) return;
  addEvent(frame, { type: 'error', error });
}

/** Entries that go to the session file without being messages of the conversation. */
function readAppended(frame: Frame, live: Running, event: Native): void {
  const { entry } = event;
  if (!isObject(entry)) return;
  const native = frame.record.native(frame.type);
  // The stream does not tell entries' ids: an edit right after a failed call takes that call back.
  const takesBack = entry['type'] === 'context_edit' && entry['targetId'] === entry['parentId'];
  if (takesBack && live.failed !== undefined) {
    if (frame.out.patch(live.failed, { hidden: { by: 'context_edit' }, native })) return;
  }
  if (entry['type'] === 'message') joinTurn(frame, live);
  else readKnown({ ...frame, type: (textOf(entry['type']) ?? 'unknown').slice(0, 60) }, entry);
}

function readExtensionError(frame: Frame, _live: Running, event: Native): void {
  const message = textOf(event['error']) ?? 'an extension failed';
  addEvent(frame, { type: 'error', error: { message, details: event } });
}
