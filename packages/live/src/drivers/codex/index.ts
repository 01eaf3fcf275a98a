/**
 * Codex over its app-server. One process for a session: subagents are threads of the same connection, and what they ask carries
 * their own thread. Approvals go to the user and never to an automatic reviewer; they are given once.
 */
import { listOf, objectOf, stringOf } from '@hansard/core/reading/native-values.ts';
import type { WireRecord } from '../../wire/wire-tail.ts';
import {
  type Driver,
  type DriverState,
  NO_FEATURES,
  type PermissionMode,
  type RunOptions,
  type UserMessage,
} from '../contract.ts';
import { endTurn, settle } from '../pending.ts';
import {
  beginRpc,
  errorText,
  type RpcEvent,
  type RpcMessage,
  type RpcState,
  readRpc,
  refusals,
  rpcRequest,
} from '../protocols/json-rpc.ts';
import { readRequest, replyTo } from './requests.ts';

export interface CodexState extends DriverState {
  readonly options: RunOptions;
  rpc: RpcState;
  step: 'begin' | 'initialized' | 'greeted' | 'open';
  turnId?: string;
  model?: string;
}

/** What is asked, and what the sandbox lets pass without asking. */
const POLICIES: Readonly<Record<PermissionMode, { approvalPolicy: string; sandbox: string }>> = {
  default: { approvalPolicy: 'untrusted', sandbox: 'read-only' },
  plan: { approvalPolicy: 'untrusted', sandbox: 'read-only' },
  acceptEdits: { approvalPolicy: 'on-request', sandbox: 'workspace-write' },
  bypass: { approvalPolicy: 'never', sandbox: 'danger-full-access' },
};

export const codex: Driver<CodexState> = {
  agent: 'codex',
  label: 'Codex',
  dialect: 'app-server',
  program: 'codex',
  features: {
    ...NO_FEATURES,
    permissionModes: ['default', 'plan', 'acceptEdits', 'bypass'],
    permissions: true,
    questions: true,
    plans: true,
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
  environment: ['OPENAI_*', 'CODEX_*', 'AZURE_*'],
  launch: ({ extraArgs = [] }) => ({ args: [...extraArgs, 'app-server'] }),
  begin: (options) => ({
    ready: false,
    turn: false,
    pending: [],
    options,
    rpc: beginRpc(),
    step: 'begin',
  }),
  read,
  next(state) {
    return [...refusals(state.rpc), ...handshake(state)];
  },
  send: (state, message) => [
    rpcRequest(state.rpc, 'turn/start', {
      threadId: state.nativeId,
      clientUserMessageId: message.id,
      input: inputOf(message),
      ...turnSettings(state),
    }),
  ],
  steer: (state, message) => [
    rpcRequest(state.rpc, 'turn/steer', {
      threadId: state.nativeId,
      expectedTurnId: state.turnId,
      input: inputOf(message),
    }),
  ],
  reply: (_state, pending, decision) => [replyTo(pending, decision)],
  interrupt: (state) => [rpcRequest(state.rpc, 'turn/interrupt', { threadId: state.nativeId, turnId: state.turnId })],
  settings: (state, { model, effort, permissionMode, agentMode }) => {
    const mode = permissionMode === undefined ? {} : { approvalPolicy: POLICIES[permissionMode].approvalPolicy };
    if (agentMode !== undefined) return undefined;
    const settings = {
      ...(model === undefined ? {} : { model }),
      ...(effort === undefined ? {} : { effort }),
      ...mode,
    };
    return [rpcRequest(state.rpc, 'thread/settings/update', { threadId: state.nativeId, ...settings })];
  },
};

/** The first turn has what the session was started with. */
function turnSettings({ options, model }: CodexState): object {
  const plan = options.permissionMode === 'plan' || options.agentMode === 'plan';
  const settings = {
    model: options.model ?? model ?? '',
    reasoning_effort: options.effort ?? null,
    developer_instructions: null,
  };
  return {
    ...(options.effort === undefined ? {} : { effort: options.effort }),
    ...(plan ? { collaborationMode: { mode: 'plan', settings } } : {}),
  };
}

function handshake(state: CodexState): RpcMessage[] {
  const { rpc, options } = state;
  if (state.failure !== undefined || Object.keys(rpc.open).length > 0) return [];
  if (state.step === 'begin') {
    const clientInfo = { name: 'hansard', title: 'Hansard', version: '1' };
    return [rpcRequest(rpc, 'initialize', { clientInfo, capabilities: { experimentalApi: true } })];
  }
  if (state.step === 'initialized') return [{ method: 'initialized' }];
  if (state.step === 'greeted') return [openThread(state, options)];
  return [];
}

function openThread(
  { rpc }: CodexState,
  { resume, fork, directory, model, permissionMode, mcp = {} }: RunOptions,
): RpcMessage {
  const config = Object.fromEntries(Object.entries(mcp).map(([name, server]) => [`mcp_servers.${name}`, server]));
  const common = {
    cwd: directory,
    ...POLICIES[permissionMode],
    approvalsReviewer: 'user',
    ...(model === undefined ? {} : { model }),
    ...(Object.keys(config).length > 0 ? { config } : {}),
  };
  if (resume === undefined) return rpcRequest(rpc, 'thread/start', common);
  if (fork) return rpcRequest(rpc, 'thread/fork', { threadId: resume, ...common });
  return rpcRequest(rpc, 'thread/resume', { threadId: resume, excludeTurns: true, ...common });
}

function inputOf({ text, attachments }: UserMessage): object[] {
  const files = attachments.map(({ path, name, mime }) =>
    mime.startsWith('image/') ? { type: 'localImage', path } : { type: 'mention', name, path },
  );
  return [{ type: 'text', text, text_elements: [] }, ...files];
}

function read(state: CodexState, record: WireRecord): void {
  const event = readRpc(state.rpc, record);
  if (!event) return;
  if (event.kind === 'asked') readAsked(state, event.method, event.params);
  else if (event.kind === 'answered') readAnswer(state, event);
  else if (event.kind === 'request') readRequest(state, event, record.at);
  else if (event.kind === 'replied') settle(state, String(event.id));
  else readNotification(state, event.method, event.params);
}

function readAsked(state: CodexState, method: string, params: RpcMessage): void {
  if (method === 'initialized') state.step = 'greeted';
  if (method === 'turn/start' && params['threadId'] === state.nativeId) state.turn = true;
}

function readAnswer(state: CodexState, { method, result, error }: Extract<RpcEvent, { kind: 'answered' }>): void {
  if (error) {
    if (method === 'turn/start') endTurn(state);
    else if (state.step !== 'open') state.failure = `${method}: ${errorText(error)}`;
    return;
  }
  if (method === 'initialize') state.step = 'initialized';
  else if (/^thread\/(start|resume|fork)$/.test(method) && state.step !== 'open') {
    state.step = 'open';
    state.nativeId = stringOf(objectOf(result['thread'])['id']);
    state.model = stringOf(result['model']);
    state.ready = true;
  } else if (method === 'turn/start') state.turnId = stringOf(objectOf(result['turn'])['id']) ?? state.turnId;
  else if (method === 'model/list') {
    state.models = listOf(result['data']).flatMap((one) => {
      const id = stringOf(objectOf(one)['id']);
      return id === undefined ? [] : [{ id, name: stringOf(objectOf(one)['displayName']) ?? id }];
    });
  }
}

/** Only the session's own thread ends its turn; what a subagent asked is closed with its own. */
function readNotification(state: CodexState, method: string, params: RpcMessage): void {
  const thread = stringOf(params['threadId']);
  if (method === 'serverRequest/resolved') settle(state, String(params['requestId']));
  else if (method === 'turn/started' && thread === state.nativeId) {
    state.turn = true;
    state.turnId = stringOf(objectOf(params['turn'])['id']) ?? state.turnId;
  } else if (method === 'turn/completed') {
    if (thread === state.nativeId) endTurn(state);
    else state.pending = state.pending.filter(({ subagent }) => subagent !== thread);
  }
}
