import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Adapter, Host, LocatedInput } from '@hansard/core';
import { expect, it } from 'vitest';
import { discover } from './discover.ts';
import { createNodeHost } from './host/node-host.ts';

const adapter = (id: string, inputs: readonly LocatedInput[]) =>
  ({
    id,
    async *locate(_host: Host) {
      yield* inputs;
    },
  }) as unknown as Adapter;

it('sums up what each agent has, counting a file once', async () => {
  const home = mkdtempSync(join(tmpdir(), 'hansard-discover-test-'));
  const file = (name: string, text: string, time: string) => {
    writeFileSync(join(home, name), text);
    utimesSync(join(home, name), new Date(time), new Date(time));
    return join(home, name);
  };
  const log = { path: file('a.jsonl', '12345', '2026-01-02T00:00:00Z'), kind: 'log', role: 'session' } as const;
  const part = { path: file('b.jsonl', '123', '2026-01-03T00:00:00Z'), kind: 'log', role: 'subagent' } as const;
  const store = { path: file('c.db', '1', '2026-01-01T00:00:00Z'), kind: 'store', role: 'session' } as const;
  file('c.db-wal', '22', '2026-02-01T00:00:00Z');
  const gone = { path: join(home, 'gone'), kind: 'log', role: 'session' } as const;

  const found = [];
  const list = [adapter('one', [log, part, log, gone]), adapter('two', [store]), adapter('none', [])];
  for await (const agent of discover(list, createNodeHost({ home }))) {
    found.push([agent.adapter.id, agent.inputs.length, agent.sessionInputs, agent.bytes, agent.newest]);
  }
  expect(found).toEqual([
    ['one', 2, 1, 8, '2026-01-03T00:00:00.000Z'],
    ['two', 1, 1, 3, '2026-02-01T00:00:00.000Z'],
    ['none', 0, 0, 0, undefined],
  ]);
  rmSync(home, { recursive: true, force: true });
});
