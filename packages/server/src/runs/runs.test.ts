/** Runs over HTTP: the original's routes, and what others may not see. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FlowRunner, RunStart } from '@hansard/core/store/flows.ts';
import { linesOf, runFiles } from '@hansard/core/testing/run-files.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { putRun, RunEvents, SEED_FILES, SEED_RUN, syncRuns } from '../testing/run-server.ts';
import { TestServer } from '../testing/test-server.ts';

const SECRET = 'AKIA{{}}QYLPMN5HHHFPZAM2'.replace('{{}}', '');

const PLAN = { step: 'plan-it', agent: 'the-planner' };
const CODE = { step: 'code', agent: 'coder', model: 'claude-stub', status: 'failed', at: 20 };

let server: TestServer;
let started: RunStart[];
const runner: FlowRunner = {
  backends: async () => [
    {
      ...{ id: 'sketch-step-orchestrator', label: 'Sketch', engine: 'sketch-step', available: true },
      ...{ streaming: true, events: true, cancel: true, replay: false },
    },
  ],
  flows: async () => [
    {
      ...{ key: 'ship', title: 'Ship it', description: 'From plan to release', path: null },
      steps: [
        {
          id: 'plan',
          title: 'Plan',
          role: 'Plans',
          agents: ['planner'],
          engine: null,
          inputs: [],
          loop: null,
          gate: null,
        },
        {
          ...{ id: 'code', title: 'Code', role: 'Codes', agents: ['coder'], engine: null, inputs: ['plan'] },
          ...{ loop: { max: 3, until: 'tests pass' }, gate: 'approved' },
        },
      ],
    },
  ],
  start: async (request) => {
    started.push(request);
    return { run: 'run-new', folder: '/runs/run-new' };
  },
  cancel: async (run) => run === 'one',
};

beforeAll(async () => {
  started = [];
  server = await TestServer.start({ flows: runner });
  putRun(server.home, SEED_RUN, SEED_FILES);
  putRun(server.home, 'one', {
    ...runFiles('shared-id', [PLAN, CODE]),
    'build/notes.html': '<script>alert(1)</script>',
    'build/handoff/plan-it.json': '{}',
  });
  putRun(server.home, 'two', {
    ...runFiles('shared-id', [{ ...PLAN, model: 'sketch-2' }]),
    'build/notes.html': 'other',
  });
  await syncRuns(server);
});
afterAll(() => server.stop());

const text = async (path: string) => (await server.fetch(path)).text();

describe('names', () => {
  it('that fit two folders are refused with both', async () => {
    const response = await server.fetch('/api/runs/shared-id/transcripts');
    expect(response.status).toBe(409);
    const problem = (await response.json()) as { detail: string; error: string };
    expect(problem).toMatchObject({ code: 'ambiguous-run', error: problem.detail });
    expect(problem.error).toMatch(/two .*one|one .*two/);
    for (const route of ['', '/receipts', '/summary', '/events', '/timeline', '/timing', '/file?file=meta.json']) {
      expect([route, (await server.fetch(`/api/runs/shared-id${route}`)).status]).toEqual([route, 409]);
      expect([route, (await server.fetch(`/api/runs/one${route}`)).status]).toEqual([route, 200]);
    }
  });

  it('that are nobody’s, or lead elsewhere, are not found', async () => {
    const paths = [
      '/api/runs/nobody/summary',
      '/api/runs/..%2fone/summary',
      '/api/runs/%2e%2e/summary',
      `/api/runs/one/transcript/build/..%2f..%2fmeta/x/y`,
      '/api/runs/one/receipt/build/plan-it/..%2f..%2f..%2fmeta',
      '/api/runs/one/file?file=..%2ftwo%2fmeta.json',
      '/api/runs/one/file?file=%2fetc%2fhostname',
      '/api/runs/one/file?file=build%2f..%2fmeta.json',
      '/api/runs/one/transcript/build/plan-it/the-planner/nobody',
      '/api/runs/one/transcript/build/plan-it/the-planner/sketch?version=7',
    ];
    for (const path of paths) {
      const response = await server.fetch(path);
      expect([path, response.status]).toEqual([path, 404]);
      expect(await response.json()).toMatchObject({ error: expect.any(String) });
    }
    for (const path of ['/api/runs/%ff/summary', '/api/runs/one%00/summary']) {
      const { status } = await server.fetch(path);
      expect([path, status === 400 || status === 404]).toEqual([path, true]);
    }
    expect(await (await server.fetch('/api/runs/one/flows/build/steps/no/transcript')).json()).toMatchObject({
      error: "No transcript found for step 'no'",
      available_files: ['code-coder-sketch.jsonl', 'plan-it-the-planner-sketch.jsonl'],
    });
  });

  it('with percent escapes, dots and hyphens are found', async () => {
    putRun(server.home, 'run 50%.ä', runFiles('x-y', [{ step: 'a.b-c', agent: 'd.e-f' }]));
    await syncRuns(server);
    const id = encodeURIComponent('run 50%.ä');
    const lines = await text(`/api/runs/${id}/transcript/build/a.b-c/d.e-f/sketch`);
    expect(lines).toContain('Please a.b-c the wombat.');
    expect((await server.json('/api/runs/x-y')).run_id).toBe('run 50%.ä');
  });
});

describe('the original’s routes', () => {
  it('list runs, clamped and page by page', async () => {
    const { runs, total, limit, has_more } = await server.json('/api/runs?limit=2&q=run:one,two,run-2025*');
    expect([runs.length, total, limit, has_more]).toEqual([2, 3, 2, true]);
    expect(runs[0]).toMatchObject({
      run_type: 'active',
      path: expect.stringContaining('swarm'),
      tags: [],
      status: 'succeeded',
    });
    expect(await server.json('/api/runs?limit=9999&offset=-3')).toMatchObject({ limit: 500, offset: 0 });
    expect(await server.json('/api/runs?limit=0')).toMatchObject({ limit: 1 });
    expect((await server.json('/api/runs?q=is:stub')).runs.map((run: { run_id: string }) => run.run_id)).toEqual([
      'one',
    ]);
    expect((await server.fetch('/api/runs?q=tool:Bash')).status).toBe(400);
  });

  it('tell a run with its costs, and mark stubs', async () => {
    const run = await server.json('/api/runs/one');
    expect(run).toMatchObject({ run_id: 'one', stub: true, failed_steps: 1, params: { ticket: '7' } });
    expect(run.step_list).toMatchObject([
      { step_id: 'plan-it', role: 'To plan-it', stub: false, micro_usd: null },
      { step_id: 'code', stub: true, micro_usd: 0, status: 'failed' },
    ]);
    const once = { calls: 1, outputs: 1, failures: 0 };
    const steps = [0, 1].map((step) => ({ step, ...once }));
    expect(run.tools).toEqual([{ tool: 'Bash', calls: 2, outputs: 2, failures: 0, steps }]);
    const priced = await server.json(`/api/runs/${SEED_RUN}`);
    // 12,500 at $3 and 3,200 at $15 a million.
    expect(priced.step_list[0].micro_usd).toBe(85_500);
    expect(priced.flows).toMatchObject([{ flow_key: 'build', micro_usd: 85_500, tokens: { total: 15_700 } }]);
  });

  it('sum up, and tell times', async () => {
    const summary = await server.json('/api/runs/one/summary');
    expect(summary.flows.build).toMatchObject({ flow_key: 'build', status: 'done' });
    expect(summary.flows.build.steps['plan-it']).toMatchObject({
      ...{ status: 'complete', required_present: 2, required_total: 2 },
      artifacts: expect.arrayContaining([{ path: 'build/handoff/plan-it.json', status: 'present', required: false }]),
    });
    const { events } = await server.json('/api/runs/one/timeline');
    expect(events[1]).toMatchObject({ flow: 'build', step: 'plan-it', status: 'started', note: 'To plan-it' });
    const { timing } = await server.json('/api/runs/one/timing');
    expect(timing.flows.build.steps[0]).toMatchObject({ step_id: 'plan-it', duration_seconds: 3 });
  });

  it('give all files of a step', async () => {
    putRun(server.home, 'both', runFiles('both', [PLAN, { ...PLAN, agent: 'other', engine: 'gemini', at: 9 }]));
    await syncRuns(server);
    const { transcripts, messages, transcript_file } = await server.json(
      '/api/runs/both/flows/build/steps/plan-it/transcript',
    );
    expect(transcripts.map(({ agent_key, engine }: Record<string, string>) => [agent_key, engine])).toEqual([
      ['the-planner', 'sketch'],
      ['other', 'gemini'],
    ]);
    expect([messages.length, transcript_file]).toEqual([3, 'plan-it-the-planner-sketch.jsonl']);
    const { receipts } = await server.json('/api/runs/both/flows/build/steps/plan-it/receipt');
    expect(receipts.map(({ receipt }: { receipt: { agent_key: string } }) => receipt.agent_key)).toEqual([
      'the-planner',
      'other',
    ]);
  });

  it('tell earlier times of a step that the runtime keeps beside the last', async () => {
    const [first, last] = ['First round.', 'Last round.'].map((content) => linesOf([{ role: 'user', content }]));
    const files = runFiles('loops', [PLAN]);
    const receipt = files['build/receipts/plan-it-the-planner.json'] as string;
    putRun(server.home, 'loops', {
      ...files,
      'build/llm/plan-it-the-planner-sketch.jsonl': last as string,
      'build/llm/plan-it-the-planner-sketch@1.jsonl': first as string,
      'build/receipts/plan-it-the-planner@1.json': receipt.replace('sketch.jsonl', 'sketch@1.jsonl'),
    });
    await syncRuns(server);
    expect((await server.json('/api/runs/loops')).step_list).toHaveLength(1);
    const address = '/api/runs/loops/transcript/build/plan-it/the-planner/sketch';
    expect(await text(address)).toBe(last);
    expect(await text(`${address}?version=1`)).toBe(first);
    expect(await text(`${address}?version=2`)).toBe(last);
    expect((await server.fetch(`${address}?version=3`)).status).toBe(404);
    const { transcripts } = await server.json('/api/runs/loops/flows/build/steps/plan-it/transcript');
    expect(transcripts).toMatchObject([{ version: 2, versions: 2 }]);
  });

  it('compare two runs', async () => {
    const { steps, artefacts } = await server.json('/api/runs/compare?run_a=one&run_b=two');
    expect(steps).toMatchObject([
      { step_id: 'plan-it', change: 'changed', model: { a: 'sketch-1', b: 'sketch-2' } },
      { step_id: 'code', change: 'only_a', status: { a: 'failed', b: null } },
    ]);
    expect(artefacts).toMatchObject([
      { path: 'build/handoff/plan-it.json', change: 'only_a' },
      { path: 'build/notes.html', change: 'changed' },
    ]);
    expect((await server.fetch('/api/runs/compare?run_a=one&run_b=nobody')).status).toBe(404);
    expect((await server.fetch('/api/runs/compare?run_a=one&run_b=two&flow=none')).status).toBe(404);
    expect((await server.fetch('/api/runs/compare?run_a=one')).status).toBe(400);
  });

  it('start, stop and mark runs', async () => {
    const post = { method: 'POST', headers: { 'content-type': 'application/json' } };
    const body = JSON.stringify({ flows: ['ship'], stub: true, params: { ticket: '7' } });
    expect(await server.json('/api/run', { ...post, body })).toEqual({
      ...{ run_id: 'run-new', status: 'started', message: 'Run run-new started with flows: ship' },
    });
    expect(started).toMatchObject([{ flows: ['ship'], stub: true, params: { ticket: '7' } }]);
    expect((await server.fetch('/api/run', { ...post, body: '{}' })).status).toBe(400);
    expect(await server.json('/api/runs/one/cancel', { method: 'POST' })).toEqual({
      status: 'cancelled',
      run_id: 'one',
    });
    const refused = await server.fetch('/api/runs/two/cancel', { method: 'POST' });
    expect([refused.status, await refused.json()]).toMatchObject([
      404,
      { error: 'Run not found or already completed' },
    ]);
    expect(await server.json('/api/runs/one/exemplar', { method: 'POST' })).toEqual({
      status: 'updated',
      run_id: 'one',
      is_exemplar: true,
    });
    expect((await server.json('/api/runs?q=is:starred')).runs).toMatchObject([{ run_id: 'one', is_exemplar: true }]);
    await server.json('/api/runs/one/exemplar?is_exemplar=false', { method: 'POST' });
    expect((await server.json('/api/runs?q=is:starred')).total).toBe(0);
  });

  it('tell of backends, flows and graphs', async () => {
    expect(await server.json('/api/backends')).toMatchObject({
      backends: [{ id: 'sketch-step-orchestrator', supports_cancel: true }],
    });
    expect((await server.json('/api/flows')).flows).toMatchObject([
      { key: 'ship', title: 'Ship it', step_count: 2, defined: true },
      { key: 'build', defined: false },
    ]);
    const { nodes, edges } = await server.json('/api/graph/ship');
    expect(nodes.map(({ data }: { data: { id: string } }) => data.id)).toEqual([
      'step:ship:plan',
      'step:ship:code',
      'agent:planner',
      'agent:coder',
    ]);
    expect(edges.map(({ data }: { data: { type: string } }) => data.type)).toEqual([
      'step-sequence',
      'step-agent',
      'step-agent',
      'step-loop',
    ]);
    expect((await server.json('/api/graph/build')).nodes.length).toBeGreaterThanOrEqual(2);
    expect(await (await server.fetch('/api/graph/none')).json()).toMatchObject({
      error: "Flow 'none' not found",
      hint: 'Available flows: ship, build',
    });
    expect(await server.json('/api/health')).toMatchObject({
      status: 'ok',
      capabilities: { runs: true, running: true },
    });
  });

  it('need a token, and the scope for what they do', async () => {
    for (const path of ['/api/runs', '/api/runs/one', '/api/health', `/api/runs/one/file?file=meta.json`]) {
      expect((await server.fetch(path, { token: null })).status).toBe(401);
    }
    const wrong = await fetch(`http://127.0.0.1:${server.running.port}/api/runs`, {
      headers: { host: 'evil.example' },
    });
    expect(wrong.status).toBeGreaterThanOrEqual(400);
  });

  it('send what steps left behind as a download that runs nothing', async () => {
    const response = await server.fetch('/api/runs/one/file?file=build/notes.html');
    expect(await response.text()).toBe('<script>alert(1)</script>');
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(response.headers.get('content-disposition')).toBe('attachment');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
  });
});

describe('events of a run', () => {
  it('are told as JSON, and behind a line', async () => {
    const { events } = await server.json('/api/runs/one/events');
    expect(events[1]).toMatchObject({
      run_id: 'one',
      kind: 'step_start',
      flow_key: 'build',
      step_id: 'plan-it',
      seq: 2,
    });
    expect((await server.json('/api/runs/one/events?after=4')).events[0].seq).toBe(5);
  });

  it('are followed as they come, and go on behind the last that was seen', async () => {
    putRun(server.home, 'grows', { ...runFiles('grows', [PLAN], { status: 'running' }), 'events.jsonl': '' });
    const line = (kind: string, payload: object = {}) =>
      linesOf([{ run_id: 'grows', ts: '2026-04-01T10:00:00Z', kind, flow_key: 'build', step_id: 'plan-it', payload }]);
    putRun(server.home, 'grows', { 'events.jsonl': line('run_started') + line('step_start') });
    await syncRuns(server);
    const stream = await RunEvents.open(server, '/api/runs/grows/events', {});
    expect(await stream.until('step:started')).toMatchObject([
      { event: 'connected' },
      { event: 'run:started', id: '1', data: { type: 'run:started', run_id: 'grows' } },
      { event: 'step:started', id: '2' },
    ]);
    putRun(server.home, 'grows', {
      'events.jsonl': line('run_started') + line('step_start') + line('step_end', { status: 'failed' }),
    });
    await syncRuns(server);
    expect((await stream.until('step:failed')).at(-1)).toMatchObject({ id: '3' });
    await stream.close();
    const again = await RunEvents.open(server, '/api/runs/grows/events/sse', { 'last-event-id': '2' });
    expect((await again.until('step:failed')).map(({ event }) => event)).toEqual(['connected', 'step:failed']);
    await again.close();
  });
});

describe('other machines', () => {
  let gated: TestServer | undefined;
  afterEach(() => gated?.stop());

  it('see nothing that the profile takes out', async () => {
    gated = await TestServer.start({ address: '0.0.0.0' });
    const lines = [
      { timestamp: '2026-04-01T10:00:01.000000Z', role: 'user', content: `Use ${SECRET} now` },
      {
        timestamp: '2026-04-01T10:00:02.000000Z',
        role: 'tool',
        tool_name: 'Bash',
        tool_input: { command: `echo ${SECRET}` },
        tool_output: SECRET,
      },
    ];
    const receipt = { error: `${SECRET} was refused`, note: SECRET };
    putRun(gated.home, 'one', {
      ...runFiles('alias', [{ ...PLAN, lines, receipt }], {
        title: `Fix ${SECRET}`,
        error: SECRET,
        description: SECRET,
      }),
      'spec.json': JSON.stringify({ params: { [SECRET]: SECRET } }),
      'build/notes.md': SECRET,
    });
    const log = readFileSync(join(gated.home, 'swarm/runs/one/events.jsonl'), 'utf8');
    putRun(gated.home, 'one', {
      'events.jsonl': `${log}${linesOf([{ ts: '2026-04-01T10:00:03Z', kind: 'log', run_id: 'one', payload: { message: SECRET } }])}`,
    });
    await syncRuns(gated);
    const paths = ['', '/transcripts', '/receipts', '/summary', '/events', '/timeline', '/timing'].map(
      (path) => `/api/runs/one${path}`,
    );
    paths.push('/api/runs', '/api/flows', '/api/graph/build', '/api/runs/compare?run_a=one&run_b=one');
    paths.push(
      '/api/runs/one/transcript/build/plan-it/the-planner/sketch',
      '/api/runs/one/receipt/build/plan-it/the-planner',
    );
    paths.push('/api/runs/one/flows/build/steps/plan-it/transcript', '/api/runs/one/flows/build/steps/plan-it/receipt');
    for (const path of paths) {
      const response = await gated.fetch(path);
      expect([path, response.status]).toEqual([path, 200]);
      expect([path, (await response.text()).includes(SECRET)]).toEqual([path, false]);
    }
    for (const path of ['/api/runs/one/file?file=build/notes.md', '/api/runs/one/file?file=meta.json']) {
      expect([path, (await gated.fetch(path)).status]).toEqual([path, 403]);
    }
    const lines2 = await (await gated.fetch('/api/runs/one/transcript/build/plan-it/the-planner/sketch')).text();
    expect(
      lines2
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).role),
    ).toContain('user');
  });
});
