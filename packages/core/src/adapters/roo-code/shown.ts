/** What the user saw beside the model's messages: numbers of requests, approvals, failures, and when the context was condensed. */
import { argumentsOf, conversationOf } from '../../reading/conversation.ts';
import { addEvent } from '../../reading/event-frame.ts';
import { isObject, type Json, objectOf, restOf, stringOf } from '../../reading/native-values.ts';
import { readTime } from '../../reading/time.ts';
import type { NativeRecord, Output } from '../contract.ts';
import type { ApiState } from './api-history.ts';
import { TOOLS, usageOf } from './native.ts';

/** One file, whose parts have no place of their own: all of it is bookkeeping of the session's. */
export function readShown(state: ApiState, shown: readonly unknown[], record: NativeRecord, out: Output): void {
  const messages = shown.filter(isObject);
  const [first] = messages;
  const words = stringOf(first?.['text']);
  if (words) out.session({ title: { text: words.slice(0, 200), rank: 0 } });
  const base = state.task === undefined ? undefined : `${state.task}/ui_messages`;
  const frame = conversationOf(TOOLS, state, record, out, {
    type: 'ui_messages',
    base,
    time: readTime(messages.at(-1)?.['ts']),
  });
  const counted = messages
    .filter(({ say }) => say === 'api_req_started')
    .filter((message) => placeUsage(state, message, out));
  const failures = messages.filter(({ say, ask }) => say === 'error' || ask === 'api_req_failed');
  for (const message of failures) addFailure(frame, message);
  for (const message of messages.filter(({ say }) => say === 'condense_context')) addCondensed(frame, message);
  for (const message of messages) if (isApproval(message)) addApproval(frame, message);
  const requests = messages.filter(({ say }) => say === 'api_req_started').length;
  addEvent(frame, {
    type: 'meta',
    status: { label: 'what the user saw' },
    extra: { messages: messages.length, requests, requestsWithNumbers: counted.length },
  });
}

/** The numbers belong to the response that came after the request. */
function placeUsage(state: ApiState, message: Json, out: Output): boolean {
  const at = Number(message['ts']);
  const numbers = objectOf(argumentsOf(message['text']));
  const response = state.responses.find((one) => Number.isFinite(one.at) && one.at >= at);
  if (!response) return false;
  const usage = usageOf(restOf(numbers, new Set(['request'])) ?? {}, response.event);
  if (!usage) return false;
  return out.patch(response.event, { usage, startedAt: readTime(at) });
}

type Frame = ReturnType<typeof conversationOf>;

const at = (frame: Frame, message: Json): Frame => ({ ...frame, time: readTime(message['ts']) });

function addFailure(frame: Frame, message: Json): void {
  const details = restOf(message, new Set(['text']));
  addEvent(at(frame, message), {
    type: 'error',
    error: { message: stringOf(message['text']) ?? 'the request failed', details },
  });
  frame.count++;
}

function addCondensed(frame: Frame, message: Json): void {
  const condensed = objectOf(message['contextCondense']);
  addEvent(at(frame, message), { type: 'meta', status: { label: 'compaction' }, extra: condensed });
  frame.count++;
}

const APPROVALS = new Set(['command', 'tool', 'use_mcp_server', 'browser_action_launch']);
const isApproval = ({ type, ask }: Json) => type === 'ask' && APPROVALS.has(String(ask));

/** That it was asked is known, and that the task went on; what was answered is not told. */
function addApproval(frame: Frame, message: Json): void {
  const text = stringOf(message['text']) ?? '';
  const tool = objectOf(argumentsOf(text));
  const action = stringOf(tool['tool']) ?? stringOf(tool['toolName']) ?? text;
  const id = `${frame.base}@${message['ts']}`;
  addEvent(
    at(frame, message),
    { type: 'permission', permission: { id, action: action.slice(0, 500), status: 'unknown' } },
    id,
  );
}
