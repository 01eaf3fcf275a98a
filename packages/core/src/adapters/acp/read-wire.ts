/** The wire between a client and an agent, in both directions, and logs of an agent's notifications. */
import { remember } from '../../reading/recent.ts';
import { wired } from '../../reading/wire/wired.ts';
import type { Head, LogDialect, NativeRecord, Output } from '../contract.ts';
import { readAnswer } from './answers.ts';
import { type Context, draft, enter, keep, sessionIn, sessionOf } from './context.ts';
import { readPrompt } from './messages.ts';
import { filled, idOf, isOfProtocol, isUpdate, type Line, object, openLine, type Raw, rest, text } from './native.ts';
import { askPermission, askQuestion } from './permissions.ts';
import { initialState, LIMITS, type Request, type State } from './state.ts';
import { readUpdate } from './updates.ts';

const messages: LogDialect<State> = {
  id: 'wire',
  kind: 'log',
  live: true,
  ownIds: 'texts',
  detect: sureness,
  begin: initialState,
  read: readLine,
  expect(state, session, { resumes }) {
    state.main ??= session;
    if (resumes) sessionIn(state, session).whole = true;
  },
};

const recorded = wired(messages);

/** Id of the agent that introduces itself by a name. */
export type AgentNamed = (name: string) => string | undefined;

/** Recordings without absolute times keep the offset of each line: nothing in the protocol has a time. */
export const wireOf = (agentNamed: AgentNamed): LogDialect<State> => ({
  ...recorded,
  detect: messages.detect,
  read(state, record, out) {
    const reader = record.value['t'] === undefined ? recorded : messages;
    reader.read(state, record, out);
    if (state.agent?.name !== undefined && state.agent.id === undefined) nameAgent(state.agent, agentNamed, out);
  },
});

/** Whose session it is, so that the agent's own log can tell of it, too. */
function nameAgent(agent: NonNullable<State['agent']>, agentNamed: AgentNamed, out: Output): void {
  agent.id = agentNamed(agent.name ?? '') ?? '';
  if (agent.id !== '') out.session({ agentId: agent.id });
}

function sureness({ records }: Head): number {
  if (records.filter(couldBe).length * 3 < records.length * 2) return 0;
  return records.some((record) => isOfProtocol(openLine(record).message ?? {})) ? 0.95 : 0;
}

const couldBe = (record: Readonly<Raw>): boolean =>
  'jsonrpc' in record || typeof record['method'] === 'string' || typeof record['dir'] === 'string';

function readLine(state: State, record: NativeRecord, out: Output): void {
  const line = lineOf(record);
  if (!line.message) readProcess(enter(state, record, out, line, `process ${line.direction}`));
  else if (typeof line.message['method'] === 'string') readMethod(state, record, out, line, line.message);
  else if ('result' in line.message || 'error' in line.message) readAnswer(state, record, out, line, line.message);
}

function lineOf({ value, direction, at }: NativeRecord): Line {
  return direction === undefined ? openLine(value as Raw) : { message: value as Raw, direction, time: at };
}

/** A line of the agent's stderr, its exit, or something on its stdout that is no message. */
function readProcess(context: Context): void {
  const { direction, other } = context.line;
  const event = draft(context, direction === 'exit' ? 'session' : 'meta');
  if (direction === 'exit') {
    const exit = object(other) ?? {};
    event.phase = 'ended';
    keep(event, exit);
    context.out.session({ state: exit['code'] === 0 ? 'ended' : 'failed' });
  } else {
    event.status = { label: direction === 'err' ? 'stderr' : (direction ?? ''), detail: text(other) ?? '' };
    if (typeof other !== 'string') keep(event, { message: other });
  }
  context.out.add(event);
}

function readMethod(state: State, record: NativeRecord, out: Output, line: Line, message: Raw): void {
  const method = message['method'] as string;
  const params = object(message['params']) ?? {};
  const update = object(params['update']);
  const label = isUpdate(method) ? `${method} ${text(update?.['sessionUpdate']) ?? ''}`.trimEnd() : method;
  const context = enter(state, record, out, line, label, sessionOf(params));
  if (isUpdate(method)) {
    if (update) readUpdate(context, update);
    return;
  }
  const id = idOf(message);
  const asked = ask(context, method, params, id ?? record.ref);
  if (id === undefined) return;
  const session = context.sessionId;
  remember(state.requests, `${askerOf(method)} ${id}`, { method, session, ...asked }, LIMITS.requests);
}

/** Both sides number their requests from where they like: the method says who asks. */
const askerOf = (method: string): string =>
  /^(fs|terminal|elicitation)\/|^session\/request_permission$/.test(method) ? 'agent' : 'client';

function ask(context: Context, method: string, params: Raw, id: string): Partial<Request> & { event: string } {
  switch (method) {
    case 'session/prompt':
      return { event: readPrompt(context, params) };
    case 'session/request_permission':
      return askPermission(context, params, id);
    case 'elicitation/create':
      return askQuestion(context, params, id);
    case 'session/new':
    case 'session/load':
    case 'session/resume':
      return openSession(context, method, params);
    default:
      return { event: note(context, method, params), ...terminalOf(params) };
  }
}

const OPEN_SHOWN = new Set(['sessionId', 'cwd']);

function openSession(context: Context, method: string, params: Raw): Partial<Request> & { event: string } {
  const { session, state, out } = context;
  const cwd = filled(params['cwd']);
  const isNew = method === 'session/new';
  // The id of a new session comes with the answer; until then a second one can only be noted.
  const event = keep(draft(context, isNew && state.main !== undefined ? 'meta' : 'session'), rest(params, OPEN_SHOWN));
  if (event.type === 'session') event.phase = isNew ? 'started' : 'resumed';
  else event.status = { label: method };
  if (cwd && event.type === 'session') out.session({ environment: { cwd } });
  const id = out.add(event);
  if (method === 'session/load') {
    session.repeats = session.whole === true;
    session.whole = true;
    session.replay = id;
    session.open = {};
  }
  return { event: id, ...(cwd ? { cwd } : {}) };
}

function note(context: Context, method: string, params: Raw): string {
  const cancels = method === 'session/cancel';
  const isSession = method === 'session/close' || method.startsWith('session/set_');
  const event = draft(context, isSession ? 'session' : cancels ? 'status' : 'meta');
  if (isSession) event.phase = method === 'session/close' ? 'ended' : method.slice('session/set_'.length);
  else event.status = { label: method };
  keep(event, rest(params, new Set(['sessionId'])));
  return context.out.add(event);
}

function terminalOf(params: Raw): { terminal?: string } {
  const terminal = filled(params['terminalId']);
  return terminal ? { terminal } : {};
}
