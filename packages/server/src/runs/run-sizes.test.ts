/** Transcripts of any length are given as they were written. */

import { runFiles } from '@hansard/core/testing/run-files.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { putRun, syncRuns } from '../testing/run-server.ts';
import { TestServer } from '../testing/test-server.ts';

const LINES = Array.from({ length: 70 }, (_, n) => ({
  timestamp: '2026-04-01T10:00:02.000000Z',
  role: 'assistant',
  content: `${n} ${'wombat '.repeat(150_000)}`,
}));
let server: TestServer;

beforeAll(async () => {
  server = await TestServer.start();
  putRun(server.home, 'long', runFiles('long', [{ step: 'plan', agent: 'planner', lines: LINES }]));
  await syncRuns(server);
});
afterAll(() => server.stop());

it('by their own address, piece by piece', async () => {
  const response = await server.fetch('/api/runs/long/transcript/build/plan/planner/sketch');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('application/x-ndjson');
  const lines = (await response.text()).trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual(LINES);
});

it('leave nothing behind in the server', async () => {
  const { stopping } = server.running.app;
  let listening = 0;
  const [add, remove] = [stopping.addEventListener.bind(stopping), stopping.removeEventListener.bind(stopping)];
  stopping.addEventListener = (...args: Parameters<typeof add>) => {
    listening++;
    add(...args);
  };
  stopping.removeEventListener = (...args: Parameters<typeof remove>) => {
    listening--;
    remove(...args);
  };
  for (let n = 0; n < 3; n++) await (await server.fetch('/api/runs/long/file?file=meta.json')).text();
  await expect.poll(() => listening).toBe(0);
});

it('are not put into one answer with others', async () => {
  const response = await server.fetch('/api/runs/long/flows/build/steps/plan/transcript');
  expect(response.status).toBe(501);
  expect(await response.json()).toMatchObject({ error: expect.stringContaining('/file') });
});
