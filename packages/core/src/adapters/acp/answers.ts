/** Answers: each completes what its request began. */
import { forget, recall } from '../../reading/recent.ts';
import type { NativeRecord, Output } from '../contract.ts';
import { type Context, draft, enter, from, keep, sessionOf } from './context.ts';
import { idOf, type Line, object, type Raw, text } from './native.ts';
import { answerPermission, answerQuestion } from './permissions.ts';
import { beginSession, complete, endTurn, leaveTurn, readInitialized, takeConfig } from './sessions.ts';
import type { Request, State } from './state.ts';
import { readTerminal } from './tool-calls.ts';

export function readAnswer(state: State, record: NativeRecord, out: Output, line: Line, message: Raw): void {
  const key = requestKey(state, line, message);
  const request = key ? recall(state.requests, key) : undefined;
  if (key) forget(state.requests, key);
  const result = object(message['result']) ?? {};
  const made = request && /^session\/(new|fork)$/.test(request.method) ? sessionOf(result) : undefined;
  const label = `${request?.method ?? 'unknown'} ${'error' in message ? 'error' : 'result'}`;
  const context = enter(state, record, out, line, label, made ?? request?.session);
  if ('error' in message) readFailure(context, request, message['error']);
  else if (request) answerOf(request)(context, request, result);
  else {
    const event = keep(draft(context, 'meta'), { result: message['result'] });
    event.status = { label: 'answer to nothing known' };
    out.add(event);
  }
}

/** Who answers is who was asked; where the direction is not recorded, the newest request of that id is meant. */
function requestKey(state: State, line: Line, message: Raw): string | undefined {
  const id = idOf(message);
  if (line.direction !== undefined) return `${line.direction === 'in' ? 'agent' : 'client'} ${id}`;
  return state.requests.findLast(({ k }) => k === `agent ${id}` || k === `client ${id}`)?.k;
}

const answerOf = ({ method }: Request) => (Object.hasOwn(ANSWERS, method) ? ANSWERS[method] : undefined) ?? readOther;

const ANSWERS: Readonly<Record<string, (context: Context, request: Request, result: Raw) => void>> = {
  initialize: readInitialized,
  'session/new': beginSession,
  'session/fork': beginSession,
  'session/load': endReplay,
  'session/prompt': (context, _request, result) => endTurn(context, result),
  'session/request_permission': answerPermission,
  'elicitation/create': answerQuestion,
};

function endReplay(context: Context, request: Request, result: Raw): void {
  context.session.replay = undefined;
  context.session.open = {};
  takeConfig(context, result);
  complete(context, request, result);
}

function readOther(context: Context, request: Request, result: Raw): void {
  if (request.terminal) readTerminal(context, request.terminal, result);
  takeConfig(context, result);
  complete(context, request, result);
}

function readFailure(context: Context, request: Request | undefined, error: unknown): void {
  const failure = object(error) ?? {};
  if (request?.method === 'session/load') context.session.replay = undefined;
  const event = draft(context, 'error');
  if (request) event.parentId = request.event;
  const code = failure['code'];
  event.error = {
    message: text(failure['message']) ?? '',
    ...(code === undefined ? {} : { code: String(code) }),
    ...(failure['data'] === undefined ? {} : { details: failure['data'] }),
  };
  context.out.add(event);
  if (request?.method !== 'session/prompt') return;
  const turn = draft(context, 'turn', `${context.record.ref}.1`);
  turn.phase = 'failed';
  context.out.add(turn);
  leaveTurn(context);
  if (request) context.out.patch(request.event, from(context));
}
