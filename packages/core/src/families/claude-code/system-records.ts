/** Lines of type `system`: boundaries of compaction, errors and retries, hooks, durations, notices to the user. */

import type { EventDraft } from '../../adapters/contract.ts';
import type { EventError } from '../../transcript.ts';
import { draft, type Line, note } from './line.ts';
import { envelopeAnd, leftovers, list, object, positive, type Raw, text, word } from './native.ts';
import { callSeen, eventOfCall } from './state.ts';
import { systemEvent } from './user.ts';
import { withdraw } from './withdrawn.ts';
import { speechOf } from './wrappers.ts';

const FIELDS = envelopeAnd('subtype', 'content', 'isMeta');
type Reader = (line: Line) => void;

const extraOf = (line: Line) => leftovers(line.value, FIELDS);

/** What came before a boundary is no longer in the model's context, only in the log. */
const compacted: Reader = (line) => {
  const metadata = object(line.value['compactMetadata']) ?? object(line.value['compact_metadata']);
  const fields = { phase: 'compacted', session: metadata, text: text(line.value['content']), extra: extraOf(line) };
  note(line, 'session', fields);
};

const microcompacted: Reader = (line) => {
  const metadata = object(line.value['microcompactMetadata']) ?? {};
  for (const callId of list(metadata['compactedToolIds'])) {
    const result = typeof callId === 'string' ? callSeen(line.state, callId)?.result : undefined;
    if (result) line.out.patch(result, { hidden: { by: line.id, reason: 'microcompact' } });
  }
  const fields = { phase: 'microcompacted', session: metadata, text: text(line.value['content']) };
  note(line, 'session', { ...fields, extra: extraOf(line) });
};

const failed: Reader = (line) => {
  const { value } = line;
  withdraw(line, value['retractedMessageUuids']);
  const event = draft(line, line.id, 'error');
  event.error = errorOf(value);
  event.text = event.error.message;
  event.audience = 'user';
  event.extra = extraOf(line);
  line.out.add(event);
};

function errorOf(value: Raw): EventError {
  const told = object(value['error']);
  const message =
    word(told?.['formatted']) ?? word(told?.['message']) ?? word(value['error']) ?? word(value['content']);
  const error: EventError = { message: message ?? String(value['subtype']) };
  const status = told?.['status'] ?? value['error_status'];
  if (Number.isInteger(status)) error.status = status as number;
  const attempt = value['retryAttempt'] ?? value['attempt'];
  if (Number.isInteger(attempt)) error.attempt = attempt as number;
  const wait = positive(value['retryInMs'] ?? value['retry_delay_ms']);
  if (wait !== undefined) error.retryInMs = wait;
  const most = value['maxRetries'] ?? value['max_retries'];
  if (Number.isInteger(attempt) && Number.isInteger(most)) error.willRetry = (attempt as number) <= (most as number);
  error.code = word(value['apiRefusalCategory']) ?? word(value['subtype']);
  return error;
}

const turnEnded: Reader = (line) => note(line, 'turn', { phase: 'ended', extra: extraOf(line) });

const hooksRan: Reader = (line) => {
  const parentId = eventOfCall(line.state, line.value['toolUseID']);
  note(line, 'status', { status: { label: 'stop-hooks' }, parentId, extra: extraOf(line) });
};

/** A command that only the user and the harness saw. */
const localCommand: Reader = (line) => {
  const words = text(line.value['content']) ?? '';
  const speech = speechOf(words);
  const isCommand = speech.kind === 'command';
  const event = draft(line, line.id, isCommand ? 'user_message' : 'system');
  event.role = isCommand ? 'user' : 'system';
  event.text = speech.kind === 'command' || speech.kind === 'output' ? speech.text : words;
  if (speech.kind === 'output') event.status = { label: speech.label };
  event.audience = 'user';
  event.extra = { ...extraOf(line), wrapped: words };
  line.out.add(event);
};

const sessionStarted: Reader = (line) => note(line, 'session', { phase: 'started', extra: extraOf(line) });

const READERS: Readonly<Record<string, Reader>> = {
  compact_boundary: compacted,
  microcompact_boundary: microcompacted,
  api_error: failed,
  api_retry: failed,
  api_refusal: failed,
  model_refusal_fallback: failed,
  error: failed,
  turn_duration: turnEnded,
  stop_hook_summary: hooksRan,
  local_command: localCommand,
  session_start: sessionStarted,
};

/** Notices to the user (away_summary, informational, bridge_status, …) are text; what has none is bookkeeping. */
export function readSystem(line: Line): void {
  const subtype = word(line.value['subtype']) ?? '';
  const reader = Object.hasOwn(READERS, subtype) ? READERS[subtype] : undefined;
  if (reader) reader(line);
  else notice(line, subtype);
}

function notice(line: Line, subtype: string): void {
  const words = word(line.value['content']);
  const extra = extraOf(line);
  if (words === undefined) {
    note(line, 'meta', { status: subtype === '' ? undefined : { label: subtype }, extra });
    return;
  }
  const event: EventDraft = systemEvent(line, words, line.value['isMeta'] === true ? 'model' : 'user');
  if (subtype !== '') event.status = { label: subtype };
  if (extra) event.extra = extra;
  line.out.add(event);
}
