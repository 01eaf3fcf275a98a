/**
 * Claude Code over its control protocol: one process for the whole session, with session and message ids of our own. A turn
 * ends when the agent says that it is idle; a result is not the end of one, because a subagent in the background brings another.
 */
import { isObject, listOf, objectOf, stringOf } from '@hansard/core/reading/native-values.ts';
import type { WireRecord } from '../../wire/wire-tail.ts';
import { type Driver, type DriverState, NO_FEATURES, PERMISSION_MODES, type PermissionMode } from '../contract.ts';
import { endTurn, settle } from '../pending.ts';
import { contentOf } from './content.ts';
import { registry } from './registry.ts';
import { type Line, readRequest, replyTo } from './requests.ts';

export interface ClaudeState extends DriverState {
  /** The handshake: asked for, and answered. */
  initialized: 'no' | 'asked' | 'yes';
  session: string;
  /** Requests of ours so far; their ids are numbers. */
  requests: number;
  /** It says when it is idle; earlier versions do not, and end a turn with a result. */
  tellsState: boolean;
  /** Requests of the agent that are not known, and wait for a refusal. */
  unknown: string[];
}

const MODES: Readonly<Record<PermissionMode, string>> = {
  default: 'default',
  plan: 'plan',
  acceptEdits: 'acceptEdits',
  bypass: 'bypassPermissions',
};

export const claudeCode: Driver<ClaudeState> = {
  agent: 'claude-code',
  label: 'Claude Code',
  dialect: 'control',
  program: 'claude',
  takesSessionId: true,
  engine: { name: 'claude', label: 'Claude', provider: 'anthropic' },
  registry,
  features: {
    ...NO_FEATURES,
    permissionModes: PERMISSION_MODES,
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
  unheard: ['{"type":"stream_event"'],
  environment: ['ANTHROPIC_*', 'CLAUDE_*', 'AWS_*', 'GOOGLE_*', 'CLOUD_ML_REGION', 'DISABLE_*'],
  launch({ session, resume, fork, model, permissionMode, mcp = {}, extraArgs = [] }) {
    const servers = Object.keys(mcp).length > 0 ? ['--mcp-config', JSON.stringify({ mcpServers: mcp })] : [];
    const which =
      resume === undefined ? ['--session-id', session] : ['--resume', resume, ...(fork ? ['--fork-session'] : [])];
    return {
      args: [
        ...extraArgs,
        '-p',
        '--input-format',
        'stream-json',
        '--output-format',
        'stream-json',
        '--verbose',
        '--include-partial-messages',
        '--replay-user-messages',
        '--forward-subagent-text',
        '--permission-prompt-tool',
        'stdio',
        '--permission-mode',
        MODES[permissionMode],
        ...(permissionMode === 'bypass' ? ['--allow-dangerously-skip-permissions'] : []),
        ...(model === undefined ? [] : ['--model', model]),
        ...servers,
        ...which,
      ],
      env: { CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: '1' },
      ...(servers.length > 0 ? { expands: true } : {}),
    };
  },
  begin: () => ({
    ready: false,
    turn: false,
    pending: [],
    initialized: 'no',
    session: '',
    requests: 0,
    tellsState: false,
    unknown: [],
  }),
  read,
  next(state) {
    const refusals = state.unknown.map((id) => ({
      type: 'control_response',
      response: { subtype: 'error', request_id: id, error: 'Hansard does not know this request.' },
    }));
    return state.initialized === 'no' ? [request(state, { subtype: 'initialize' }), ...refusals] : refusals;
  },
  send: (state, message) => [userLine(state, message)],
  steer: (state, message) => [userLine(state, message)],
  reply: (_state, pending, decision) => [replyTo(pending, decision)],
  interrupt: (state) => [request(state, { subtype: 'interrupt' })],
  settings(state, { model, effort, permissionMode }) {
    const changes: object[] = [];
    if (model !== undefined) changes.push({ subtype: 'set_model', model });
    if (permissionMode !== undefined) changes.push({ subtype: 'set_permission_mode', mode: MODES[permissionMode] });
    if (effort !== undefined) changes.push({ subtype: 'apply_flag_settings', settings: { effortLevel: effort } });
    return changes.map((change, i) => request(state, change, i));
  },
};

const request = ({ requests }: ClaudeState, body: object, more = 0): object => ({
  type: 'control_request',
  request_id: `hansard-${requests + 1 + more}`,
  request: body,
});

const userLine = (state: ClaudeState, message: Parameters<Driver['send']>[1]): object => ({
  type: 'user',
  uuid: message.id,
  message: { role: 'user', content: contentOf(message) },
  parent_tool_use_id: null,
  session_id: state.nativeId ?? '',
});

function read(state: ClaudeState, { dir, msg, at }: WireRecord): void {
  if (!isObject(msg)) return;
  if (dir === 'in') readSent(state, msg);
  else if (dir === 'out') readLine(state, msg, at);
}

function readSent(state: ClaudeState, line: Line): void {
  if (line['type'] === 'user') state.turn = true;
  else if (line['type'] === 'control_request') {
    state.requests++;
    if (objectOf(line['request'])['subtype'] === 'initialize') state.initialized = 'asked';
  } else if (line['type'] === 'control_response') answered(state, line);
}

/** Ours to the agent, and the agent's repetition of it. */
function answered(state: ClaudeState, line: Line): void {
  const id = stringOf(objectOf(line['response'])['request_id']) ?? '';
  state.unknown = state.unknown.filter((one) => one !== id);
  settle(state, id);
}

function readLine(state: ClaudeState, line: Line, at: number): void {
  switch (line['type']) {
    case 'control_response':
      readResponse(state, line);
      break;
    case 'control_request':
      readRequest(state, line, at);
      break;
    case 'control_cancel_request':
      settle(state, stringOf(line['request_id']) ?? '');
      break;
    case 'system':
      readSystem(state, line);
      break;
    case 'result':
      if (!state.tellsState) endTurn(state);
      break;
  }
}

function readResponse(state: ClaudeState, line: Line): void {
  const response = objectOf(line['response']);
  answered(state, line);
  if (state.initialized !== 'asked' || !stringOf(response['request_id'])?.startsWith('hansard-')) return;
  state.initialized = 'yes';
  state.ready = response['subtype'] !== 'error';
  if (!state.ready) state.failure = stringOf(response['error']) ?? 'The agent refused to begin.';
  const { models } = objectOf(response['response']);
  state.models = listOf(models).flatMap((one) => {
    const { value, displayName } = objectOf(one);
    const id = stringOf(value);
    return id === undefined ? [] : [{ id, name: stringOf(displayName) ?? id }];
  });
}

function readSystem(state: ClaudeState, line: Line): void {
  if (line['subtype'] === 'init') {
    state.nativeId = stringOf(line['session_id']) ?? state.nativeId;
    state.turn = true;
  }
  if (line['subtype'] !== 'session_state_changed') return;
  state.tellsState = true;
  if (line['state'] === 'idle') endTurn(state);
  else state.turn = true;
}
