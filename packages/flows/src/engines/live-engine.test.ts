/** Steps by the mock agent: their transcripts, receipts and ends, and what is asked where nobody answers. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { LiveSessions } from '@hansard/live';
import { type Daemon, LiveHome, leftOf, ME } from '@hansard/live/testing/live-home.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { FlowRun, type RunSurroundings } from '../running/flow-run.ts';
import { RunHome, stubRun } from '../testing/run-home.ts';
import { liveEngine } from './live-engine.ts';
import { localAgents } from './local-agents.ts';

let live: LiveHome;
let daemon: Daemon;
let home: RunHome;

beforeAll(async () => {
  live = await LiveHome.make();
  daemon = await live.open();
}, 60_000);
afterAll(async () => {
  await daemon.stop();
  expect(leftOf(live.runs())).toBe(0);
  expect(live.reported).toEqual([]);
  live.remove();
});
beforeEach(() => {
  home = new RunHome();
});
afterEach(() => home.remove());

const around = (more: Partial<RunSurroundings> = {}, control: LiveSessions = daemon.live): RunSurroundings => ({
  runs: home.runs,
  live: async ({ spec }) => {
    const agents = localAgents(control, daemon.archive.store, ME);
    return () => liveEngine({ agents, directory: spec.directory, ask: spec.no_human_mid_flow === false });
  },
  ...more,
});

async function begun(text: string, more: Partial<RunSurroundings> = {}): Promise<FlowRun> {
  return FlowRun.begin(around(more), await stubRun(text, live.work, { stub: false }));
}

const linesOf = (text: string | undefined) =>
  (text ?? '')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { role: string; content?: string; tool_name?: string });

it('runs three steps with a loop, each a session of its own', async () => {
  const run = await begun(`key: build
engine: mock-step
steps:
  - {id: load, agent: loader, role: Find the door}
  - {id: impl-loop, agent: coder, role: Paint the door, inputs: [load], loop: {max: 2, until: VERIFIED}}
  - {id: check, agent: critic, role: "Look at it.\\nMERGE", inputs: [impl-loop], gate: MERGE}
`);
  expect(await run.run()).toEqual({ status: 'succeeded', error: undefined });
  const files = home.files(run.id);
  expect(Object.keys(files).filter((path) => path.includes('/llm/'))).toEqual([
    'build/llm/check-critic-mock.jsonl',
    'build/llm/impl-loop-coder-mock.jsonl',
    'build/llm/impl-loop-coder-mock@1.jsonl',
    'build/llm/load-loader-mock.jsonl',
  ]);
  const lines = linesOf(files['build/llm/impl-loop-coder-mock.jsonl']);
  expect(lines.map(({ role }) => role)).toEqual(['system', 'user', 'assistant']);
  expect(lines[1]?.content).toContain('Answer of load:\nStep role: Find the door');
  const receipt = JSON.parse(files['build/receipts/impl-loop-coder.json'] ?? '');
  expect(receipt).toMatchObject({
    engine: 'mock-step',
    model: 'mock-1',
    status: 'succeeded',
    mode: 'cli',
    transcript_path: 'llm/impl-loop-coder-mock.jsonl',
    routing: { loop_iteration: 2, max_iterations: 2, decision: 'advance', reason: 'max_iterations' },
  });
  expect(receipt.tokens.total).toBeGreaterThan(0);
  expect(receipt.started_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
  const [session] = await daemon.archive.store.sessions.find(receipt.session_id);
  expect(session).toBeDefined();
}, 60_000);

it('writes tools with what they gave, and ends a loop when the answer says so', async () => {
  const run = await begun(`key: k
engine: mock-step
steps:
  - {id: a, agent: b, role: "<<tool markdown>>"}
  - {id: c, agent: d, role: "Say:\\nDONE", loop: {max: 5, until: DONE}}
`);
  expect(await run.run()).toMatchObject({ status: 'succeeded' });
  const files = home.files(run.id);
  expect(Object.keys(files).filter((path) => path.includes('@'))).toEqual([]);
  const tools = linesOf(files['k/llm/a-b-mock.jsonl']).filter(({ role }) => role === 'tool');
  expect(tools).toHaveLength(3);
  for (const tool of tools)
    expect(tool).toMatchObject({ tool_input: expect.anything(), tool_output: expect.any(String) });
  expect(linesOf(files['k/llm/c-d-mock.jsonl']).at(-1)?.content).toContain('DONE');
}, 60_000);

it('refuses what is asked where nobody answers', async () => {
  const run = await begun('key: k\nengine: mock-step\nsteps: [{id: a, agent: b, role: "<<permission question>>"}]\n');
  expect(await run.run()).toMatchObject({ status: 'succeeded' });
  expect(live.wire(`${run.id}.k.a.1`).match(/"decision":"reject"/g)?.length).toBeGreaterThan(0);
}, 60_000);

it('ends with the first step that fails, and goes on there when it is resumed', async () => {
  const failing = await live.open({ agents: { mock: ['--crash-after', '3'] } });
  const text = 'key: k\nengine: mock-step\nsteps: [{id: a, agent: b, role: x}, {id: c, agent: b, role: y}]\n';
  const run = await FlowRun.begin(around({}, failing.live), await stubRun(text, live.work, { stub: false }));
  const ended = await run.run();
  expect(ended).toMatchObject({ status: 'failed', error: expect.stringMatching(/^a: /) });
  const before = home.files(run.id);
  expect(JSON.parse(before['k/receipts/a-b.json'] ?? '')).toMatchObject({
    status: 'failed',
    error: expect.any(String),
  });
  expect(JSON.parse(before['meta.json'] ?? '')).toMatchObject({ status: 'failed', sdlc_status: 'error' });
  failing.abandon();
  const again = await FlowRun.resume(around(), run.id);
  expect(await again.run()).toEqual({ status: 'succeeded', error: undefined });
  const after = home.files(run.id);
  expect(after['k/llm/a-b-mock@1.jsonl']).toBe(before['k/llm/a-b-mock.jsonl']);
  expect(JSON.parse(after['k/receipts/a-b.json'] ?? '')).toMatchObject({ status: 'succeeded' });
}, 60_000);

it('stops when it is cancelled, with a receipt and no agent left', async () => {
  const run = await begun(
    'key: k\nengine: mock-step\nsteps: [{id: a, agent: b, role: x}, {id: c, agent: b, role: "<<sleep>>"}]\n',
  );
  const result = run.run();
  await expect.poll(() => home.files(run.id)['events.jsonl'], { timeout: 20_000 }).toContain('"step_id": "c"');
  await expect.poll(() => live.wire(`${run.id}.k.c.1`), { timeout: 20_000 }).toContain('sleep 60');
  run.stop('canceled', { by: 'tester', via: 'test' });
  expect(await result).toMatchObject({ status: 'canceled' });
  const files = home.files(run.id);
  expect(JSON.parse(files['k/receipts/c-b.json'] ?? '')).toMatchObject({ status: 'failed' });
  expect(JSON.parse(files['meta.json'] ?? '')).toMatchObject({ status: 'canceled' });
  expect(files['events.jsonl']).toContain('run_stop_requested');
  expect(existsSync(join(run.folder, '.cancel'))).toBe(false);
}, 60_000);
