/** Flows for a server: what is there, runs that are started, resumed and stopped, and what is refused. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Daemon, LiveHome, leftOf, ME } from '@hansard/live/testing/live-home.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RunHome } from '../testing/run-home.ts';
import { type OpenFlowRunner, openFlowRunner } from './flow-runner.ts';

const PATIENT = { timeout: 30_000, interval: 20 };

let live: LiveHome;
let daemon: Daemon;
let home: RunHome;
let runner: OpenFlowRunner;
const reported: unknown[] = [];

beforeAll(async () => {
  live = await LiveHome.make();
  daemon = await live.open();
  home = new RunHome();
  const text =
    'key: build\nengine: mock-step\nsteps: [{id: a, agent: b, role: hello}, {id: c, agent: b, role: "<<sleep>>"}]\n';
  writeFileSync(join(live.work, 'build.flow.yaml'), text);
  writeFileSync(join(live.work, 'broken.flow.yaml'), 'key: [');
  const { store } = daemon.archive;
  const report = (error: unknown) => reported.push(error);
  runner = openFlowRunner({ folder: live.work, runs: home.runs, live: daemon.live, store, report });
}, 60_000);

afterAll(async () => {
  await runner.close();
  await daemon.stop();
  expect(leftOf(live.runs())).toBe(0);
  expect([...reported, ...live.reported]).toEqual([]);
  live.remove();
  home.remove();
}, 60_000);

const metaOf = (id: string) => JSON.parse(home.files(id)['meta.json'] ?? '{}') as { status?: string };

it('tells of flows that are valid, and of what can run them', async () => {
  expect((await runner.flows()).map(({ key, steps }) => [key, steps.length])).toEqual([['build', 2]]);
  const backends = await runner.backends();
  expect(backends.find(({ engine }) => engine === 'mock-step')).toMatchObject({
    id: 'mock-step-orchestrator',
    available: true,
  });
  expect(backends.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['claude-step-orchestrator', 'gemini-step-orchestrator']),
  );
});

it('starts a run by stub, whose folder is there at once', async () => {
  const { run, folder } = await runner.start({ flows: ['build'], stub: true, backend: 'claude-step-orchestrator' }, ME);
  expect(folder).toBe(join(home.runs, run));
  expect(metaOf(run).status).toBeDefined();
  await expect.poll(() => metaOf(run).status, PATIENT).toBe('succeeded');
  expect(home.files(run)['build/receipts/a-b.json']).toContain('claude-stub');
  expect(await runner.cancel(run, ME)).toBe(false);
});

it('stops a run that is under way, and goes on with it when asked to', async () => {
  const { run } = await runner.start({ flows: ['build'] }, ME);
  await expect.poll(() => home.files(run)['build/llm/c-b-mock.jsonl'] ?? '', PATIENT).toContain('<<sleep>>');
  expect(await runner.cancel(run, ME)).toBe(true);
  await expect.poll(() => metaOf(run).status, PATIENT).toBe('canceled');
  await expect
    .poll(
      () =>
        runner.start({ flows: [], resume: run }, ME).then(
          ({ run: id }) => id,
          () => '',
        ),
      PATIENT,
    )
    .toBe(run);
  await expect.poll(() => Object.keys(home.files(run)), PATIENT).toContain('build/llm/c-b-mock@1.jsonl');
}, 60_000);

it.each([
  [{ flows: ['nothing'] }, 'There is no flow'],
  [{ flows: [] }, 'at least one'],
  [{ flows: ['build'], backend: 'x' }, 'There is no backend'],
  [{ flows: ['build'], resume: '../x' }, 'is no id of a run'],
  [{ flows: ['build'], resume: 'run-x' }, 'is no run'],
])('refuses %j', async (request, message) => {
  await expect(runner.start(request, ME)).rejects.toThrow(message);
});

it('takes no path for a run that is to be stopped', async () => {
  await expect(runner.cancel('../../x', ME)).rejects.toMatchObject({ code: 'bad-argument' });
  expect(await runner.cancel('run-x', ME)).toBe(false);
});
