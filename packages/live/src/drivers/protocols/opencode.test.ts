/** A server of sessions whose stream breaks: what was missed is asked for, and what waits is what the server says. */
import { expect, it } from 'vitest';
import type { RunOptions } from '../contract.ts';
import { type ServerState, serverDriver } from './opencode.ts';

const driver = serverDriver({ agent: 'x', label: 'X', program: 'x', prefix: 'X', environment: [] });
const OPTIONS: RunOptions = { directory: '/w', session: '', permissionMode: 'default', files: {} };
const PERMISSION = {
  id: 'per_1',
  sessionID: 'ses_1',
  permission: 'bash',
  patterns: ['touch a'],
  metadata: { command: 'touch a' },
  always: ['touch *'],
};

/** A session that is open, and everything that was said to the server. */
function opened(options: Partial<RunOptions> = {}) {
  const state = driver.begin({ ...OPTIONS, ...options });
  const said: Record<string, unknown>[] = [];
  let at = 0;
  const read = (dir: 'in' | 'out' | 'note', msg: unknown) => driver.read(state, { dir, msg, at: ++at, end: at });
  const say = (lines: readonly object[]) => {
    for (const line of lines) {
      said.push(line as Record<string, unknown>);
      read('in', JSON.parse(JSON.stringify(line)));
    }
    return lines as readonly { request: number; method: string; path: string; body?: unknown }[];
  };
  const answer = (path: string, body: unknown, status = 200) => {
    const { request } = said.findLast((one) => one['path'] === path) ?? {};
    read('out', { response: request, status, body });
  };
  read('out', { stream: 'open' });
  return { state, read, say, answer, act: () => say(driver.next(state)) };
}

function ready(options?: Partial<RunOptions>) {
  const session = opened(options);
  session.act();
  session.answer('/session', { id: 'ses_1' });
  session.act();
  session.answer('/config/providers', { providers: [{ id: 'p', models: { m: { name: 'Model' } } }] });
  session.answer('/agent', [
    { name: 'build', mode: 'primary' },
    { name: 'explore', mode: 'subagent' },
  ]);
  return session;
}

const brief = ({ ready: isReady, turn, pending }: ServerState) => [isReady, turn, pending.map(({ id }) => id)];

it('opens a session, and tells models and modes', () => {
  const { state, act } = ready();
  expect([state.nativeId, brief(state), act()]).toEqual(['ses_1', [true, false, []], []]);
  expect([state.models, state.modes]).toEqual([[{ id: 'p/m', name: 'Model' }], [{ id: 'build', name: 'build' }]]);
});

it('goes on with a session, or with a copy of one, and says why it cannot', () => {
  expect(opened({ resume: 'ses_9' }).act()).toMatchObject([{ method: 'GET', path: '/session/ses_9' }]);
  expect(opened({ resume: 'ses_9', fork: true }).act()).toMatchObject([
    { method: 'POST', path: '/session/ses_9/fork' },
  ]);
  const { state, act, answer } = opened({ resume: 'ses_9' });
  act();
  answer('/session/ses_9', { data: { message: 'Session not found' } }, 404);
  expect([state.failure, driver.next(state)]).toEqual(['/session/ses_9: Session not found', []]);
});

it('asks for what it missed while the stream was broken', () => {
  const { state, read, say, answer, act } = ready();
  say(driver.send(state, { id: 'u', text: 'hello', attachments: [] }));
  read('out', { type: 'session.created', properties: { info: { id: 'ses_2', parentID: 'ses_1' } } });
  read('out', { type: 'question.asked', properties: { id: 'que_1', sessionID: 'ses_1', questions: [] } });
  read('out', { stream: 'broken' });
  expect(driver.next(state)).toEqual([]);
  read('out', { stream: 'open' });
  expect(act().map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /session/ses_1/message',
    'GET /session/ses_2/message',
    'GET /permission',
    'GET /question',
    'GET /session/status',
  ]);
  answer('/permission', [
    PERMISSION,
    { ...PERMISSION, id: 'per_2', sessionID: 'ses_2' },
    { ...PERMISSION, id: 'x', sessionID: 'y' },
  ]);
  answer('/question', []);
  answer('/session/status', { ses_1: { type: 'busy' } });
  expect(brief(state)).toEqual([true, true, ['per_1', 'per_2']]);
  expect(state.pending[1]).toMatchObject({ subagent: 'ses_2', asks: { kind: 'shell', command: 'touch a' } });
});

it('knows that a turn ended while nobody could hear it', () => {
  const { state, read, say, answer, act } = ready();
  say(driver.send(state, { id: 'u', text: 'hello', attachments: [] }));
  read('out', { type: 'permission.asked', properties: PERMISSION });
  read('out', { stream: 'broken' });
  read('out', { stream: 'open' });
  act();
  answer('/session/status', {});
  expect(brief(state)).toEqual([true, false, []]);
});

it('gives permissions once, and more only under the name of its own', () => {
  const { state, read } = ready();
  read('out', { type: 'permission.asked', properties: PERMISSION });
  const [request] = state.pending;
  if (!request) throw new Error('Nothing is asked.');
  const body = (decision: Parameters<typeof driver.reply>[2]) => driver.reply(state, request, decision)[0];
  expect(body({ kind: 'allow' })).toMatchObject({ path: '/permission/per_1/reply', body: { reply: 'once' } });
  expect(body({ kind: 'allow', option: 'always' })).toMatchObject({ body: { reply: 'always' } });
  expect(body({ kind: 'reject', message: 'No.' })).toMatchObject({ body: { reply: 'reject', message: 'No.' } });
});

it('tells model, effort and mode with the next message, and rules at once', () => {
  const { state, read } = ready();
  expect(driver.settings?.(state, { model: 'p/m', effort: 'high', agentMode: 'plan' })).toEqual([]);
  read('note', { settings: { model: 'p/m', effort: 'high', agentMode: 'plan' } });
  expect(driver.send(state, { id: 'u', text: 'x', attachments: [] })).toMatchObject([
    { body: { model: { providerID: 'p', modelID: 'm' }, variant: 'high', agent: 'plan' } },
  ]);
  expect(driver.settings?.(state, { permissionMode: 'bypass' })).toMatchObject([
    { method: 'PATCH', body: { permission: [{ permission: '*', pattern: '*', action: 'allow' }] } },
  ]);
});
