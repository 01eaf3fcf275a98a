/** `hansard flow run` and `cancel`, through the real command. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { marked } from '@hansard/live/processes/process-list.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { BIN, TestHome } from '../testing/command.ts';
import { root } from '../testing/repository.ts';

const EXAMPLE = join(root, 'examples', 'flows', 'build.flow.yaml');
const PATIENT = { timeout: 30_000, interval: 20 };

let home: TestHome;
beforeEach(() => {
  home = new TestHome();
});
afterEach(() => home.remove());

const runs = () => (existsSync(home.file('swarm', 'runs')) ? readdirSync(home.file('swarm', 'runs')) : []);
const fileOf = (run: string, ...path: string[]) => {
  const file = home.file('swarm', 'runs', run, ...path);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
};

it('runs the example by stub, and says its id first', () => {
  const { status, out } = home.run(['flow', 'run', EXAMPLE, '--stub']);
  expect([status, out.split('\n')[0]]).toEqual([0, runs()[0]]);
  expect(JSON.parse(fileOf(runs()[0] ?? '', 'build', 'receipts', 'impl-loop-code-implementer.json'))).toMatchObject({
    model: 'claude-stub',
    routing: { loop_iteration: 3 },
  });
  const again = home.run(['flow', 'run', '--resume', runs()[0] ?? '']);
  expect([again.status, again.err]).toEqual([0, expect.stringContaining('Every step of this run is done')]);
});

it('takes the variables by which the original is told to use stubs', () => {
  const { status } = home.run(['flow', 'run', EXAMPLE], { env: { SWARM_CLAUDE_STUB: '1' } });
  expect(status).toBe(0);
  expect(fileOf(runs()[0] ?? '', 'build', 'receipts', 'context-load-context-loader.json')).toContain('claude-stub');
});

it('gives everything as JSON Lines', () => {
  const { out } = home.run([
    'flow',
    'run',
    EXAMPLE,
    '--stub',
    '--json',
    '--runs',
    'elsewhere',
    '--param',
    'request=A door',
  ]);
  const lines = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines[0]).toEqual({
    run_id: expect.stringMatching(/^run-\d{8}-\d{6}-[a-z0-9]{6}$/),
    folder: expect.any(String),
  });
  expect(lines.at(-1)).toMatchObject({ run_id: lines[0].run_id, status: 'succeeded' });
  expect(readdirSync(home.file('elsewhere'))).toEqual([lines[0].run_id]);
});

it.each([
  [['flow', 'run'], 'Name the file of a flow'],
  [['flow', 'run', 'nope.flow.yaml'], 'hansard flow list'],
  [['flow', 'run', EXAMPLE, '--stub', '--param', 'x'], 'name=value'],
  [['flow', 'run', EXAMPLE, '--stub', '--param', 'x=1'], 'There is no parameter x. The flow has request.'],
  [['flow', 'run', EXAMPLE, EXAMPLE, '--stub'], 'the same key'],
  [['flow', 'run', '--resume', '../..'], 'is no id of a run'],
  [['flow', 'run', '--resume', 'run-x'], '(not-resumable)'],
  [['flow', 'run', EXAMPLE, '--resume', 'run-x'], 'resumed as it was begun'],
  [['flow', 'cancel'], 'Name the run'],
  [['flow', 'cancel', 'run-x'], 'the folder of runs with --runs'],
])('says what is wrong: %j', (argv, expected) => {
  const { status, err } = home.run(argv);
  expect([status, err]).toEqual([2, expect.stringContaining(expected)]);
  expect(runs()).toEqual([]);
});

const SLOW =
  'key: k\nengine: mock-step\nsteps: [{id: a, agent: b, role: hello}, {id: c, agent: b, role: "<<sleep>>"}]\n';

/** A run in another process, when its second step is at work. */
async function atWork() {
  writeFileSync(home.file('slow.flow.yaml'), SLOW);
  const child = spawn(process.execPath, [BIN, 'flow', 'run', 'slow.flow.yaml'], { cwd: home.path, env: home.env });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  await expect.poll(() => fileOf(runs()[0] ?? 'none', 'k', 'llm', 'c-b-mock.jsonl'), PATIENT).toContain('<<sleep>>');
  return { child, ended, run: runs()[0] ?? '' };
}

const agentsLeft = () => readdirSync(home.file('.local', 'share', 'hansard', 'live')).flatMap(marked);

it.skipIf(process.platform === 'win32')(
  'is cancelled from another process',
  async () => {
    const { ended, run } = await atWork();
    const cancelled = home.run(['flow', 'cancel', run]);
    expect([cancelled.status, cancelled.out]).toEqual([0, `${run}: canceled\n`]);
    expect(await ended).toBe(1);
    expect(JSON.parse(fileOf(run, 'k', 'receipts', 'c-b.json'))).toMatchObject({ status: 'failed' });
    expect(JSON.parse(fileOf(run, 'meta.json'))).toMatchObject({ status: 'canceled' });
    expect(agentsLeft()).toEqual([]);
    expect(home.run(['flow', 'cancel', run]).out).toBe(`${run}: canceled already\n`);
  },
  60_000,
);

it.skipIf(process.platform === 'win32')(
  'stops at Ctrl-C with a receipt, and goes on with that step when it is resumed',
  async () => {
    const { child, ended, run } = await atWork();
    child.kill('SIGINT');
    expect(await ended).toBe(1);
    expect(JSON.parse(fileOf(run, 'meta.json'))).toMatchObject({ status: 'stopped' });
    expect(agentsLeft()).toEqual([]);
    const before = fileOf(run, 'k', 'llm', 'a-b-mock.jsonl');
    const again = spawn(process.execPath, [BIN, 'flow', 'run', '--resume', run], { cwd: home.path, env: home.env });
    const over = new Promise((resolve) => again.once('close', resolve));
    await expect
      .poll(() => existsSync(home.file('swarm', 'runs', run, 'k', 'llm', 'c-b-mock@1.jsonl')), PATIENT)
      .toBe(true);
    expect(fileOf(run, 'k', 'llm', 'a-b-mock.jsonl')).toBe(before);
    again.kill('SIGTERM');
    await over;
    expect(agentsLeft()).toEqual([]);
  },
  60_000,
);

it.skipIf(process.platform === 'win32')(
  'goes on with the agent that went on without it after a kill, and writes nothing twice',
  async () => {
    writeFileSync(home.file('slow.flow.yaml'), SLOW.replace('<<sleep>>', 'word '.repeat(300)));
    home.run(['config', 'set', 'live.agents', 'mock=--delay 5']);
    const child = spawn(process.execPath, [BIN, 'flow', 'run', 'slow.flow.yaml'], { cwd: home.path, env: home.env });
    const ended = new Promise((resolve) => child.once('close', resolve));
    await expect
      .poll(() => fileOf(runs()[0] ?? 'none', 'k', 'llm', 'c-b-mock.jsonl'), PATIENT)
      .toContain('"role": "user"');
    child.kill('SIGKILL');
    await ended;
    const run = runs()[0] ?? '';
    expect(fileOf(run, 'k', 'receipts', 'c-b.json')).toBe('');
    const again = home.run(['flow', 'run', '--resume', run]);
    expect([again.status, again.err]).toEqual([0, '']);
    const lines = fileOf(run, 'k', 'llm', 'c-b-mock.jsonl')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ role }) => role)).toEqual(['system', 'user', 'assistant']);
    expect(lines[2].content).toBe(lines[1].content);
    const log = fileOf(run, 'events.jsonl')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(log.filter(({ kind }) => kind === 'step_start')).toHaveLength(2);
    expect(log.map(({ seq }) => seq)).toEqual(log.map((_, i) => i + 1));
    expect(agentsLeft()).toEqual([]);
  },
  60_000,
);
