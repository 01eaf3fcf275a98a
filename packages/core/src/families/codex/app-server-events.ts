/** Notifications of the app-server, by method. Items come as they begin, grow and end. */

import { resolveRequest, settleUnanswered } from './app-server-requests.ts';
import type { Connection } from './app-server-state.ts';
import { startThread } from './app-server-threads.ts';
import { tellCompaction } from './compaction.ts';
import { addFailure, noteWarning } from './errors.ts';
import { readItem, startItem, timesOf } from './items.ts';
import { itemOf } from './live-items.ts';
import { appendCommandOutput, appendText, finishStreamed, leaveStreams, startStreamed } from './live-streams.ts';
import { promptOf } from './messages.ts';
import { type Fields, fields, idOf, leftovers, list, text } from './native.ts';
import { readAssessment } from './permissions.ts';
import { readResponseItem } from './response-items.ts';
import { nameThread } from './session-records.ts';
import { openSpawn, readActivity } from './subagents.ts';
import { addMeta, addStatus, callOf, type Reading } from './thread-state.ts';
import { interruptCalls } from './tool-calls.ts';
import { endTurn, startTurn } from './turns.ts';
import { countTotals } from './usage.ts';

type Notified = (r: Reading, params: Fields, method: string, connection: Connection) => unknown;

const READERS: Readonly<Record<string, Notified>> = {
  'thread/started': (r, p, method, connection) => startThread(r, fields(p['thread']) ?? {}, method, connection.os),
  'thread/name/updated': (r, p, method) => nameThread(r, p['threadName'], method),
  'thread/status/changed': (r, p, method) => {
    const status = fields(p['status']) ?? {};
    const detail = list(status['activeFlags']).join(', ');
    addStatus(r, method, text(status['type']) ?? 'status', { detail, audience: 'user' });
  },
  'thread/tokenUsage/updated': (r, p, method) => {
    const usage = fields(p['tokenUsage']);
    countTotals(r, fields(usage?.['total']), fields(usage?.['last']), method);
  },
  'thread/compacted': (r, _p, method) => tellCompaction(r, method, 'e'),
  'turn/started': (r, p, method) => startTurn(r, turnFields(p), method),
  'turn/completed': completeTurn,
  'turn/diff/updated': showDiff,
  'turn/plan/updated': (r, p, method) =>
    addStatus(r, method, 'plan', { extra: leftovers(p, new Set(['threadId', 'turnId'])) }),
  'item/started': readStarted,
  'item/completed': readCompleted,
  'item/agentMessage/delta': appendText,
  'item/plan/delta': appendText,
  'item/reasoning/summaryTextDelta': appendText,
  'item/reasoning/summaryPartAdded': (r, p, method) =>
    appendText(r, { ...p, delta: p['summaryIndex'] === 0 ? '' : '\n\n' }, method),
  'item/reasoning/textDelta': (r, p, method) => touch(r, p, method),
  'item/commandExecution/outputDelta': appendCommandOutput,
  'item/fileChange/outputDelta': (r, p, method) => touch(r, p, method),
  'item/fileChange/patchUpdated': (r, p, method) => touch(r, p, method),
  'item/commandExecution/terminalInteraction': (r, p, method) =>
    addStatus(r, method, 'terminal input', { detail: text(p['stdin']), extra: { itemId: p['itemId'] } }),
  'item/mcpToolCall/progress': (r, p, method) =>
    addStatus(r, method, 'progress', { detail: text(p['message']), extra: { itemId: p['itemId'] } }),
  'item/autoApprovalReview/started': readReview,
  'item/autoApprovalReview/completed': readReview,
  'rawResponseItem/completed': (r, p, method) => readResponseItem(r, fields(p['item']) ?? {}, method),
  'serverRequest/resolved': (r, p, _method, connection) => resolveRequest(connection, r, p['requestId']),
  error: readError,
  configWarning: noteWarning,
  deprecationNotice: noteWarning,
  warning: noteWarning,
  guardianWarning: noteWarning,
  'model/rerouted': noteWarning,
};

/** Bookkeeping of the client: kept, and shown to nobody as words. */
const KEPT =
  /^(initialized$|account\/|remoteControl\/|mcpServer\/|thread\/|skills\/|app\/|fs\/|hook\/|model\/|windows)/;

export function readNotification(connection: Connection, r: Reading, method: string, params: Fields): void {
  const turn = idOf(params['turnId']);
  if (turn !== undefined && r.state.thread !== undefined) r.state.turn = turn;
  if (Object.hasOwn(READERS, method)) (READERS[method] as Notified)(r, params, method, connection);
  else if (KEPT.test(method)) addMeta(r, method, params);
}

/** A turn under the names of the log. */
function turnFields(params: Fields): Fields {
  const turn = fields(params['turn']) ?? {};
  return {
    turn_id: turn['id'],
    started_at: turn['startedAt'],
    completed_at: turn['completedAt'],
    duration_ms: turn['durationMs'],
    error: turn['error'],
  };
}

function completeTurn(r: Reading, params: Fields, method: string): void {
  const turn = turnFields(params);
  const id = idOf(turn['turn_id']);
  const status = fields(params['turn'])?.['status'];
  if (status === 'interrupted') interruptCalls(r);
  leaveStreams(r);
  // The error was a notification of its own.
  const told = id !== undefined && turn['error'] && r.out.patch(`${id}.2`, { native: r.record.native(method, id) });
  endTurn(r, told ? { ...turn, error: undefined } : turn, method, status === 'completed' ? undefined : text(status));
}

/** The whole turn's diff, sent again whenever it grows. */
function showDiff(r: Reading, params: Fields, method: string): void {
  const id = `${r.state.turn ?? r.record.ref}.diff`;
  const parts = [{ type: 'text', label: 'diff', text: text(params['diff']) ?? '' }];
  if (!r.out.patch(id, { parts })) addStatus(r, method, 'diff', { id, parts });
}

function readStarted(r: Reading, params: Fields, method: string): void {
  const native = fields(params['item']) ?? {};
  const item = itemOf(native);
  const name = `${method}/${native['type']}`;
  const times = timesOf(params);
  if (startStreamed(r, item, name, times) || startItem(r, item, name, times)) return;
  if (item['type'] === 'UserMessage') readItem(r, item, name, times);
  else if (item['type'] === 'SubAgentActivity') readSpawn(r, item, name, idOf(item['id']));
  else if (item['type'] === 'ContextCompaction') tellCompaction(r, name, 's', { id: idOf(item['id']), ...times });
  else addMeta(r, name, native);
}

function readCompleted(r: Reading, params: Fields, method: string, connection: Connection): void {
  const native = fields(params['item']) ?? {};
  const item = itemOf(native);
  const name = `${method}/${native['type']}`;
  const id = idOf(item['id']);
  const times = { ...timesOf(native), ...timesOf(params) };
  times.startedAt ??= timesOf(native).startedAt;
  if (finishStreamed(r, item, name, times)) return;
  const shown = item['type'] === 'UserMessage' && r.state.turn !== undefined ? currentPrompt(r, r.state.turn) : id;
  if (item['type'] === 'UserMessage' && shown && r.out.patch(shown, { native: r.record.native(name, id) })) return;
  if (item['type'] === 'SubAgentActivity') readSpawn(r, item, name, id);
  else readItem(r, item, name, times);
  if (id !== undefined) settleUnanswered(connection, r, id, native['status']);
}

/** The prompt that has begun, and now ends. */
const currentPrompt = (r: Reading, turn: string): string | undefined =>
  r.state.prompts?.turn === turn ? promptOf(turn, r.state.prompts.count) : undefined;

/** An agent that a call started is a thread of its own on the same connection, which nothing else announces. */
function readSpawn(r: Reading, item: Fields, native: string, id: string | undefined): void {
  const child = idOf(item['agent_thread_id']);
  const { thread } = r.state;
  if (child !== undefined && thread !== undefined && child !== thread)
    r.out.in(child).session({ parent: thread, lineage: { kind: 'child', of: thread } });
  if (item['kind'] === 'started' && id !== undefined && !callOf(r.state, id)) openSpawn(r, item, native, id);
  readActivity(r, item, native, id);
}

function readReview(r: Reading, params: Fields, method: string): void {
  const review = fields(params['review']) ?? {};
  const payload = {
    ...leftovers(params, new Set(['threadId', 'turnId', 'review', 'reviewId', 'targetItemId'])),
    ...review,
    id: params['reviewId'],
    target_item_id: params['targetItemId'],
  };
  readAssessment(r, payload, method);
}

function readError(r: Reading, params: Fields, method: string): void {
  const willRetry = params['willRetry'] === true;
  const turn = r.state.turn;
  addFailure(r, params, method, { willRetry, id: willRetry || turn === undefined ? undefined : `${turn}.2` });
}

/** A delta of something that is only shown when it is whole. */
function touch(r: Reading, params: Fields, method: string): void {
  const id = idOf(params['itemId']);
  if (id === undefined || !r.out.patch(id, {})) addMeta(r, method, params);
}
