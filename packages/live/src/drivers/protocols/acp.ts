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
  type UserMessage,
} from '../contract.ts';
import { ask, endTurn, settle } from '../pending.ts';
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
  step: 'begin' | 'initialized' | 'authenticated' | 'opened' | 'configured';
  /** It goes on with a session; otherwise it can only load it, and tells all of it again. */
  resumes: boolean;
  mode?: string;
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
    }),
    read: (state, record) => readRecord(state, record),
    next: (state) => withVersion([...refusals(state.rpc), ...handshake(spec, state)]),
    send: (state, message) => withVersion([prompt(state, message)]),
    reply: (_state, pending, decision) => withVersion([replyTo(pending, decision)]),
    // What is open is cancelled with the turn, as the protocol asks.
    interrupt: (state) =>
      withVersion([
        { method: 'session/cancel', params: { sessionId: state.nativeId } },
        ...state.pending.map(({ id, native }) => cancelled(id, native)),
      ]),
    settings(state, { agentMode }) {
      if (agentMode === undefined) return undefined;
      return withVersion([rpcRequest(state.rpc, 'session/set_mode', { sessionId: state.nativeId, modeId: agentMode })]);
    },
  };
}

const withVersion = (messages: readonly RpcMessage[]): RpcMessage[] =>
  messages.map((message) => ({ jsonrpc: '2.0', ...message }));

/** What comes next before the first prompt. */
function handshake(spec: AcpAgent, state: AcpState): RpcMessage[] {
  const { rpc, options } = state;
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
      const mode = options.agentMode ?? spec.permissionModes[options.permissionMode];
      const isThere = state.modes?.some(({ id }) => id === mode) === true;
      if (!mode || mode === state.mode || !isThere) return [];
      return [rpcRequest(rpc, 'session/set_mode', { sessionId: state.nativeId, modeId: mode })];
    }
    default:
      return [];
  }
}

function openSession({ rpc, options, resumes }: AcpState): RpcMessage {
  const mcpServers = Object.entries(options.mcp ?? {}).map(([name, { command, args = [], env = {} }]) => ({
    name,
    command,
    args,
    env: Object.entries(env).map(([key, value]) => ({ name: key, value })),
  }));
  const common = { cwd: options.directory, mcpServers };
  if (options.resume === undefined) return rpcRequest(rpc, 'session/new', common);
  return rpcRequest(rpc, resumes ? 'session/resume' : 'session/load', { sessionId: options.resume, ...common });
}

function readRecord(state: AcpState, record: WireRecord): void {
  const event = readRpc(state.rpc, record);
  if (!event) return;
  if (event.kind === 'asked') readAsked(state, event.method);
  else if (event.kind === 'answered') readAnswer(state, event);
  else if (event.kind === 'request') readRequest(state, event, record.at);
  else if (event.kind === 'replied') settle(state, String(event.id));
  else readUpdate(state, objectOf(event.params['update']));
}

function readAsked(state: AcpState, method: string): void {
  if (method === 'session/prompt') state.turn = true;
  if (method === 'session/set_mode' && state.step === 'opened') state.step = 'configured';
}

function readAnswer(state: AcpState, { method, result, error }: Extract<RpcEvent, { kind: 'answered' }>): void {
  if (method === 'session/prompt') {
    endTurn(state);
    return;
  }
  if (error && method !== 'session/set_mode') {
    // What fails after the beginning is no failure to begin.
    if (!state.ready) state.failure = `${method}: ${errorText(error)}`;
    return;
  }
  if (method === 'initialize') {
    state.step = 'initialized';
    const { sessionCapabilities } = objectOf(result['agentCapabilities']);
    state.resumes = isObject(objectOf(sessionCapabilities)['resume']);
  } else if (method === 'authenticate') state.step = 'authenticated';
  else if (/^session\/(new|load|resume)$/.test(method)) {
    state.step = 'opened';
    state.nativeId = stringOf(result['sessionId']) ?? state.options.resume;
    takeModes(state, objectOf(result['modes']));
    takeModels(state, objectOf(result['models']));
    state.ready = true;
  } else if (method === 'session/set_mode' && error) state.failure = `The mode was refused: ${errorText(error)}`;
}

function takeModes(state: AcpState, { currentModeId, availableModes }: RpcMessage): void {
  state.mode = stringOf(currentModeId);
  state.modes = choices(availableModes, 'id');
}

function takeModels(state: AcpState, { availableModels }: RpcMessage): void {
  state.models = choices(availableModels, 'modelId');
}

const choices = (list: unknown, key: string) =>
  listOf(list).flatMap((one) => {
    const id = stringOf(objectOf(one)[key]);
    return id === undefined ? [] : [{ id, name: stringOf(objectOf(one)['name']) ?? id }];
  });

function readUpdate(state: AcpState, update: RpcMessage): void {
  if (update['sessionUpdate'] === 'current_mode_update') state.mode = stringOf(update['currentModeId']) ?? state.mode;
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
