/** The mock agent, over its own lines. */
import { isObject, stringOf } from '@hansard/core/reading/native-values.ts';
import type { WireRecord } from '../../wire/wire-tail.ts';
import { type AskedQuestion, type Driver, type DriverState, NO_FEATURES, PERMISSION_MODES } from '../contract.ts';
import { ask, endTurn, settle } from '../pending.ts';

type Line = Record<string, unknown>;

export const mock: Driver<DriverState> = {
  agent: 'mock',
  label: 'Mock agent',
  dialect: 'wire',
  program: null,
  takesSessionId: true,
  features: {
    ...NO_FEATURES,
    permissionModes: PERMISSION_MODES,
    permissions: true,
    questions: true,
    images: true,
    files: true,
    interrupt: true,
    model: true,
    effort: true,
    resume: true,
    deltas: true,
    reasoning: true,
  },
  unheard: ['{"type":"delta"'],
  environment: [],
  launch: ({ session, resume, files, extraArgs = [] }) => ({
    args: [files['mock'] ?? '', '--session', resume ?? session, ...(resume ? ['--resume'] : []), ...extraArgs],
  }),
  begin: () => ({ ready: false, turn: false, pending: [] }),
  read,
  next: () => [],
  send: (_state, { id, text, attachments }) => [
    {
      type: 'message',
      id,
      text,
      ...(attachments.length > 0 ? { attachments: attachments.map(({ path, mime }) => ({ path, mime })) } : {}),
    },
  ],
  reply(_state, { id }, decision) {
    if (decision.kind === 'answers') return [{ type: 'answer', id, answers: decision.answers }];
    if (decision.kind === 'allow') return [{ type: 'answer', id, decision: 'once' }];
    const { message } = decision;
    return [{ type: 'answer', id, decision: 'reject', rejected: true, ...(message ? { message } : {}) }];
  },
  interrupt: () => [{ type: 'interrupt' }],
  settings: (_state, { model, effort }) => [
    { type: 'set', ...(model ? { model } : {}), ...(effort ? { effort } : {}) },
  ],
};

function read(state: DriverState, { dir, msg, at }: WireRecord): void {
  if (!isObject(msg)) return;
  if (dir === 'in') readSent(state, msg);
  else if (dir === 'out') readLine(state, msg, at);
}

function readSent(state: DriverState, line: Line): void {
  if (line['type'] === 'message') state.turn = true;
  else if (line['type'] === 'answer') settle(state, String(line['id']));
}

function readLine(state: DriverState, line: Line, at: number): void {
  const id = String(line['id']);
  switch (line['type']) {
    case 'hello':
      state.ready = true;
      state.nativeId = stringOf(line['session']);
      break;
    case 'turn':
      if (line['phase'] === 'started') state.turn = true;
      else endTurn(state);
      break;
    case 'permission':
      ask(state, { id, at, kind: 'permission', ...asked(line) });
      break;
    case 'question':
      ask(state, { id, at, kind: 'question', questions: questionsOf(id, line['questions']) });
      break;
    case 'withdrawn':
      settle(state, id);
      break;
  }
}

function asked(line: Line) {
  const tool = stringOf(line['action']) ?? 'unknown';
  const command = isObject(line['details']) ? stringOf(line['details']['command']) : undefined;
  const kind = tool === 'bash' ? ('shell' as const) : ('other' as const);
  return { action: tool, asks: { kind, tool, ...(command === undefined ? {} : { command }) } };
}

function questionsOf(id: string, questions: unknown): AskedQuestion[] {
  const list = Array.isArray(questions) ? questions.filter(isObject) : [];
  return list.map(({ prompt, options }, index) => ({
    id: index === 0 ? id : `${id}.${index + 1}`,
    prompt: stringOf(prompt) ?? '',
    options: Array.isArray(options) ? options.filter((one): one is string => typeof one === 'string') : [],
  }));
}
