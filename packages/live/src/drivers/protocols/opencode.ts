/**
 * The HTTP server of OpenCode and of its descendants: requests are lines to the agent, answers and the events of its stream
 * lines from it. The stream has no replay: when it was broken, the messages and whatever waits for an answer are read again. A
 * permission is only ever given once; modes are rules that the server is started with, so that they hold for subagents too.
 */
import { pathToFileURL } from 'node:url';
import { isObject, listOf, objectOf, stringOf } from '@hansard/core/reading/native-values.ts';
import type { WireRecord } from '../../wire/wire-tail.ts';
import {
  type Decision,
  type Driver,
  type DriverState,
  firstRequest,
  type NamedChoice,
  NO_FEATURES,
  type PendingRequest,
  type PermissionMode,
  type RunOptions,
  type UserMessage,
} from '../contract.ts';
import { endTurn, settle } from '../pending.ts';
import { askPermission, askQuestions, type Json, keepOnly } from './opencode-requests.ts';
import { sharing } from './opencode-sharing.ts';

/** What is special about one of them. */
export interface ServerAgent {
  readonly agent: string;
  readonly label: string;
  readonly program: string;
  /** What its variables begin with. */
  readonly prefix: string;
  readonly environment: readonly string[];
}

export interface ServerState extends DriverState {
  readonly options: RunOptions;
  /** Whether the stream of events can be heard. */
  stream: 'unopened' | 'open' | 'broken';
  requests: number;
  /** What our open requests ask for, by number. */
  open: Record<string, string>;
  step: 'begin' | 'opened' | 'asked' | 'known';
  /** Sessions of subagents. */
  children: string[];
  /** The stream was broken: this has to be read again. */
  missed: string[];
  model?: string;
  effort?: string;
  agentMode?: string;
}

type Action = 'ask' | 'allow' | 'deny';

const LOOKING = {
  read: { '*': 'allow', '*.env': 'ask', '*.env.*': 'ask' },
  glob: 'allow',
  grep: 'allow',
  list: 'allow',
};
const OWN = { todowrite: 'allow', todoread: 'allow', question: 'allow', task: 'allow', skill: 'allow', lsp: 'allow' };
const ASKING = { '*': 'ask', ...LOOKING, ...OWN };

/** Rules of its own; of those that fit the last one counts. */
const RULES: Readonly<Record<PermissionMode, Readonly<Record<string, Action | object>>>> = {
  default: ASKING as Record<string, Action | object>,
  plan: { ...ASKING, edit: 'deny' } as Record<string, Action | object>,
  acceptEdits: { ...ASKING, edit: 'allow' } as Record<string, Action | object>,
  bypass: { '*': 'allow' },
};

export function serverDriver(spec: ServerAgent): Driver<ServerState> {
  const { prefix } = spec;
  return {
    agent: spec.agent,
    label: spec.label,
    dialect: 'http',
    program: spec.program,
    features: {
      ...NO_FEATURES,
      permissionModes: ['default', 'plan', 'acceptEdits', 'bypass'],
      permissions: true,
      questions: true,
      images: true,
      files: true,
      interrupt: true,
      steer: true,
      model: true,
      effort: true,
      resume: true,
      fork: true,
      mcp: true,
      subagents: true,
      deltas: true,
      reasoning: true,
    },
    environment: spec.environment,
    sharing,
    launch: ({ permissionMode, mcp = {}, extraArgs = [] }) => ({
      args: [...extraArgs, 'serve'],
      env: {
        [`${prefix}_SERVER_USERNAME`]: USER,
        [`${prefix}_PERMISSION`]: JSON.stringify(RULES[permissionMode]),
        [`${prefix}_DISABLE_AUTOUPDATE`]: '1',
        ...(Object.keys(mcp).length > 0 ? { [`${prefix}_CONFIG_CONTENT`]: JSON.stringify({ mcp: servers(mcp) }) } : {}),
      },
      http: { passwordVariable: `${prefix}_SERVER_PASSWORD`, user: USER, health: '/global/health', events: '/event' },
    }),
    begin: (options) => ({
      ready: false,
      turn: false,
      pending: [],
      options,
      stream: 'unopened',
      requests: firstRequest(options),
      open: {},
      step: 'begin',
      children: [],
      missed: [],
    }),
    read,
    next,
    send: (state, message) => [prompt(state, message)],
    steer: (state, message) => [prompt(state, message)],
    reply: (state, pending, decision) => [replyTo(state, pending, decision)],
    interrupt: (state) => [request(state, 'POST', `/session/${state.nativeId}/abort`)],
    // The rest is told with the next message.
    settings: (state, { permissionMode }) =>
      permissionMode === undefined
        ? []
        : [request(state, 'PATCH', `/session/${state.nativeId}`, { permission: rulesetOf(permissionMode) })],
  };
}

const USER = 'hansard';

const servers = (mcp: NonNullable<RunOptions['mcp']>): object =>
  Object.fromEntries(
    Object.entries(mcp).map(([name, { command, args = [], env }]) => [
      name,
      { type: 'local', command: [command, ...args], ...(env ? { environment: env } : {}) },
    ]),
  );

function rulesetOf(mode: PermissionMode): object[] {
  return Object.entries(RULES[mode]).flatMap(([permission, rule]) =>
    typeof rule === 'string'
      ? [{ permission, pattern: '*', action: rule }]
      : Object.entries(rule).map(([pattern, action]) => ({ permission, pattern, action })),
  );
}

const request = ({ requests }: ServerState, method: string, path: string, body?: object, more = 0): object => ({
  request: requests + 1 + more,
  method,
  path,
  ...(body === undefined ? {} : { body }),
});

/** The session is opened as soon as the stream is; after a break comes whatever was missed. */
function next(state: ServerState): readonly object[] {
  if (state.stream !== 'open' || state.failure !== undefined) return [];
  if (state.missed.length > 0) return state.missed.map((path, i) => request(state, 'GET', path, undefined, i));
  if (Object.keys(state.open).length > 0) return [];
  if (state.step === 'opened')
    return [request(state, 'GET', '/config/providers'), request(state, 'GET', '/agent', undefined, 1)];
  if (state.step !== 'begin') return [];
  const { resume, fork } = state.options;
  if (resume === undefined) return [request(state, 'POST', '/session', {})];
  if (fork) return [request(state, 'POST', `/session/${resume}/fork`, {})];
  return [request(state, 'GET', `/session/${resume}`)];
}

function prompt(state: ServerState, { text, attachments }: UserMessage): object {
  const { options } = state;
  const files = attachments.map(({ path, name, mime, base64 }) => ({
    type: 'file',
    mime,
    filename: name,
    url: base64 === undefined ? pathToFileURL(path).href : `data:${mime};base64,${base64}`,
  }));
  const [providerID, modelID] = splitModel(state.model ?? options.model);
  const agent = state.agentMode ?? options.agentMode ?? (options.permissionMode === 'plan' ? 'plan' : undefined);
  const variant = state.effort ?? options.effort;
  return request(state, 'POST', `/session/${state.nativeId}/prompt_async`, {
    parts: [{ type: 'text', text }, ...files],
    ...(modelID === undefined ? {} : { model: { providerID, modelID } }),
    ...(agent === undefined ? {} : { agent }),
    ...(variant === undefined ? {} : { variant }),
  });
}

function splitModel(model = ''): [string?, string?] {
  const at = model.indexOf('/');
  return at < 0 ? [] : [model.slice(0, at), model.slice(at + 1)];
}

function replyTo(state: ServerState, { id, kind }: PendingRequest, decision: Decision): object {
  if (kind === 'question') {
    if (decision.kind !== 'answers') return request(state, 'POST', `/question/${id}/reject`);
    return request(state, 'POST', `/question/${id}/reply`, { answers: decision.answers });
  }
  const message = decision.kind === 'reject' && decision.message !== undefined ? { message: decision.message } : {};
  const once = decision.kind === 'allow' ? 'once' : 'reject';
  const reply = decision.kind === 'allow' && decision.option !== undefined ? 'always' : once;
  return request(state, 'POST', `/permission/${id}/reply`, { reply, ...message });
}

function read(state: ServerState, { dir, msg, at }: WireRecord): void {
  if (!isObject(msg)) return;
  if (dir === 'in') readSent(state, msg);
  else if (dir === 'note') readSettings(state, objectOf(msg['settings']));
  else if (dir !== 'out') return;
  else if (typeof msg['stream'] === 'string') readStream(state, msg['stream']);
  else if (typeof msg['response'] === 'number') readResponse(state, msg, at);
  else readEvent(state, stringOf(msg['type']) ?? '', objectOf(msg['properties']), at);
}

const ANSWERING = /^\/(?:permission|question)\/([^/]+)\/(?:reply|reject)$/;

function readSent(state: ServerState, msg: Json): void {
  const path = stringOf(msg['path']) ?? '';
  state.requests = Math.max(state.requests, Number(msg['request']) || 0);
  state.open[String(msg['request'])] = path;
  state.missed = state.missed.filter((one) => one !== path);
  if (path === '/config/providers') state.step = 'asked';
  if (path.endsWith('/prompt_async')) state.turn = true;
  const [, answered] = ANSWERING.exec(path) ?? [];
  if (answered !== undefined) settle(state, answered);
}

function readSettings(state: ServerState, { model, effort, agentMode }: Json): void {
  state.model = stringOf(model) ?? state.model;
  state.effort = stringOf(effort) ?? state.effort;
  state.agentMode = stringOf(agentMode) ?? state.agentMode;
}

function readStream(state: ServerState, told: string): void {
  const wasBroken = state.stream === 'broken';
  state.stream = told === 'open' ? 'open' : 'broken';
  if (!wasBroken || told !== 'open' || state.nativeId === undefined) return;
  const messages = [state.nativeId, ...state.children].map((id) => `/session/${id}/message`);
  state.missed = [...messages, '/permission', '/question', '/session/status'];
}

function readResponse(state: ServerState, msg: Json, at: number): void {
  const id = String(msg['response']);
  const path = state.open[id];
  if (path === undefined) return;
  delete state.open[id];
  const status = Number(msg['status']);
  const { body } = msg;
  if (status === 0 || status >= 400) {
    if (path.endsWith('/prompt_async')) endTurn(state);
    else if (state.step === 'begin') state.failure = `${path}: ${problemOf(body, status)}`;
    return;
  }
  if (state.step === 'begin') {
    state.nativeId = stringOf(objectOf(body)['id']);
    state.step = 'opened';
    state.ready = true;
  } else if (path === '/config/providers') state.models = modelsOf(body);
  else if (path === '/agent') state.modes = agentsOf(body);
  else readAgain(state, path, body, at);
}

const problemOf = (body: unknown, status: number): string =>
  stringOf(objectOf(objectOf(body)['data'])['message']) ?? stringOf(objectOf(body)['error']) ?? `status ${status}`;

/** What waits now is what the server says; what it does not name is over. */
function readAgain(state: ServerState, path: string, body: unknown, at: number): void {
  if (path === '/permission') {
    keepOnly(state, 'permission', body);
    for (const asked of listOf(body)) readAsked(state, objectOf(asked), at, askPermission);
  } else if (path === '/question') {
    keepOnly(state, 'question', body);
    for (const asked of listOf(body)) readAsked(state, objectOf(asked), at, askQuestions);
  } else if (path === '/session/status') {
    const own = objectOf(objectOf(body)[state.nativeId ?? '']);
    if (own['type'] === undefined || own['type'] === 'idle') endTurn(state);
  }
}

function readAsked(state: ServerState, asked: Json, at: number, ask: typeof askPermission): void {
  const session = stringOf(asked['sessionID']);
  if (session === state.nativeId) ask(state, asked, at, undefined);
  else if (session !== undefined && state.children.includes(session)) ask(state, asked, at, session);
}

function modelsOf(body: unknown): NamedChoice[] {
  return listOf(objectOf(body)['providers']).flatMap((one) => {
    const { id: provider, models } = objectOf(one);
    return Object.entries(objectOf(models)).map(([id, model]) => ({
      id: `${String(provider)}/${id}`,
      name: stringOf(objectOf(model)['name']) ?? id,
    }));
  });
}

const agentsOf = (body: unknown): NamedChoice[] =>
  listOf(body).flatMap((one) => {
    const { name, mode, hidden } = objectOf(one);
    return typeof name === 'string' && mode !== 'subagent' && hidden !== true ? [{ id: name, name }] : [];
  });

function readEvent(state: ServerState, type: string, properties: Json, at: number): void {
  const session = stringOf(properties['sessionID']);
  const isOwn = session !== undefined && session === state.nativeId;
  if (type === 'session.created') readCreated(state, objectOf(properties['info']));
  else if (type === 'permission.asked') readAsked(state, properties, at, askPermission);
  else if (type === 'question.asked') readAsked(state, properties, at, askQuestions);
  else if (/^(permission|question)\.(replied|rejected)$/.test(type))
    settle(state, stringOf(properties['requestID']) ?? stringOf(properties['permissionID']) ?? '');
  else if (type === 'session.idle' && isOwn) endTurn(state);
  else if (type === 'session.idle' && session !== undefined)
    state.pending = state.pending.filter(({ subagent }) => subagent !== session);
  else if (type === 'session.status' && isOwn && objectOf(properties['status'])['type'] === 'busy') state.turn = true;
}

function readCreated(state: ServerState, { id, parentID }: Json): void {
  const parent = stringOf(parentID);
  const isBelow = parent !== undefined && (parent === state.nativeId || state.children.includes(parent));
  if (isBelow && typeof id === 'string' && !state.children.includes(id)) state.children.push(id);
}
