/**
 * Amp over its stream of JSON. It asks for no permission over the stream: what it may do are rules in its own settings, and
 * what those would ask is refused, because nobody is at its terminal. It has no command to interrupt a turn.
 */
import { isObject, stringOf } from '@hansard/core/reading/native-values.ts';
import { type Driver, type DriverState, NO_FEATURES } from '../contract.ts';
import { endTurn } from '../pending.ts';

export const amp: Driver<DriverState> = {
  agent: 'amp',
  label: 'Amp',
  dialect: 'stream-json',
  program: 'amp',
  features: { ...NO_FEATURES, effort: true, resume: true, mcp: true, subagents: true },
  environment: ['AMP_*'],
  launch({ resume, effort, mcp = {}, extraArgs = [] }) {
    const servers = Object.keys(mcp).length > 0 ? ['--mcp-config', JSON.stringify(mcp)] : [];
    const which = resume === undefined ? [] : [...'threads continue'.split(' '), resume];
    const mode = effort === undefined ? [] : ['-m', effort];
    const args = [...extraArgs, ...which, '-x', '--stream-json', '--stream-json-input', ...mode, ...servers];
    return { args, ...(servers.length > 0 ? { expands: true } : {}) };
  },
  // It says nothing before the first message.
  begin: () => ({ ready: true, turn: false, pending: [] }),
  read(state, { dir, msg }) {
    if (!isObject(msg)) return;
    if (dir === 'in') state.turn = true;
    else if (msg['type'] === 'system') state.nativeId = stringOf(msg['session_id']) ?? state.nativeId;
    else if (dir === 'out' && msg['type'] === 'result') endTurn(state);
  },
  next: () => [],
  send: (_state, { text, attachments }) => {
    const words = [text, ...attachments.map(({ path }) => `@${path}`)].join('\n');
    return [{ type: 'user', message: { role: 'user', content: [{ type: 'text', text: words }] } }];
  },
  reply: () => [],
  interrupt: () => [],
};
