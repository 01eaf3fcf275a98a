/** `hansard run` with the mock, through the real command. */
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { marked } from '@hansard/live/processes/process-list.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { BIN, TestHome } from '../testing/command.ts';

let home: TestHome;
beforeEach(() => {
  home = new TestHome();
});
afterEach(() => home.remove());

it('says what the agent says, and keeps it', () => {
  const ran = home.run(['run', 'mock', 'hello']);
  expect([ran.status, ran.out]).toEqual([0, expect.stringContaining('hello')]);
  expect(JSON.parse(home.run(['sessions', '--json']).out)).toMatchObject({
    sessions: [{ agent: 'mock', title: 'hello' }],
  });
});

it('refuses once what is asked where nobody can answer', () => {
  const ran = home.run(['run', 'mock', 'question']);
  expect(ran.err.match(/nobody is there to answer/g)).toHaveLength(1);
  expect([ran.status, ran.err]).toEqual([0, expect.not.stringContaining('Error')]);
});

it.skipIf(process.platform !== 'linux')('leaves no agent behind when the terminal is closed', async () => {
  const stdio = ['ignore', 'pipe', 'pipe'] as const;
  const child = spawn(process.execPath, [BIN, 'run', 'mock', 'sleep'], {
    cwd: home.path,
    env: home.env,
    stdio: [...stdio],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (text) => String(text).includes('sleep 60') && resolve());
  });
  const runs = readdirSync(home.file('.local', 'share', 'hansard', 'live'));
  expect(runs.flatMap(marked)).not.toEqual([]);
  child.kill('SIGHUP');
  await ended;
  expect(runs.flatMap(marked)).toEqual([]);
});

it('tells why an agent did not start', () => {
  home.run(['config', 'set', 'live.agents', 'mock=--nonsense']);
  const ran = home.run(['run', 'mock', 'hello']);
  expect([ran.status, ran.err]).toEqual([2, expect.stringContaining('does not know --nonsense')]);
});
