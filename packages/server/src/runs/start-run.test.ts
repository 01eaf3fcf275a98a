/** What a run is started from: the fields of the original and ours, and no others, which would start what nobody meant. */
import type { RunStart } from '@hansard/core/store/flows.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { TestServer } from '../testing/test-server.ts';

let server: TestServer;
let started: RunStart[] = [];

beforeAll(async () => {
  server = await TestServer.start({
    flows: {
      backends: async () => [],
      flows: async () => [],
      start: async (request) => {
        started.push(request);
        return { run: 'run-new', folder: '/runs/run-new' };
      },
      cancel: async () => false,
    },
  });
});
beforeEach(() => {
  started = [];
});
afterAll(() => server.stop());

async function start(body: object) {
  const headers = { 'content-type': 'application/json' };
  const answer = await server.fetch('/api/run', { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: answer.status, problem: await answer.json() };
}

it.each([
  { flows: ['ship'] },
  { flows: ['ship', 'build'], profile_id: null, backend: 'claude-step-orchestrator' },
  { flows: ['ship'], profile_id: 'baseline', backend: null },
  { flows: ['ship'], stub: true, params: { any: 'name' }, resume: null },
])('starts %j', async (body) => {
  expect(await start(body)).toMatchObject({ status: 200 });
  expect(started).toHaveLength(1);
});

it.each(['stubb', 'Stub', '__proto', 'flow'])(
  'starts nothing for a field that is mistyped as %s, and names it',
  async (name) => {
    expect(await start({ flows: ['ship'], [name]: true })).toMatchObject({
      status: 400,
      problem: { code: 'bad-request', pointer: `/${name}`, detail: expect.stringContaining(`"${name}"`) },
    });
    expect(started).toEqual([]);
  },
);
