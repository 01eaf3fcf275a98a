/** Erasing over the API: for good, for those who may, and nothing that is not named for sure. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({ cases: ['codex/basic', 'claude-code/basic'] });
});
afterAll(() => server.stop());

const post = (sessions: unknown) => ({
  method: 'POST',
  body: JSON.stringify({ sessions }),
  headers: { 'content-type': 'application/json' },
});

it('erases the sessions that are named, and passes over those that are not there', async () => {
  const before = await server.json('/v1/sessions');
  const [gone, ...others] = before.sessions.map(({ id }: { id: string }) => id);
  const answer = await server.json('/v1/erasures', post([gone, 'no-such-session', gone]));
  expect(answer).toEqual({ erased: [gone], unfinished: null });
  const after = await server.json('/v1/sessions');
  expect(after.sessions.map(({ id }: { id: string }) => id)).toEqual(others);
  expect((await server.fetch(`/v1/sessions/${gone}`)).status).toBe(404);
  expect(await server.json('/v1/erasures', post([gone]))).toEqual({ erased: [], unfinished: null });
});

it('refuses an empty list', async () => {
  expect((await server.fetch('/v1/erasures', post([]))).status).toBe(400);
});
