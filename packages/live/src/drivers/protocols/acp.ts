/**
 * The Agent Client Protocol, version 1: one driver for every agent that speaks it. Agents differ in what they make of a second
 * prompt or of "always", so there is one prompt at a time, and a permission is only ever given once. The client offers neither
 * files nor terminals: agents use their own, and what they do is then in their own words.
 */
import { pathToFileURL } from 'node:url';
import { isObject, listOf, objectOf, stringOf } from '@hansard/core/reading/native-values.ts';
import type { WireRecord } from '../../wire/wire-tail.ts';
import {
  type AskedQuestion,
  type Decision,
  type Driver,
  type DriverEngine,
  type DriverFeatures,
  type DriverState,
  NO_FEATURES,
  type PendingRequest,
  type PermissionAsk,
  type PermissionMode,
  type RunOptions,
  type SettingsChange,
  type UserMessage,
} from '../contract.ts';
import { ask, endTurn, settle } from '../pending.ts';
import { type Choice, type Choices, choicesOf, choose, fromOptions } from './acp-choices.ts';
import {
  beginRpc,
  errorText,
  isOpen,
  type RpcEvent,
  type RpcMessage,
  type RpcState,
  readRpc,
  refusals,
  rpcRequest,
} from './json-rpc.ts';

/** What is special about one agent. */
export interface AcpAgent {
  readonly agent: string;
  readonly label: string;
  readonly program: string | null;
  readonly engine?: DriverEngine;
  readonly args: (options: RunOptions) => readonly string[];
  readonly environment: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The agent's own modes for ours; a mode that is not here is refused. Null: as the agent begins. */
  readonly permissionModes: Readonly<Partial<Record<PermissionMode, string | null>>>;
  /** How to sign in, where it does not begin without. */
  readonly authMethod?: string;
  readonly features?: Partial<DriverFeatures>;
}

export interface AcpState extends DriverState {
  readonly options: RunOptions;
  rpc: RpcState;
  step: 'begin' | 'initialized' | 'authenticated' | 'opened';
  /** It goes on with a session; otherwise it can only load it, and tells all of it again. */
  resumes: boolean;
  forks: boolean;
  choices: Choices;
  /** Which choices of the beginning were told to the agent. */
  chosen: readonly Choice[];
}

export function acpDriver(spec: AcpAgent): Driver<AcpState> {
  return {
    agent: spec.agent,
    label: spec.label,
    dialect: 'acp/wire',
    program: spec.program,
    ...(spec.engine ? { engine: spec.engine } : {}),
    features: {
      ...NO_FEATURES,
      permissions: true,
      images: true,
      files: true,
      interrupt: true,
      resume: true,
      mcp: true,
      deltas: true,
      reasoning: true,
      ...spec.features,
      permissionModes: Object.keys(spec.permissionModes) as PermissionMode[],
    },
    environment: spec.environment,
    launch: (options) => ({
      args: [...(options.extraArgs ?? []), ...spec.args(options)],
      ...(spec.env ? { env: spec.env } : {}),
    }),
    begin: (options) => ({
      ready: false,
      turn: false,
      pending: [],
      options,
      rpc: beginRpc(),
      step: 'begin',
      resumes: false,
      forks: false,
      choices: {},
      chosen: [],
    }),
    read(state, record) {
      readRecord(state, record);
      getReady(spec, state);
    },
    next: (state) => withVersion([...refusals(state.rpc), ...handshake(spec, state)]),
    send: (state, message) => withVersion([prompt(state, message)]),
    reply: (_state, pending, decision) => withVersion([replyTo(pending, decision)]),
    // What is open is cancelled with the turn, as the protocol asks.
    interrupt: (state) =>
      withVersion([
        { method: 'session/cancel', params: { sessionId: state.nativeId } },
        ...state.pending.map(({ id, native }) => cancelled(id, native)),
      ]),
    settings: (state, change) => changed(spec, state, change),
  };
}

const withVersion = (messages: readonly RpcMessage[]): RpcMessage[] =>
  messages.map((message) => ({ jsonrpc: '2.0', ...message }));

/** What comes next before the first prompt. */
function handshake(spec: AcpAgent, state: AcpState): RpcMessage[] {
  const { rpc } = state;
  if (state.failure !== undefined || Object.keys(rpc.open).length > 0) return [];
  switch (state.step) {
    case 'begin':
      return [
        rpcRequest(rpc, 'initialize', {
          protocolVersion: 1,
          clientInfo: { name: 'hansard', title: 'Hansard', version: '1' },
          clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
        }),
      ];
    case 'initialized':
      if (spec.authMethod !== undefined) return [rpcRequest(rpc, 'authenticate', { methodId: spec.authMethod })];
      return [openSession(state)];
    case 'authenticated':
      return [openSession(state)];
    case 'opened': {
      const [first] = toChoose(spec, state);
      const request = first && choose(rpc, state.nativeId, state.choices, ...first);
      return request ? [request] : [];
    }
  }
}

/** What the session was started with. */
function wantedOf(spec: AcpAgent, { options }: AcpState): Partial<Record<Choice, string>> {
  const { model, effort } = options;
  const mode = options.agentMode ?? spec.permissionModes[options.permissionMode] ?? undefined;
  const isTold = model === undefined || spec.args(options).includes(model);
  return {
    ...(mode === undefined ? {} : { mode }),
    ...(isTold ? {} : { model }),
    ...(effort === undefined ? {} : { effort }),
  };
}

/** What of it the agent offers and was not told yet. */
function toChoose(spec: AcpAgent, state: AcpState): (readonly [Choice, string])[] {
  const wanted = wantedOf(spec, state);
  return (['mode', 'model', 'effort'] as const).flatMap((choice) => {
    const value = wanted[choice];
    const offered = state.choices[choice];
    const isDone = state.chosen.includes(choice) || offered?.current === value;
    return value === undefined || isDone || !has(offered, value) ? [] : [[choice, value] as const];
  });
}

/** Nobody speaks to it before it works as it was asked to: what it does not have is never replaced by what it begins with. */
function getReady(spec: AcpAgent, state: AcpState): void {
  if (state.ready || state.step !== 'opened' || state.failure !== undefined) return;
  const { options, choices, rpc } = state;
  const { mode, model } = wantedOf(spec, state);
  const isModeAsked = options.agentMode !== undefined || options.permissionMode !== 'default';
  if (mode !== undefined && isModeAsked && !has(choices.mode, mode)) state.failure = `It has no mode "${mode}".`;
  else if (model !== undefined && !has(choices.model, model)) state.failure = `It has no model "${model}".`;
  else state.ready = toChoose(spec, state).length === 0 && Object.keys(rpc.open).length === 0;
}

const has = (offered: Choices[Choice], value: string): boolean =>
  offered?.values.some(({ id }) => id === value) === true;

/** Undefined where one of them cannot be changed. */
function changed(spec: AcpAgent, state: AcpState, change: SettingsChange): RpcMessage[] | undefined {
  const { model, effort, agentMode, permissionMode } = change;
  const mode = agentMode ?? (permissionMode === undefined ? undefined : (spec.permissionModes[permissionMode] ?? null));
  const wanted = Object.entries({ mode, model, effort }).filter(([, value]) => value !== undefined);
  const requests = wanted.map(([choice, value], at) =>
    value === null || value === undefined
      ? undefined
      : choose(state.rpc, state.nativeId, state.choices, choice as Choice, value, at),
  );
  const made = requests.filter((one) => one !== undefined);
  return made.length > 0 && made.length === requests.length ? withVersion(made) : undefined;
}

function openSession({ rpc, options, resumes, forks }: AcpState): RpcMessage {
  const mcpServers = Object.entries(options.mcp ?? {}).map(([name, { command, args = [], env = {} }]) => ({
    name,
    command,
    args,
    env: Object.entries(env).map(([key, value]) => ({ name: key, value })),
  }));
  const common = { cwd: options.directory, mcpServers };
  if (options.resume === undefined) return rpcRequest(rpc, 'session/new', common);
  if (options.fork && forks) return rpcRequest(rpc, 'session/fork', { sessionId: options.resume, ...common });
  return rpcRequest(rpc, resumes ? 'session/resume' : 'session/load', { sessionId: options.resume, ...common });
}

function readRecord(state: AcpState, record: WireRecord): void {
  const event = readRpc(state.rpc, record);
  if (!event) return;
  if (event.kind === 'asked') readAsked(state, event.method, event.params);
  else if (event.kind === 'answered') readAnswer(state, event);
  else if (event.kind === 'request') readRequest(state, event, record.at);
  else if (event.kind === 'replied') settle(state, String(event.id));
  else readUpdate(state, objectOf(event.params['update']));
}

function readAsked(state: AcpState, method: string, params: RpcMessage): void {
  if (method === 'session/prompt') state.turn = true;
  const choice = choiceBy(state, method, params);
  if (choice) state.chosen = [...state.chosen, choice];
}

function choiceBy({ choices }: AcpState, method: string, { configId }: RpcMessage): Choice | undefined {
  if (method === 'session/set_mode') return 'mode';
  if (method === 'session/set_model') return 'model';
  if (method !== 'session/set_config_option') return undefined;
  return (['mode', 'model', 'effort'] as const).find((one) => choices[one]?.option === configId);
}

function readAnswer(state: AcpState, { method, result, error }: Extract<RpcEvent, { kind: 'answered' }>): void {
  if (method === 'session/prompt') {
    endTurn(state);
    return;
  }
  if (error) {
    // What fails after the beginning is no failure to begin.
    if (!state.ready) state.failure = `${method}: ${errorText(error)}`;
    return;
  }
  if (method === 'initialize') {
    state.step = 'initialized';
    const { sessionCapabilities } = objectOf(result['agentCapabilities']);
    state.resumes = isObject(objectOf(sessionCapabilities)['resume']);
    state.forks = isObject(objectOf(sessionCapabilities)['fork']);
    if (state.options.fork && !state.forks) state.failure = 'It cannot go on in a copy.';
  } else if (method === 'authenticate') state.step = 'authenticated';
  else if (/^session\/(new|load|resume|fork)$/.test(method)) {
    state.step = 'opened';
    state.nativeId = stringOf(result['sessionId']) ?? state.options.resume;
    take(state, choicesOf(result));
  } else if (method === 'session/set_config_option') take(state, fromOptions(result['configOptions']));
}

function take(state: AcpState, offered: Choices): void {
  state.choices = { ...offered, ...lists(state.choices), ...lists(offered) };
  state.modes = state.choices.mode?.values ?? [];
  state.models = state.choices.model?.values ?? [];
}

/** Those that are no options: an update of the options does not tell of them. */
const lists = (choices: Choices): Choices =>
  Object.fromEntries(Object.entries(choices).filter(([, { option }]) => option === undefined));

function readUpdate(state: AcpState, update: RpcMessage): void {
  const { sessionUpdate, currentModeId, configOptions } = update;
  const { mode } = state.choices;
  const current = stringOf(currentModeId);
  if (sessionUpdate === 'current_mode_update' && mode && current !== undefined)
    state.choices = { ...state.choices, mode: { ...mode, current } };
  if (sessionUpdate === 'config_option_update') take(state, fromOptions(configOptions));
}

function readRequest(
  state: AcpState,
  { id, method, params }: Extract<RpcEvent, { kind: 'request' }>,
  at: number,
): void {
  if (method === 'session/request_permission') {
    const toolCall = objectOf(params['toolCall']);
    const options = listOf(params['options']).filter(isObject);
    ask(state, {
      id: String(id),
      at,
      kind: 'permission',
      action: stringOf(toolCall['title']) ?? 'unknown',
      asks: asksOf(toolCall),
      native: { id, options },
      options: options
        .filter(({ kind }) => kind === 'allow_always')
        .map(({ optionId, name }) => ({ id: String(optionId), name: stringOf(name) ?? String(optionId) })),
    });
  } else if (method === 'elicitation/create') {
    const fields = Object.entries(objectOf(objectOf(params['requestedSchema'])['properties']));
    const questions = questionsOf(String(id), fields, stringOf(params['message']) ?? '');
    ask(state, {
      id: String(id),
      at,
      kind: 'question',
      questions,
      native: { id, fields: fields.map(([name]) => name) },
    });
  } else state.rpc.refused.push(id);
}

const KINDS: Readonly<Record<string, PermissionAsk['kind']>> = {
  execute: 'shell',
  edit: 'edit',
  delete: 'edit',
  move: 'edit',
  read: 'read',
  search: 'read',
  fetch: 'web',
};

function asksOf(toolCall: RpcMessage): PermissionAsk {
  const input = objectOf(toolCall['rawInput']);
  const kind = KINDS[stringOf(toolCall['kind']) ?? ''] ?? 'other';
  const command = stringOf(input['command']);
  const places = listOf(toolCall['locations']).flatMap((one) => stringOf(objectOf(one)['path']) ?? []);
  const named = stringOf(input['path']) ?? stringOf(input['file_path']);
  const paths = [...new Set(named === undefined ? places : [...places, named])];
  const tool = stringOf(toolCall['name']) ?? stringOf(toolCall['title']) ?? 'unknown';
  return { kind, tool, ...(command === undefined ? {} : { command }), ...(paths.length > 0 ? { paths } : {}) };
}

function questionsOf(id: string, fields: readonly [string, unknown][], message: string): AskedQuestion[] {
  if (fields.length === 0) return [{ id, prompt: message, options: ['accept'] }];
  return fields.map(([, field], i) => ({
    id: i === 0 ? id : `${id}.${i + 1}`,
    prompt: stringOf(objectOf(field)['title']) ?? message,
    options: listOf(objectOf(field)['enum']).map(String),
  }));
}

/** The agent's own "once": what it makes of "always" nobody knows. */
function replyTo(pending: PendingRequest, decision: Decision): RpcMessage {
  const {
    id,
    options = [],
    fields = [],
  } = pending.native as {
    id: string | number;
    options?: readonly RpcMessage[];
    fields?: readonly string[];
  };
  if (pending.kind === 'question') {
    if (decision.kind !== 'answers') return { id, result: { action: 'decline' } };
    const content = Object.fromEntries(fields.map((name, i) => [name, (decision.answers[i] ?? []).join(', ')]));
    return { id, result: { action: 'accept', content } };
  }
  const of = (kind: string) => options.find((option) => option['kind'] === kind)?.['optionId'];
  const own = decision.kind === 'allow' ? decision.option : undefined;
  const optionId = decision.kind === 'allow' ? (own ?? of('allow_once')) : (of('reject_once') ?? of('reject_always'));
  return { id, result: { outcome: optionId === undefined ? CANCELLED : { outcome: 'selected', optionId } } };
}

const CANCELLED = { outcome: 'cancelled' };

const cancelled = (id: string, native: unknown): RpcMessage => {
  const own = (native as { id?: string | number; fields?: unknown }) ?? {};
  const result = own.fields === undefined ? { outcome: CANCELLED } : { action: 'cancel' };
  return { id: own.id ?? id, result };
};

function prompt(state: AcpState, { text, attachments }: UserMessage): RpcMessage {
  const files = attachments.map(({ path, name, mime, base64 }) =>
    base64 !== undefined && mime.startsWith('image/')
      ? { type: 'image', mimeType: mime, data: base64 }
      : { type: 'resource_link', uri: pathToFileURL(path).href, name, mimeType: mime },
  );
  return rpcRequest(state.rpc, 'session/prompt', {
    sessionId: state.nativeId,
    prompt: [{ type: 'text', text }, ...files],
  });
}

/** Whether a prompt is under way. */
export const isPrompting = ({ rpc }: AcpState): boolean => isOpen(rpc, 'session/prompt');
