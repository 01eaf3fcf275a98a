/**
 * Codex over its app-server. One process for all sessions: each is a thread, subagents are threads of the same connection, and
 * what they ask carries their own thread. Approvals go to the user and never to an automatic reviewer; they are given once.
 */
import { listOf, objectOf, stringOf } from '@hansard/core/reading/native-values.ts';
import type { WireRecord } from '../../wire/wire-tail.ts';
import {
  type Driver,
  type DriverState,
  firstRequest,
  NO_FEATURES,
  type PermissionMode,
  type RunOptions,
  type SettingsChange,
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
import { sharing } from './sharing.ts';

export interface CodexState extends DriverState {
  readonly options: RunOptions;
  rpc: RpcState;
  step: 'begin' | 'initialized' | 'greeted' | 'open';
  turnId?: string;
  model?: string;
  /** A turn was begun here, or what would be said with the first one was changed since. */
  hasSpoken?: boolean;
  hasAskedModels?: boolean;
  /** Files of changes that have begun, by item: the request for one names its item alone. */
  changes?: Record<string, readonly string[]>;
}

/**
 * What is asked, and what the sandbox lets pass. Under `untrusted` every command and every change is asked for, but for some that
 * only look; what was allowed runs in the sandbox all the same (0.169), so that this must let it write.
 */
const POLICIES: Readonly<Record<PermissionMode, { approvalPolicy: string; sandbox: string }>> = {
  default: { approvalPolicy: 'untrusted', sandbox: 'workspace-write' },
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
  unheard: ['{"method":"item/agentMessage/delta"', '{"method":"item/commandExecution/outputDelta"'],
  environment: ['OPENAI_*', 'CODEX_*', 'AZURE_*'],
  sharing,
  launch: ({ extraArgs = [] }) => ({ args: [...extraArgs, 'app-server'] }),
  begin: (options) => ({
    ready: false,
    turn: false,
    pending: [],
    options,
    rpc: beginRpc(firstRequest(options)),
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
  // Which turn it goes into has to be known; until then it waits like any other.
  steer: (state, message) =>
    state.turnId === undefined
      ? []
      : [
          rpcRequest(state.rpc, 'turn/steer', {
            threadId: state.nativeId,
            expectedTurnId: state.turnId,
            input: inputOf(message),
          }),
        ],
  reply: (_state, pending, decision) => [replyTo(pending, decision)],
  interrupt: (state) => [rpcRequest(state.rpc, 'turn/interrupt', { threadId: state.nativeId, turnId: state.turnId })],
  settings: (state, change) => [
    rpcRequest(state.rpc, 'thread/settings/update', { threadId: state.nativeId, ...settingsOf(state, change) }),
  ],
};

const WRITING = {
  type: 'workspaceWrite',
  writableRoots: [],
  networkAccess: false,
  excludeTmpdirEnvVar: false,
  excludeSlashTmp: false,
};

const SANDBOXES: Readonly<Record<PermissionMode, object>> = {
  default: WRITING,
  plan: { type: 'readOnly', networkAccess: false },
  acceptEdits: WRITING,
  bypass: { type: 'dangerFullAccess' },
};

/** Approval of a plan is the change to another mode: the next message then carries it out. */
function settingsOf(state: CodexState, { model, effort, permissionMode, agentMode }: SettingsChange): object {
  const isPlan = permissionMode === undefined ? undefined : permissionMode === 'plan';
  const mode = agentMode ?? (isPlan === undefined ? undefined : isPlan ? 'plan' : 'default');
  return {
    ...(model === undefined ? {} : { model }),
    ...(effort === undefined ? {} : { effort }),
    ...(permissionMode === undefined
      ? {}
      : { approvalPolicy: POLICIES[permissionMode].approvalPolicy, sandboxPolicy: SANDBOXES[permissionMode] }),
    ...(mode === undefined ? {} : { collaborationMode: collaboration(state, mode, model, effort) }),
  };
}

const collaboration = (
  { options, model }: CodexState,
  mode: string,
  asked = options.model,
  effort = options.effort,
) => ({
  mode,
  settings: { model: asked ?? model ?? '', reasoning_effort: effort ?? null, developer_instructions: null },
});

/** The first turn has what the session was started with; it holds until it is changed. */
function turnSettings(state: CodexState): object {
  const { options, hasSpoken } = state;
  if (hasSpoken) return {};
  const plan = options.permissionMode === 'plan' || options.agentMode === 'plan';
  return {
    ...(options.effort === undefined ? {} : { effort: options.effort }),
    ...(plan ? { collaborationMode: collaboration(state, 'plan') } : {}),
  };
}

const GREETING = 1;

function handshake(state: CodexState): RpcMessage[] {
  const { rpc, options } = state;
  if (state.failure !== undefined || Object.keys(rpc.open).length > 0) return [];
  if (state.step === 'begin') {
    const clientInfo = { name: 'hansard', title: 'Hansard', version: '1' };
    // For every session of the process.
    return [{ id: GREETING, method: 'initialize', params: { clientInfo, capabilities: { experimentalApi: true } } }];
  }
  if (state.step === 'initialized') return [{ method: 'initialized' }];
  if (state.step === 'greeted') return [openThread(state, options)];
  const asksModels = options.seat !== undefined && !state.hasAskedModels;
  return asksModels ? [rpcRequest(rpc, 'model/list', {})] : [];
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

/** A mention is for people's eyes: what the model is to know of a file stands in the text, too (0.169). */
function inputOf({ text, attachments }: UserMessage): object[] {
  const named = attachments.flatMap(({ path, mime }) => (mime.startsWith('image/') ? [] : [`@${path}`]));
  const files = attachments.map(({ path, name, mime }) =>
    mime.startsWith('image/') ? { type: 'localImage', path } : { type: 'mention', name, path },
  );
  return [{ type: 'text', text: [text, ...named].join('\n'), text_elements: [] }, ...files];
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
  if (method === 'model/list') state.hasAskedModels = true;
  if (params['threadId'] !== state.nativeId) return;
  if (method === 'turn/start') {
    state.turn = true;
    delete state.turnId;
  }
  if (method === 'turn/start' || method === 'thread/settings/update') state.hasSpoken = true;
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

function noteChange(state: CodexState, item: RpcMessage): void {
  const id = stringOf(item['id']);
  if (item['type'] !== 'fileChange' || id === undefined) return;
  const paths = listOf(item['changes']).flatMap((one) => {
    const { path, kind } = objectOf(one);
    return [path, objectOf(kind)['move_path']].flatMap((name) => stringOf(name) ?? []);
  });
  state.changes = { ...state.changes, [id]: paths };
}

/** Only the session's own thread ends its turn; what a subagent asked is closed with its own. */
function readNotification(state: CodexState, method: string, params: RpcMessage): void {
  const thread = stringOf(params['threadId']);
  if (method === 'item/started') noteChange(state, objectOf(params['item']));
  if (method === 'serverRequest/resolved') settle(state, String(params['requestId']));
  else if (method === 'turn/started' && thread === state.nativeId) {
    state.turn = true;
    state.turnId = stringOf(objectOf(params['turn'])['id']) ?? state.turnId;
  } else if (method === 'turn/completed') {
    if (thread === state.nativeId) {
      endTurn(state);
      delete state.changes;
    } else state.pending = state.pending.filter(({ subagent }) => subagent !== thread);
  }
}
