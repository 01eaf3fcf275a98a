/** A request for several files names all of them: what is allowed for one must not pass with another. */
import { expect, it } from 'vitest';
import type { DriverState } from './contract.ts';
import { driverOf } from './index.ts';

const OPTIONS = { directory: '/w', session: 's', permissionMode: 'default', files: {} } as const;

function pathsAfter(agent: string, ...messages: readonly unknown[]) {
  const driver = driverOf(agent) ?? expect.fail(`There is no driver for ${agent}.`);
  const state: DriverState = driver.begin(OPTIONS);
  state.nativeId = 't';
  messages.forEach((msg, at) => {
    driver.read(state, { dir: 'out', msg, at, end: at });
  });
  return state.pending.map((one) => one.kind === 'permission' && one.asks.paths);
}

it('Codex names the files of a change where it begins, and in the request its item alone', () => {
  const changes = [
    { path: '/w/a.ts', kind: { type: 'update', move_path: '/w/b.ts' }, diff: '' },
    { path: '/w/c.ts', kind: { type: 'add' }, diff: '' },
  ];
  const began = {
    method: 'item/started',
    params: { threadId: 't', item: { type: 'fileChange', id: 'call', changes } },
  };
  const asked = (itemId: string) => ({
    id: 1,
    method: 'item/fileChange/requestApproval',
    params: { threadId: 't', itemId },
  });
  expect(pathsAfter('codex', began, asked('call'))).toEqual([['/w/a.ts', '/w/b.ts', '/w/c.ts']]);
  expect(pathsAfter('codex', began, asked('other'))).toEqual([undefined]);
});

it('the Agent Client Protocol names places, and often the file among what the tool is given', () => {
  const toolCall = {
    toolCallId: 'c',
    kind: 'edit',
    locations: [{ path: '/w/a.ts' }, { path: '/w/b.ts' }],
    rawInput: { file_path: '/w/c.ts' },
  };
  const asked = { jsonrpc: '2.0', id: 1, method: 'session/request_permission', params: { toolCall, options: [] } };
  expect(pathsAfter('goose', asked)).toEqual([['/w/a.ts', '/w/b.ts', '/w/c.ts']]);
});
