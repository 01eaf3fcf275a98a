/**
 * Pi over RPC. It asks for no permission itself: an extension that comes with Hansard asks before every tool that changes
 * something. A turn ends when the agent has settled. While a dialog is open nothing else is answered, so that dialogs are
 * cancelled before an abort.
 */
import { isObject, listOf, objectOf, stringOf } from '@hansard/core/reading/native-values.ts';
import type { WireRecord } from '../../wire/wire-tail.ts';
import {
  type Decision,
  type Driver,
  type DriverState,
  NO_FEATURES,
  type PendingRequest,
  type PermissionAsk,
} from '../contract.ts';
import { ask, endTurn, settle } from '../pending.ts';

export interface PiState extends DriverState {
  requests: number;
  asked: boolean;
  provider?: string;
}

type Line = Record<string, unknown>;

const MARK = 'hansard:permission';

export const pi: Driver<PiState> = {
  agent: 'pi',
  label: 'Pi',
  dialect: 'event-stream',
  program: 'pi',
  takesSessionId: true,
  features: {
    ...NO_FEATURES,
    permissionModes: ['default', 'bypass'],
    permissions: true,
    questions: true,
    images: true,
    interrupt: true,
    steer: true,
    model: true,
    effort: true,
    resume: true,
    deltas: true,
    reasoning: true,
  },
  environment: ['PI_*', 'ANTHROPIC_*', 'OPENAI_*', 'GEMINI_*', 'GOOGLE_*', 'OPENROUTER_*'],
  launch: ({ session, resume, model, permissionMode, files, extraArgs = [] }) => ({
    args: [
      ...extraArgs,
      '--mode',
      'rpc',
      '--session-id',
      resume ?? session,
      ...(permissionMode === 'bypass' ? [] : ['-e', files['gate-for-pi'] ?? '']),
      ...(model === undefined ? [] : ['--model', model]),
    ],
  }),
  begin: () => ({ ready: false, turn: false, pending: [], requests: 0, asked: false }),
  read,
  next: (state) => (state.asked ? [] : [command(state, 'get_state')]),
  send: (state, { text, attachments }) => [command(state, 'prompt', { message: text, ...imagesOf(attachments) })],
  steer: (state, { text, attachments }) => [command(state, 'steer', { message: text, ...imagesOf(attachments) })],
  reply: (_state, pending, decision) => [replyTo(pending, decision)],
  interrupt: (state) => [
    ...state.pending.map(({ id }) => ({ type: 'extension_ui_response', id, cancelled: true })),
    command(state, 'abort'),
  ],
  settings(state, { model, effort }) {
    const [provider, modelId] = model?.includes('/') ? split(model) : [state.provider, model];
    return [
      ...(modelId === undefined ? [] : [command(state, 'set_model', { provider, modelId })]),
      ...(effort === undefined
        ? []
        : [command(state, 'set_thinking_level', { level: effort }, modelId === undefined ? 0 : 1)]),
    ];
  },
};

const split = (model: string): [string, string] => {
  const at = model.indexOf('/');
  return [model.slice(0, at), model.slice(at + 1)];
};

const command = ({ requests }: PiState, type: string, rest: object = {}, more = 0): object => ({
  id: `r${requests + 1 + more}`,
  type,
  ...rest,
});

function imagesOf(attachments: Parameters<Driver['send']>[1]['attachments']): object {
  const images = attachments.flatMap(({ mime, base64 }) =>
    base64 === undefined || !mime.startsWith('image/') ? [] : [{ type: 'image', data: base64, mimeType: mime }],
  );
  return images.length > 0 ? { images } : {};
}

function read(state: PiState, { dir, msg, at }: WireRecord): void {
  if (!isObject(msg)) return;
  if (dir === 'in') readSent(state, msg);
  else if (dir === 'out') readLine(state, msg, at);
}

function readSent(state: PiState, line: Line): void {
  if (line['type'] === 'extension_ui_response') {
    settle(state, String(line['id']));
    return;
  }
  state.requests++;
  if (line['type'] === 'get_state') state.asked = true;
  if (line['type'] === 'prompt') state.turn = true;
}

function readLine(state: PiState, line: Line, at: number): void {
  switch (line['type']) {
    case 'response':
      readResponse(state, line);
      break;
    case 'agent_start':
      state.turn = true;
      break;
    case 'agent_settled':
      endTurn(state);
      break;
    case 'extension_ui_request':
      readDialog(state, line, at);
      break;
  }
}

function readResponse(state: PiState, line: Line): void {
  if (line['command'] === 'get_state') {
    const data = objectOf(line['data']);
    state.ready = line['success'] === true;
    if (!state.ready) state.failure = stringOf(line['error']) ?? 'The agent did not report its state.';
    state.nativeId = stringOf(data['sessionId']) ?? state.nativeId;
    state.provider = stringOf(objectOf(data['model'])['provider']);
  } else if (line['command'] === 'prompt' && line['success'] === false) endTurn(state);
}

const KINDS: Readonly<Record<string, PermissionAsk['kind']>> = {
  bash: 'shell',
  edit: 'edit',
  write: 'edit',
  read: 'read',
};

/** Dialogs that want nothing back are shown and over. */
function readDialog(state: PiState, line: Line, at: number): void {
  const id = String(line['id']);
  const { method } = line;
  const title = stringOf(line['title']) ?? '';
  if (title.startsWith(MARK)) {
    const about = parsed(stringOf(line['message']) ?? title.slice(MARK.length));
    const tool = stringOf(about['toolName']) ?? 'tool';
    const input = objectOf(about['input']);
    const shell = stringOf(input['command']);
    const path = stringOf(input['path']);
    const asks = {
      kind: KINDS[tool] ?? ('other' as const),
      tool,
      ...(shell === undefined ? {} : { command: shell }),
      ...(path === undefined ? {} : { paths: [path] }),
    };
    ask(state, { id, at, kind: 'permission', action: tool, asks, native: { method } });
  } else if (method === 'confirm' || method === 'select' || method === 'input' || method === 'editor') {
    const options = method === 'confirm' ? ['yes', 'no'] : listOf(line['options']).map(String);
    const prompt = [title, stringOf(line['message'])].filter(Boolean).join('\n');
    ask(state, { id, at, kind: 'question', questions: [{ id, prompt, options }], native: { method } });
  }
}

function parsed(text: string): Line {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return {};
  }
}

function replyTo({ id, native, kind }: PendingRequest, decision: Decision): object {
  const { method } = native as { method: string };
  const answer = { type: 'extension_ui_response', id };
  if (decision.kind === 'reject')
    return method === 'confirm' ? { ...answer, confirmed: false } : { ...answer, cancelled: true };
  if (kind === 'permission') return { ...answer, confirmed: true };
  const value = decision.kind === 'answers' ? (decision.answers[0] ?? []).join('\n') : '';
  return method === 'confirm' ? { ...answer, confirmed: value === 'yes' } : { ...answer, value };
}
