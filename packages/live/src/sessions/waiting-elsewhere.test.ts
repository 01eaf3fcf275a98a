/** What agents that Hansard does not run tell of themselves. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { noteProcess } from '../processes/process-list.ts';
import { elsewhereItem, waitingElsewhere } from './waiting-elsewhere.ts';

const own = noteProcess(process.pid);
let home: string;
let folder: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'hansard-elsewhere-'));
  folder = join(home, '.claude', 'sessions');
  mkdirSync(folder, { recursive: true });
});
afterEach(() => rmSync(home, { recursive: true }));

const write = (name: string, value: object | string) =>
  writeFileSync(join(folder, name), typeof value === 'string' ? value : JSON.stringify(value));
const entry = (change: object) => ({
  pid: process.pid,
  procStart: own?.start,
  sessionId: 's1',
  status: 'waiting',
  waitingFor: 'permission prompt',
  statusUpdatedAt: Date.parse('2026-11-18T10:00:00.000Z'),
  ...change,
});

it('tells of processes that wait, and of no others', () => {
  write('1.json', entry({}));
  write('2.json', entry({ sessionId: 's2', status: 'busy' }));
  // A process of the same number that began at another time is another one.
  write('3.json', entry({ sessionId: 's3', procStart: '1' }));
  write('4.json', entry({ sessionId: 's4', pid: 2 ** 22 + 1 }));
  write('5.json', '{"pid":');
  write('6.json', '[]');
  write('7.txt', entry({ sessionId: 's7' }));
  const found = waitingElsewhere(home);
  expect(found.map(({ session }) => session)).toEqual(['s1']);
  expect(found.map((one) => elsewhereItem(one, undefined))).toEqual([
    {
      sessionId: 's1',
      id: null,
      agent: 'claude-code',
      kind: 'permission',
      requestId: '',
      action: 'permission prompt',
      since: '2026-11-18T10:00:00.000Z',
      answerable: false,
    },
  ]);
});

it('tells of nobody where there is no such folder', () => {
  expect(waitingElsewhere(join(home, 'nowhere'))).toEqual([]);
});
