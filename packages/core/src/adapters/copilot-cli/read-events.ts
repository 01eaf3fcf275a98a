/** `events.jsonl` and `--output-format json`: one envelope, one reader. The stream adds what is live only. */
import { isPlainTime } from '../../reading/time.ts';
import { wired } from '../../reading/wire/wired.ts';
import type { Head, LogDialect, NativeRecord, Output } from '../contract.ts';
import { readAsset } from './attachments.ts';
import { BOOKKEEPING } from './bookkeeping.ts';
import { type Entry, openEntry } from './entry.ts';
import { readHookEnd, readHookStart } from './hooks.ts';
import { readAssistant, readPrompt, readReasoning, readSystem, readUser } from './messages.ts';
import { isEnvelope, isResult, object, type Raw } from './native.ts';
import {
  readAnswer,
  readPermissionAnswer,
  readPermissionRequest,
  readPlanAnswer,
  readPlanRequest,
  readQuestion,
} from './requests.ts';
import * as session from './session-events.ts';
import { initialState, type State } from './state.ts';
import { readCallDelta, readMessageDelta, readMessageStart, readReasoningDelta } from './streaming.ts';
import { readSubagent } from './subagents.ts';
import { readComplete, readPartialResult, readProgress, readShellOutput, readStart } from './tool-calls.ts';
import { readUsageRecord } from './usage.ts';

const READERS: ReadonlyMap<string, (entry: Entry) => void> = new Map(
  Object.entries<(entry: Entry) => void>({
    abort: session.readAbort,
    'assistant.message': readAssistant,
    'assistant.message_delta': readMessageDelta,
    'assistant.message_start': readMessageStart,
    'assistant.reasoning': readReasoning,
    'assistant.reasoning_delta': readReasoningDelta,
    'assistant.tool_call_delta': readCallDelta,
    'assistant.turn_end': (entry) => session.readTurn(entry, 'ended'),
    'assistant.turn_start': (entry) => session.readTurn(entry, 'started'),
    'assistant.usage': readUsageRecord,
    'elicitation.completed': readAnswer,
    'elicitation.requested': readQuestion,
    'exit_plan_mode.completed': readPlanAnswer,
    'exit_plan_mode.requested': readPlanRequest,
    'hook.end': readHookEnd,
    'hook.start': readHookStart,
    'model.call_failure': session.readError,
    'permission.completed': readPermissionAnswer,
    'permission.requested': readPermissionRequest,
    'session.binary_asset': readAsset,
    'session.compaction_complete': session.readCompaction,
    'session.context_changed': session.readContextChange,
    'session.error': session.readError,
    'session.info': session.readNotice,
    'session.model_change': session.readModelChange,
    'session.resume': session.readSessionResume,
    'session.shutdown': session.readShutdown,
    'session.start': session.readSessionStart,
    'session.task_complete': session.readTaskComplete,
    'session.title_changed': session.readTitle,
    'session.usage_record': readUsageRecord,
    'session.warning': session.readNotice,
    'skill.invoked': readSystem,
    'subagent.completed': readSubagent,
    'subagent.configured': readSubagent,
    'subagent.deselected': readSubagent,
    'subagent.failed': readSubagent,
    'subagent.selected': readSubagent,
    'subagent.started': readSubagent,
    'system.message': readPrompt,
    'system.notification': readSystem,
    'tool.execution_complete': readComplete,
    'tool.execution_partial_result': readPartialResult,
    'tool.execution_progress': readProgress,
    'tool.execution_start': readStart,
    'tool.shell_output': readShellOutput,
    'tool.user_requested': readStart,
    'user.message': readUser,
    'user_input.completed': readAnswer,
    'user_input.requested': readQuestion,
  }),
);

export const eventLog: LogDialect<State> = {
  id: 'events',
  kind: 'log',
  live: false,
  detect: (head) => (isLive(head) ? 0 : sureness(head)),
  begin: () => initialState(false),
  read: readEvent,
};

export const jsonOutput: LogDialect<State> = wired({
  id: 'json-output',
  kind: 'log',
  live: true,
  detect: (head) => (head.wire || isLive(head) ? sureness(head) : 0),
  begin: () => initialState(true),
  read: readEvent,
});

function readEvent(state: State, record: NativeRecord, out: Output): void {
  const value = record.value as Raw;
  if (isResult(value)) {
    session.readResult(record, record.native('result'), out);
    return;
  }
  const entry = openEntry(state, record, out);
  if (!entry) return;
  const reader = READERS.get(entry.type);
  if (reader) {
    reader(entry);
    return;
  }
  const kind = Object.hasOwn(BOOKKEEPING, entry.type) ? BOOKKEEPING[entry.type] : undefined;
  if (kind) session.note(entry, kind);
}

const isLive = (head: Head): boolean => head.records.some((record) => record['ephemeral'] === true || isResult(record));

/** The first record of a session names the producer; elsewhere the envelope itself must do. */
function sureness({ records }: Head): number {
  const known = records.filter(isEnvelope);
  if (known.length === 0) return 0;
  const data = object(known[0]?.['data']);
  if (known[0]?.['type'] === 'session.start' && (data?.['producer'] === 'copilot-agent' || data?.['copilotVersion'])) {
    return 1;
  }
  return known.length * 2 > records.length && known.some(({ timestamp }) => isPlainTime(timestamp)) ? 0.8 : 0;
}
