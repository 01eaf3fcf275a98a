/**
 * The session log: `rollout-<time>-<thread>.jsonl`. Until September 2025 its lines were bare response items without
 * times behind a header; since then each is `{timestamp, type, payload}`.
 */

import type { LogDialect, NativeRecord, Output } from '../../adapters/contract.ts';
import { readTime } from '../../reading/time.ts';
import { readCompacted } from './compaction.ts';
import { detectFork, detectRollout } from './detect.ts';
import { readEventMessage } from './event-messages.ts';
import { textsOf } from './messages.ts';
import { type Fields, fields, idOf, text } from './native.ts';
import { readResponseItem } from './response-items.ts';
import { leaveInherited, readSessionMeta, readSettings } from './session-records.ts';
import { addMeta, newThread, type Reading, type ThreadState } from './thread-state.ts';
import { readUsageRecord } from './usage.ts';

export const rollout: LogDialect<ThreadState> = {
  id: 'rollout',
  kind: 'log',
  live: false,
  detect: detectRollout,
  begin: newThread,
  // What was said and what tools gave back is nearly all of a log; totals stand in records of their own.
  usage: {
    skips:
      /"type":"(?:response_item"|event_msg","payload":\{"type":"(?:(?:exec_command|patch_apply|mcp_tool_call|web_search)_end|(?:agent|user)_message|agent_reasoning|item_completed)")/,
  },
  read(state, record, out) {
    const value = record.value as Fields;
    const payload = fields(value['payload']);
    if (payload) readEnvelope(state, record, out, payload);
    else readFlat(state, record, out);
  },
};

/** The same log of an agent grown from Codex's source, known by the provider that it names. */
export const forkOf = (provider: string): LogDialect<ThreadState> => ({
  ...rollout,
  detect: (head) => detectFork(head, provider),
});

function readEnvelope(state: ThreadState, record: NativeRecord, out: Output, payload: Fields): void {
  const { type, timestamp } = record.value;
  // Checked where it is used: the reader checks the times of events.
  const time = typeof timestamp === 'string' ? timestamp : readTime(timestamp);
  const r: Reading = { state, record, out, time };
  switch (type) {
    case 'response_item':
      readResponseItem(r, payload);
      if (payload['role'] === 'user') learnEnvironment(r, payload, ['shell']);
      break;
    case 'event_msg':
      readEventMessage(r, payload);
      break;
    case 'turn_context':
      readTurnContext(r, payload);
      break;
    case 'token_usage_record':
      readUsageRecord(r, payload);
      break;
    case 'session_meta':
      readSessionMeta(r, payload, 'session_meta');
      break;
    case 'compacted':
      readCompacted(r, payload);
      break;
    case 'retained_context':
      readRetained(r, payload);
      break;
    case 'world_state':
    case 'inter_agent_communication_metadata':
    case 'inter_agent_communication':
      addMeta(r, type, payload);
      break;
  }
}

/** What the agent keeps of earlier turns: answers to questions, which are events already. */
function readRetained(r: Reading, payload: Fields): void {
  const callId = idOf(payload['call_id']);
  const change = { extra: { retained: payload }, native: r.record.native('retained_context') };
  if (callId === undefined || !r.out.patch(`${callId}.q1`, change)) addMeta(r, 'retained_context', payload);
}

/** Until 0.11x the only sign that a turn begins. */
function readTurnContext(r: Reading, payload: Fields): void {
  const turn = text(payload['turn_id']);
  leaveInherited(r, turn);
  if (turn !== undefined && r.state.turn === undefined) r.state.turn = turn.slice(0, 128);
  // What comes now is another response: usage of an earlier one is not to be put on it.
  r.state.last = undefined;
  readSettings(r, payload, 'turn_context');
}

function readFlat(state: ThreadState, record: NativeRecord, out: Output): void {
  const value = record.value as Fields;
  const r: Reading = { state, record, out, time: readTime(value['timestamp']) };
  if (value['record_type'] !== undefined) addMeta(r, String(value['record_type']).slice(0, 80), value);
  else if (typeof value['type'] === 'string') {
    readResponseItem(r, value, value['type']);
    if (value['role'] === 'user') learnEnvironment(r, value, ['cwd', 'shell']);
  } else if (typeof value['id'] === 'string' && 'timestamp' in value) readSessionMeta(r, value, 'header');
}

const TOLD = { cwd: /(?:<cwd>|working directory: )([^<\n]+)/, shell: /<shell>([^<\n]+)/ } as const;

/** The environment as the model is told of it. Headers do not name the shell, and the first ones had no working folder. */
function learnEnvironment(r: Reading, message: Fields, wanted: readonly (keyof typeof TOLD)[]): void {
  const said = (textsOf(message['content'])[0] ?? '').slice(0, 2000);
  if (!said.startsWith('<environment_context>')) return;
  const told = wanted.flatMap((name) => {
    const value = TOLD[name].exec(said)?.[1];
    return value ? [[name, value]] : [];
  });
  if (told.length > 0) r.out.session({ environment: Object.fromEntries(told) });
}
