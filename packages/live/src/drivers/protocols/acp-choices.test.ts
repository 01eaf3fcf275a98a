/** What is chosen for a session of the Agent Client Protocol: as it was asked for, or the session does not begin. */
import { expect, it } from 'vitest';
import type { DriverState, PermissionMode } from '../contract.ts';
import { driverOf } from '../index.ts';
import type { RpcMessage } from './json-rpc.ts';

const MODES = { currentModeId: 'auto', availableModes: [{ id: 'auto' }, { id: 'default' }, { id: 'plan' }] };
const option = (id: string, category: string, currentValue: string, ...values: string[]) => ({
  id,
  category,
  type: 'select',
  currentValue,
  options: [{ group: 'all', options: values.map((value) => ({ value, name: value.toUpperCase() })) }],
});
const OPTIONS = [option('m', 'model', 'small', 'small', 'large'), option('t', 'thought_level', 'low', 'low', 'high')];

interface Asked {
  readonly model?: string;
  readonly effort?: string;
  readonly permissionMode?: PermissionMode;
  readonly resume?: string;
  readonly fork?: true;
}

/** A session that was opened with what an agent offers. */
function opened(offered: object, options: Asked = {}, capabilities: object = {}) {
  const driver = driverOf('acp') ?? expect.fail('There is no driver for the protocol.');
  const state: DriverState = driver.begin({
    directory: '/w',
    session: 's',
    permissionMode: 'default',
    files: {},
    ...options,
  });
  const read = (dir: 'in' | 'out', msg: unknown) => driver.read(state, { dir, msg, at: 0, end: 0 });
  const said = () => {
    const lines = driver.next(state) as RpcMessage[];
    for (const line of lines) read('in', line);
    return lines.map(({ method, params }) => [method, params]);
  };
  const answer = (id: number, result: object) => read('out', { jsonrpc: '2.0', id, result });
  said();
  answer(1, { agentCapabilities: { sessionCapabilities: capabilities } });
  const begun = said();
  answer(2, { sessionId: 'n', ...offered });
  return { driver, state, said, answer, read, begun };
}

it('is told first, and only then the session is ready', () => {
  const { state, said, answer } = opened(
    { modes: MODES, configOptions: OPTIONS },
    { permissionMode: 'plan', model: 'large', effort: 'high' },
  );
  expect([state.ready, state.models]).toEqual([
    false,
    [
      { id: 'small', name: 'SMALL' },
      { id: 'large', name: 'LARGE' },
    ],
  ]);
  expect(said()).toEqual([['session/set_mode', { sessionId: 'n', modeId: 'plan' }]]);
  answer(3, {});
  expect([state.ready, said()]).toEqual([
    false,
    [['session/set_config_option', { sessionId: 'n', configId: 'm', value: 'large' }]],
  ]);
  answer(4, { configOptions: [option('m', 'model', 'large', 'small', 'large'), OPTIONS[1]] });
  expect([state.ready, said()]).toEqual([
    false,
    [['session/set_config_option', { sessionId: 'n', configId: 't', value: 'high' }]],
  ]);
  answer(5, { configOptions: OPTIONS });
  expect([state.ready, state.failure, said()]).toEqual([true, undefined, []]);
});

it('fails where the agent does not have it, and where it is refused', () => {
  expect(opened({ modes: { ...MODES, availableModes: [] } }, { permissionMode: 'plan' }).state).toMatchObject({
    ready: false,
    failure: 'It has no mode "plan".',
  });
  expect(opened({ configOptions: OPTIONS }, { model: 'huge' }).state.failure).toBe('It has no model "huge".');
  const refused = opened({ modes: MODES });
  expect(refused.said()).toEqual([['session/set_mode', { sessionId: 'n', modeId: 'default' }]]);
  refused.read('out', { jsonrpc: '2.0', id: 3, error: { code: -32603, message: 'no' } });
  expect(refused.state).toMatchObject({ ready: false, failure: 'session/set_mode: no' });
  expect(opened({}).state.ready).toBe(true);
});

it('is changed by the options that the agent offers, and otherwise by the methods for it', () => {
  const { driver, state } = opened({ configOptions: [...OPTIONS, option('o', 'mode', 'default', 'default', 'plan')] });
  expect(driver.settings?.(state, { model: 'large', effort: 'high', permissionMode: 'plan' })).toMatchObject([
    { id: 3, method: 'session/set_config_option', params: { configId: 'o', value: 'plan' } },
    { id: 4, method: 'session/set_config_option', params: { configId: 'm', value: 'large' } },
    { id: 5, method: 'session/set_config_option', params: { configId: 't', value: 'high' } },
  ]);
  const older = opened({ models: { currentModelId: 'a', availableModels: [{ modelId: 'a' }, { modelId: 'b' }] } });
  expect(older.driver.settings?.(older.state, { model: 'b' })).toMatchObject([
    { method: 'session/set_model', params: { sessionId: 'n', modelId: 'b' } },
  ]);
  expect(older.driver.settings?.(older.state, { effort: 'high' })).toBeUndefined();
  expect(older.driver.settings?.(older.state, { model: 'b', permissionMode: 'bypass' })).toBeUndefined();
});

it('goes on in a copy where the agent makes one, and otherwise not at all', () => {
  const copy = { resume: 'old', fork: true } as const;
  expect(opened({}, copy, { fork: {}, resume: {} }).begun).toEqual([
    ['session/fork', { sessionId: 'old', cwd: '/w', mcpServers: [] }],
  ]);
  const none = opened({}, copy, { resume: {} });
  expect([none.begun, none.state.failure]).toEqual([[], 'It cannot go on in a copy.']);
});
