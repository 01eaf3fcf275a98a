/** Runs by stub: what the format prints is written to the letter, and whole runs are the same every time. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { collectTranscripts, type FolderFile } from '@hansard/core/formats/contract.ts';
import { readRuns } from '@hansard/core/formats/run/read.ts';
import { sha256 } from '@hansard/core/testing/fixtures.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RunHome, stubRun, tickingClock } from '../testing/run-home.ts';
import { FlowRun, type RunSurroundings } from './flow-run.ts';

const ID = 'run-20251209-143022-abc123';
const STEP = `key: build
engine: claude-step
steps:
  - {id: impl-loop, agent: code-implementer, role: Implement code changes...}
`;
const EXAMPLE = readFileSync(
  fileURLToPath(new URL('../../../../examples/flows/build.flow.yaml', import.meta.url)),
  'utf8',
);

let home: RunHome;
beforeEach(() => {
  home = new RunHome();
});
afterEach(() => home.remove());

/** The clock stands until the step has begun, and is 100 ms later from then on, as in the format's own example. */
function stepTimes(): Pick<RunSurroundings, 'clock' | 'told'> {
  let time = '2025-12-09T14:30:22.000000Z';
  const told: RunSurroundings['told'] = ({ kind }) => {
    if (kind === 'step_start') time = '2025-12-09T14:30:22.100000Z';
  };
  return { clock: () => time, told };
}

const around = (more: Partial<RunSurroundings> = {}): RunSurroundings => ({
  runs: home.runs,
  clock: tickingClock('2025-12-09T14:30:22.000Z', 1),
  runId: () => ID,
  ...more,
});

describe('the seed’s example', () => {
  it('is written byte for byte', async () => {
    const run = await FlowRun.begin(around(stepTimes()), await stubRun(STEP, home.work));
    expect(await run.run()).toEqual({ status: 'succeeded', error: undefined });
    const files = home.files(ID);
    expect(files['build/llm/impl-loop-code-implementer-claude.jsonl']).toBe(
      `{"timestamp": "2025-12-09T14:30:22.000000Z", "role": "system", "content": "Executing step impl-loop with agent code-implementer"}
{"timestamp": "2025-12-09T14:30:22.000000Z", "role": "user", "content": "Step role: Implement code changes..."}
{"timestamp": "2025-12-09T14:30:22.100000Z", "role": "assistant", "content": "[STUB] Completed step impl-loop. In production, this would contain the actual Claude response."}
`,
    );
    expect(files['build/receipts/impl-loop-code-implementer.json']).toBe(`{
  "engine": "claude-step",
  "model": "claude-stub",
  "step_id": "impl-loop",
  "flow_key": "build",
  "run_id": "run-20251209-143022-abc123",
  "agent_key": "code-implementer",
  "started_at": "2025-12-09T14:30:22.000000Z",
  "completed_at": "2025-12-09T14:30:22.100000Z",
  "duration_ms": 100,
  "status": "succeeded",
  "tokens": {
    "prompt": 0,
    "completion": 0,
    "total": 0
  },
  "transcript_path": "llm/impl-loop-code-implementer-claude.jsonl"
}
`);
  });

  it('is Gemini’s where the engine is', async () => {
    const text = STEP.replace('claude-step', 'gemini-step');
    await (await FlowRun.begin(around(), await stubRun(text, home.work))).run();
    const files = home.files(ID);
    expect(files['build/llm/impl-loop-code-implementer-gemini.jsonl']).toContain('the actual Gemini response.');
    expect(JSON.parse(files['build/receipts/impl-loop-code-implementer.json'] ?? '')).toMatchObject({
      engine: 'gemini-step',
      model: 'gemini-stub',
    });
  });
});

describe('the example flow', () => {
  it('is the same every time, and keeps each time of its loop', async () => {
    const written: Record<string, string>[] = [];
    for (let n = 0; n < 2; n++) {
      const run = await FlowRun.begin(around(), await stubRun(EXAMPLE, home.work));
      expect(await run.run()).toMatchObject({ status: 'succeeded' });
      written.push(home.files(ID));
      home.remove();
    }
    expect(written[0]).toEqual(written[1]);
    expect(Object.keys(written[0] ?? {})).toEqual([
      'build/flow.yaml',
      'build/llm/context-load-context-loader-claude.jsonl',
      'build/llm/impl-loop-code-implementer-claude.jsonl',
      'build/llm/impl-loop-code-implementer-claude@1.jsonl',
      'build/llm/impl-loop-code-implementer-claude@2.jsonl',
      'build/llm/self-check-code-critic-claude.jsonl',
      'build/receipts/context-load-context-loader.json',
      'build/receipts/impl-loop-code-implementer.json',
      'build/receipts/impl-loop-code-implementer@1.json',
      'build/receipts/impl-loop-code-implementer@2.json',
      'build/receipts/self-check-code-critic.json',
      'events.jsonl',
      'meta.json',
      'spec.json',
    ]);
  });

  it('is told in the log, and read back without a problem', async () => {
    await (await FlowRun.begin(around(), await stubRun(EXAMPLE, home.work, { params: { request: 'A door' } }))).run();
    const files = home.files(ID);
    const log = (files['events.jsonl'] ?? '')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(log.map(({ seq }) => seq)).toEqual(log.map((_, i) => i + 1));
    const step = ['step_start', 'log', 'step_end'];
    const looped = ['step_start', 'log', 'route_decision', 'step_end'];
    expect(log.map(({ kind }) => kind)).toEqual([
      ...['run_created', 'run_started', ...step, ...looped, ...looped, ...looped, ...looped, 'run_completed'],
    ]);
    expect(log.filter(({ kind }) => kind === 'route_decision').map(({ payload }) => payload.decision)).toEqual([
      ...['loop', 'loop', 'advance', 'advance'],
    ]);
    expect(JSON.parse(files['meta.json'] ?? '')).toMatchObject({ status: 'succeeded', sdlc_status: 'ok', error: null });
    expect(JSON.parse(files['spec.json'] ?? '')).toMatchObject({
      flow_keys: ['build'],
      backend: 'claude-step-orchestrator',
      params: { request: 'A door' },
    });
    expect(files['build/llm/context-load-context-loader-claude.jsonl']).toContain('The request is A door.');
    const inRun = Object.entries(files).map(
      ([path, text]): FolderFile => ({ path: `${ID}/${path}`, pieces: () => [text] }),
    );
    const { transcripts, problems } = await collectTranscripts(readRuns(inRun, { digest: sha256 }));
    expect(problems).toEqual([]);
    expect(transcripts.map(({ session }) => [session.nativeId?.slice(ID.length + 1), session.problems])).toEqual([
      ['build/context-load/context-loader', undefined],
      ['build/impl-loop/code-implementer', undefined],
      ['build/impl-loop/code-implementer@1', undefined],
      ['build/impl-loop/code-implementer@2', undefined],
      ['build/self-check/code-critic', undefined],
    ]);
  });
});

it('goes back to an earlier step, and counts loops inside of loops anew', async () => {
  const text = `key: k
engine: mock-step
steps:
  - {id: author, agent: a, role: Write, inputs: [critic]}
  - {id: polish, agent: a, role: Polish, loop: {max: 2}}
  - {id: critic, agent: c, role: Judge, loop: {max: 2, from: author}}
`;
  await (await FlowRun.begin(around(), await stubRun(text, home.work))).run();
  const log = (home.files(ID)['events.jsonl'] ?? '')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const starts = log.filter(({ kind }) => kind === 'step_start');
  expect(starts.map(({ step_id, payload }) => [step_id, payload.iteration, payload.execution])).toEqual([
    ...[
      ['author', 1, 1],
      ['polish', 1, 1],
      ['polish', 2, 2],
      ['critic', 1, 1],
    ],
    ...[
      ['author', 2, 2],
      ['polish', 1, 3],
      ['polish', 2, 4],
      ['critic', 2, 2],
    ],
  ]);
});

it('runs two flows one after the other', async () => {
  const one = await stubRun(STEP, home.work);
  const two = await stubRun(STEP.replace('key: build', 'key: gate'), home.work);
  await (await FlowRun.begin(around(), { ...one, flows: [...one.flows, ...two.flows] })).run();
  expect(Object.keys(home.files(ID)).filter((path) => path.includes('receipts'))).toHaveLength(2);
});

it('lets two runs be under way in one folder at once', async () => {
  const surroundings = { runs: home.runs };
  const runs = await Promise.all(
    [1, 2, 3].map(async () => FlowRun.begin(surroundings, await stubRun(EXAMPLE, home.work))),
  );
  expect(new Set(runs.map(({ id }) => id)).size).toBe(3);
  expect((await Promise.all(runs.map((run) => run.run()))).map(({ status }) => status)).toEqual(
    Array(3).fill('succeeded'),
  );
  for (const { id } of runs) {
    const files = home.files(id);
    expect(Object.keys(files)).toHaveLength(14);
    for (const [path, text] of Object.entries(files))
      if (path.includes('/receipts/')) expect(JSON.parse(text).run_id).toBe(id);
  }
});

it('lets one process at a time write a run', async () => {
  const run = await FlowRun.begin(around(), await stubRun(STEP, home.work));
  await expect(FlowRun.resume(around(), ID)).rejects.toMatchObject({ code: 'run-in-use' });
  await run.run();
  const again = await FlowRun.resume(around(), ID);
  expect(again.isDone).toBe(true);
});

it.each(['../x', '..', '/etc', 'a/b', ''])('takes %j for no id of a run', async (id) => {
  await expect(FlowRun.resume(around(), id)).rejects.toMatchObject({ code: 'bad-argument' });
});

it('does not go on with what is no run', async () => {
  await expect(FlowRun.resume(around(), 'nothing')).rejects.toMatchObject({ code: 'not-resumable' });
  const run = await FlowRun.begin(around(), await stubRun(STEP, home.work));
  await run.run();
  expect(join(home.runs, ID)).toBe(run.folder);
});
