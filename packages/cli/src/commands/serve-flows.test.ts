/** Flows that are run over HTTP: whatever a server has begun, all of its routes know at once, until it has ended. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BIN, buildCommand, TestHome } from '../testing/command.ts';

const home = new TestHome();
const PATIENT = { timeout: 20_000, interval: 50 };
let child: ChildProcess;
let url: string;
let headers: Record<string, string>;

beforeAll(async () => {
  buildCommand();
  writeFileSync(
    home.file('build.flow.yaml'),
    `key: build
engine: claude-step
steps:
  - {id: plan, agent: planner, role: Plan it.}
  - {id: code, agent: coder, role: Code it., inputs: [plan]}
  - {id: review, agent: critic, role: Judge it., loop: {from: code, max: 2, until: APPROVED}}
`,
  );
  writeFileSync(
    home.file('slow.flow.yaml'),
    'key: slow\nengine: mock-step\nsteps: [{id: wait, agent: waiter, role: "<<sleep>>"}]\n',
  );
  child = spawn(process.execPath, [BIN, 'serve', '--live', '--port', '0', '--json'], { env: home.env, cwd: home.path });
  let out = '';
  for await (const piece of child.stdout as NodeJS.ReadableStream) {
    out += piece;
    if (out.includes('\n')) break;
  }
  const told = JSON.parse(out) as { url: string; link: string };
  const token = new URL(told.link).searchParams.get('token');
  url = told.url;
  headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
});
afterAll(async () => {
  if (child.exitCode === null) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  home.remove();
});

/** What these tests look at of any answer. */
interface Told {
  readonly status: string;
  readonly stub: boolean;
  readonly flows: readonly { readonly key: string }[];
  readonly runs: readonly { readonly run_id: string }[];
  readonly step_list: readonly { readonly step_id: string; readonly iteration: number | null }[];
}

const get = (path: string) => fetch(`${url}${path}`, { headers });
const json = async (path: string) => (await (await get(path)).json()) as Told;
const post = async (path: string, body?: object) => {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const { 'content-type': _type, ...bare } = headers;
  const response = await fetch(`${url}${path}`, { method: 'POST', headers: body ? headers : bare, ...sent });
  return { status: response.status, body: (await response.json()) as { run_id: string } };
};
const statusOf = async (run: string) => (await json(`/api/runs/${run}`)).status;

it('a run by stub is known to every route at once, and read by them when it has ended', async () => {
  expect((await json('/api/flows')).flows.map(({ key }) => key)).toEqual(['build', 'slow']);
  const { status, body } = await post('/api/run', { flows: ['build'], stub: true, params: {} });
  expect([status, body]).toEqual([200, expect.objectContaining({ status: 'started' })]);
  const run = body.run_id;
  const paths = [
    '',
    '/summary',
    '/transcripts',
    '/receipts',
    '/events',
    '/timeline',
    '/timing',
    '/file?file=meta.json',
  ];
  const answers = await Promise.all(paths.map(async (path) => [path, (await get(`/api/runs/${run}${path}`)).status]));
  expect(answers).toEqual(paths.map((path) => [path, 200]));
  expect((await json('/api/runs?limit=1')).runs.map(({ run_id: id }) => id)).toEqual([run]);
  await expect.poll(() => statusOf(run), PATIENT).toBe('succeeded');
  const { step_list: steps, stub } = await json(`/api/runs/${run}`);
  expect(stub).toBe(true);
  expect(steps.map(({ step_id, iteration }) => [step_id, iteration])).toEqual([
    ['plan', 1],
    ['code', 2],
    ['review', 2],
  ]);
  const folder = home.file('swarm', 'runs', run, 'build');
  for (const [address, file] of [
    ['transcript/build/review/critic/claude', 'llm/review-critic-claude.jsonl'],
    ['transcript/build/review/critic/claude?version=1', 'llm/review-critic-claude@1.jsonl'],
    ['receipt/build/review/critic', 'receipts/review-critic.json'],
  ]) {
    expect(await (await get(`/api/runs/${run}/${address}`)).text()).toBe(readFileSync(`${folder}/${file}`, 'utf8'));
  }
});

it('a run by an agent is stopped, and is told to have been', async () => {
  const { body } = await post('/api/run', { flows: ['slow'] });
  const run = body.run_id;
  await expect.poll(() => statusOf(run), PATIENT).toBe('running');
  const receipt = home.file('swarm', 'runs', run, 'slow', 'receipts', 'wait-waiter.json');
  expect(await post(`/api/runs/${run}/cancel`)).toMatchObject({ status: 200, body: { run_id: run } });
  await expect.poll(() => statusOf(run), PATIENT).toBe('canceled');
  expect(existsSync(receipt)).toBe(true);
  expect(JSON.parse(readFileSync(receipt, 'utf8'))).toMatchObject({ run_id: run, status: 'failed' });
  expect(await post(`/api/runs/${run}/cancel`)).toMatchObject({ status: 404, body: { error: expect.any(String) } });
});

it('says what cannot be run', async () => {
  expect(await post('/api/run', { flows: ['nothing'] })).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('There is no flow "nothing"') },
  });
  expect(await post('/api/run', { flows: ['build'], resume: '../../etc' })).toMatchObject({ status: 400 });
});
