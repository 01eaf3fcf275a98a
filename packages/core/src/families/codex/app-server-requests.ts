/**
 * Requests and their answers. The client asks for threads and turns; the server asks for permission and for answers
 * to questions, and says when such a request is settled.
 */
import type { Permission } from '../../transcript.ts';
import { type Connection, expectReply, type Pending, takeReply, threadState } from './app-server-state.ts';
import { readHistory, readThreadSettings, startThread } from './app-server-threads.ts';
import { addFailure } from './errors.ts';
import { type Fields, fields, idOf, leftovers, list, text } from './native.ts';
import { addPermission, decide, decisionOf } from './permissions.ts';
import { askQuestions, readAnswers } from './questions.ts';
import { addMeta, findCall, type Reading, timeOf } from './thread-state.ts';

interface Request {
  method: string;
  id: string | number;
  params: Fields;
}

const ACTIONS: Readonly<Record<string, string>> = {
  'item/commandExecution/requestApproval': 'command',
  'item/fileChange/requestApproval': 'file_change',
  'item/permissions/requestApproval': 'permissions',
  execCommandApproval: 'command',
  applyPatchApproval: 'file_change',
};

export function readRequest(connection: Connection, r: Reading, request: Request): void {
  const { method, id, params } = request;
  const pending: Pending = { by: 'server', id: String(id).slice(0, 80), method, event: '', thread: r.state.thread };
  if (Object.hasOwn(ACTIONS, method)) {
    pending.callId = idOf(params['itemId'] ?? params['callId']);
    pending.event = askPermission(r, request, pending.callId);
  } else if (method === 'mcpServer/elicitation/request') {
    pending.callId = mcpCall(r, params['serverName']);
    pending.event = askElicitation(r, request, pending.callId);
  } else if (method === 'item/tool/requestUserInput') {
    pending.callId = idOf(params['itemId']) ?? r.record.ref;
    askQuestions(r, pending.callId, params, method);
  } else {
    pending.by = method === 'item/tool/call' ? 'server' : 'client';
    // The words of a prompt come again as an item.
    const extra = leftovers(params, new Set(['input']));
    pending.event = addMeta(r, method, extra);
  }
  expectReply(connection, pending);
}

function askPermission(r: Reading, { method, id, params }: Request, callId: string | undefined): string {
  const command = params['command'];
  const request: Permission = {
    id: String(id).slice(0, 80),
    action: (Array.isArray(command) ? command.join(' ') : text(command)) ?? (ACTIONS[method] as string),
    status: 'requested',
    details: leftovers(params, new Set(['threadId', 'turnId', 'itemId', 'reason', 'startedAtMs'])),
  };
  const options = list(params['availableDecisions']).map(wordOf);
  const reason = text(params['reason']);
  if (callId !== undefined) request.callId = callId;
  if (reason) request.reason = reason;
  if (options.length > 0) request.options = options;
  return addPermission(r, request, method);
}

const wordOf = (value: unknown): string => text(value) ?? Object.keys(fields(value) ?? {})[0] ?? '';

/** An MCP server's own question, or Codex asking in its name whether a tool may run. */
function askElicitation(r: Reading, { id, params, method }: Request, callId: string | undefined): string {
  const request: Permission = {
    id: String(id),
    action: text(params['message']) ?? 'elicitation',
    status: 'requested',
    details: leftovers(params, new Set(['threadId', 'turnId', 'message'])),
  };
  const approval = fields(params['_meta'])?.['codex_approval_kind'];
  if (callId !== undefined && approval) request.callId = callId;
  return addPermission(r, request, method);
}

/** The running call of a server: elicitations do not say which call they are about. */
function mcpCall(r: Reading, server: unknown): string | undefined {
  return findCall(r.state, (note) => note.open === true && note.kind === 'mcp' && note.server === server)?.callId;
}

/** An answer. Without a direction, those that decide something answer the server. */
export function readReply(connection: Connection, r: Reading, message: Fields, dir: string | undefined): void {
  const result = fields(message['result']);
  const decides = result && ('decision' in result || 'action' in result || 'answers' in result);
  const by = dir === 'in' || (dir === undefined && decides) ? 'server' : 'client';
  const pending = takeReply(connection, by, message['id']);
  const failure = fields(message['error']);
  const at = threadReading(connection, r, pending, result);
  if (failure) addFailure(at, failure, pending?.method ?? 'response');
  else if (!pending && result?.['thread'])
    readResult(connection, r, at, { ...UNASKED, id: String(message['id']) }, result);
  else if (!pending) addMeta(at, 'response', message);
  else if (by === 'server') {
    settle(at, pending, result ?? {});
    expectReply(connection, { ...pending, method: ANSWERED });
  } else readResult(connection, r, at, pending, result ?? {});
}

/** Answers name no thread: it is the one that was asked about, or the one the answer brings. */
function threadReading(
  connection: Connection,
  r: Reading,
  pending: Pending | undefined,
  result: Fields | undefined,
): Reading {
  const thread = idOf(fields(result?.['thread'])?.['id']) ?? pending?.thread;
  if (thread === undefined) return r;
  if (connection.main === undefined) {
    connection.main = thread;
    r.out.session({ nativeId: thread });
  }
  return { ...r, state: threadState(connection, thread), out: r.out.in(thread) };
}

function settle(r: Reading, pending: Pending, result: Fields): void {
  if (pending.method === 'item/tool/requestUserInput' && pending.callId) {
    readAnswers(r, pending.callId, result, 'response');
    return;
  }
  const status = decisionOf(result['decision'] ?? result['action']);
  if (!decide(r, pending.event, { status, by: 'user' }, 'response')) addMeta(r, 'response', result);
}

const ANSWERED = 'answered';
/** The client's side of the connection was not recorded. */
const UNASKED: Pending = { by: 'client', id: '', method: 'thread/start', event: '' };
const THREADS = new Set(['thread/start', 'thread/resume', 'thread/fork']);

function readResult(connection: Connection, whole: Reading, r: Reading, pending: Pending, result: Fields): void {
  const { method, event, thread: asked } = pending;
  const thread = fields(result['thread']);
  if (method === 'initialize') connection.os = text(result['platformOs'])?.slice(0, 60);
  if (thread && THREADS.has(method)) {
    startThread(r, thread, method, connection.os);
    readThreadSettings(r, result, method);
  }
  // A fork's history is its parent's, which has it.
  if (thread && (method === 'thread/resume' || method === 'thread/read')) readHistory(r, thread['turns'], method);
  if (method === 'thread/turns/list') readHistory(r, result['data'], method);
  const shown = thread || Array.isArray(result['data']) ? {} : { result };
  const asker = asked === undefined ? whole.out : whole.out.in(asked);
  if (event === '' && thread) return;
  if (!asker.patch(event, { completedAt: timeOf(r), native: r.record.native('response'), extra: shown }))
    addMeta(r, 'response', shown);
}

/** `serverRequest/resolved`: settled, perhaps by another client. What was decided shows when the call goes on. */
export function resolveRequest(connection: Connection, r: Reading, requestId: unknown): void {
  const open = takeReply(connection, 'server', requestId);
  const native = 'serverRequest/resolved';
  if (open?.method === ANSWERED && r.out.patch(open.event, { native: r.record.native(native) })) return;
  const isOver = r.state.turn === undefined || open?.callId === undefined;
  if (open?.event && isOver && decide(r, open.event, { status: 'reject' }, native)) return;
  if (open?.event && r.out.patch(open.event, { native: r.record.native(native) })) expectReply(connection, open);
  else addMeta(r, native, { requestId });
}

/** A call that ran was allowed to, whoever allowed it. */
export function settleUnanswered(connection: Connection, r: Reading, callId: string, status: unknown): void {
  const open = connection.pending.find((asked) => asked.callId === callId && asked.method !== ANSWERED);
  if (!open?.event) return;
  takeReply(connection, open.by, open.id);
  r.out.patch(open.event, { permission: { status: status === 'declined' ? 'reject' : 'accept' } });
}
