/** The session itself: start, resume and shutdown, model and mode, compaction, errors, turns. */
import type { Environment } from '../../transcript.ts';
import type { EventDraft } from '../contract.ts';
import { draft, type Entry } from './entry.ts';
import { filled, object, type Raw, rest, text, whole } from './native.ts';
import { interruptCalls } from './tool-calls.ts';
import { compactionUsage, countTotals } from './usage.ts';

const START_SHOWN = new Set([
  'sessionId',
  'copilotVersion',
  'startTime',
  'context',
  'selectedModel',
  'reasoningEffort',
]);

export function readSessionStart(entry: Entry): void {
  const { data, out } = entry;
  const version = filled(data['copilotVersion']);
  const startedAt = filled(data['startTime']);
  const nativeId = filled(data['sessionId']);
  const of = filled(data['detachedFromSpawningParentSessionId']);
  out.session({
    ...(nativeId ? { nativeId } : {}),
    ...(version ? { agentVersion: version } : {}),
    ...(startedAt && !Number.isNaN(Date.parse(startedAt)) ? { startedAt } : {}),
    ...(of ? { lineage: { kind: 'child', of } } : {}),
  });
  enter(entry, 'started');
}

export function readSessionResume(entry: Entry): void {
  entry.out.session({ state: 'open' });
  enter(entry, 'resumed');
}

function enter(entry: Entry, phase: string): void {
  const { data, out } = entry;
  leaveTurn(entry);
  const environment = environmentOf(object(data['context']));
  if (environment) out.session({ environment });
  const event = draft(entry, 'session');
  event.phase = phase;
  takeModel(entry, event, data['selectedModel'], data['reasoningEffort']);
  if (environment) event.session = { environment };
  const extra = rest(data, START_SHOWN);
  const context = rest(object(data['context']) ?? {}, CONTEXT_SHOWN);
  event.extra = context ? { ...extra, context } : extra;
  out.add(event);
}

const CONTEXT_SHOWN = new Set(['cwd', 'repository', 'branch', 'headCommit']);

/** What starts or ends a session belongs to no turn. */
function leaveTurn({ agent }: Entry): void {
  agent.interaction = undefined;
  agent.turn = undefined;
}

/** `session.context_changed`: the agent works in another folder or on another branch. */
export function readContextChange(entry: Entry): void {
  const environment = environmentOf(object(entry.data['context']) ?? entry.data);
  if (environment) entry.out.session({ environment });
  note(entry, 'session').session = { environment: environment ?? {} };
}

function environmentOf(context: Raw | undefined): Environment | undefined {
  if (!context) return undefined;
  const environment: Environment = {};
  const cwd = filled(context['cwd']);
  if (cwd) environment.cwd = cwd;
  const [name, branch] = [filled(context['repository']), filled(context['branch'])];
  const commit = filled(context['headCommit']);
  if (name || branch || commit) {
    environment.repo = { ...(name ? { name } : {}), ...(branch ? { branch } : {}), ...(commit ? { commit } : {}) };
  }
  return Object.keys(environment).length > 0 ? environment : undefined;
}

const MODEL_SHOWN = new Set(['newModel', 'reasoningEffort']);

export function readModelChange(entry: Entry): void {
  const event = draft(entry, 'session');
  event.phase = 'model_change';
  takeModel(entry, event, entry.data['newModel'], entry.data['reasoningEffort']);
  event.extra = rest(entry.data, MODEL_SHOWN);
  entry.out.add(event);
}

function takeModel(entry: Entry, event: EventDraft, model: unknown, effort: unknown): void {
  if (filled(model)) entry.agent.model = event.model = model as string;
  if (filled(effort)) entry.agent.variant = event.variant = effort as string;
}

export function readShutdown(entry: Entry): void {
  const { data, out } = entry;
  const failed = data['shutdownType'] === 'error';
  out.session({ state: failed ? 'failed' : 'ended' });
  leaveTurn(entry);
  const event = draft(entry, 'session');
  event.phase = 'ended';
  event.extra = data;
  const further = countTotals(entry, event);
  out.add(event);
  for (const more of further) out.add(more);
}

/** The last line of the live output. */
export function readResult(record: { value: Raw; ref: string }, native: EventDraft['native'], out: Entry['out']): void {
  const { value } = record;
  const exitCode = whole(value['exitCode']);
  out.session({ nativeId: value['sessionId'] as string, state: exitCode === 0 ? 'ended' : 'failed' });
  out.add({
    id: record.ref,
    type: 'session',
    phase: 'ended',
    timestamp: text(value['timestamp']),
    native,
    extra: rest(value, new Set(['type', 'timestamp', 'sessionId'])),
  });
}

export function readTitle(entry: Entry): void {
  const title = filled(entry.data['title']);
  if (title) entry.out.session({ title: { text: title, rank: 2 } });
  note(entry, 'session');
}

const ERROR_SHOWN = new Set(['message', 'errorMessage', 'statusCode', 'retryAttempt', 'model', 'modelProvider']);

/** `session.error` and `model.call_failure`, which the agent may retry. */
export function readError(entry: Entry): void {
  const { data } = entry;
  const event = draft(entry, 'error');
  const code = filled(data['errorType']) ?? filled(data['errorCode']);
  const status = whole(data['statusCode']);
  const attempt = whole(data['retryAttempt']);
  event.error = {
    message: text(data['message']) ?? text(data['errorMessage']) ?? '',
    ...(code ? { code } : {}),
    ...(status === undefined ? {} : { status }),
    ...(attempt === undefined ? {} : { attempt }),
  };
  const model = filled(data['model']);
  if (model) event.model = model;
  const provider = filled(data['modelProvider']);
  if (provider) event.provider = provider;
  event.extra = rest(data, ERROR_SHOWN);
  entry.out.add(event);
}

export function readCompaction(entry: Entry): void {
  const { data } = entry;
  if (data['success'] === false) {
    const event = draft(entry, 'error');
    event.error = { message: text(data['error']) ?? 'compaction failed', code: 'compaction' };
    compactionUsage(entry, event);
    entry.out.add(event);
    return;
  }
  const event = draft(entry, 'system');
  event.role = 'system';
  event.audience = 'model';
  event.text = text(data['summaryContent']) ?? '';
  event.status = { label: 'compaction' };
  compactionUsage(entry, event);
  entry.out.add(event);
}

const TURN_SHOWN = new Set(['turnId', 'interactionId', 'parentToolCallId', 'model']);

export function readTurn(entry: Entry, phase: string): void {
  const event = draft(entry, 'turn');
  event.phase = phase;
  event.extra = rest(entry.data, TURN_SHOWN);
  entry.out.add(event);
}

export function readAbort(entry: Entry): void {
  const event = draft(entry, 'turn');
  event.phase = 'interrupted';
  event.status = { label: 'abort', detail: text(entry.data['reason']) ?? '' };
  entry.out.add(event);
  interruptCalls(entry);
}

/** `session.info` and `session.warning`: words for the user. */
export function readNotice(entry: Entry): void {
  const { data } = entry;
  const event = draft(entry, 'status');
  event.audience = 'user';
  const label = filled(data['infoType']) ?? filled(data['warningType']) ?? entry.type;
  event.status = { label, detail: text(data['message']) ?? '' };
  event.extra = rest(data, new Set(['infoType', 'warningType', 'message']));
  entry.out.add(event);
}

/** `session.task_complete`: the agent's own summary of what it did. */
export function readTaskComplete(entry: Entry): void {
  const event = draft(entry, 'status');
  event.status = { label: 'task complete', detail: text(entry.data['summary']) ?? '' };
  event.extra = rest(entry.data, new Set(['summary']));
  entry.out.add(event);
}

/** Bookkeeping: the payload is kept as it is. */
export function note(entry: Entry, type: 'meta' | 'status' | 'session'): EventDraft {
  const event = draft(entry, type);
  if (type === 'session') event.phase = entry.type.slice(entry.type.indexOf('.') + 1);
  else event.status = { label: entry.type };
  if (Object.keys(entry.data).length > 0) event.extra = entry.data;
  entry.out.add(event);
  return event;
}
