/** Agents over HTTP, as the original's clients and ours use it: a real server, a real mock agent. */
import { createClient, type HansardClient } from '@hansard/client';
import { LiveHome } from '@hansard/live/testing/live-home.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeToken } from '../security/make-token.ts';
import { TestServer } from '../testing/test-server.ts';

let home: LiveHome;
let server: TestServer;
let client: HansardClient;
let end: () => Promise<unknown>;

beforeAll(async () => {
  home = await LiveHome.make();
  const daemon = await home.open();
  server = await TestServer.start({ live: daemon.live, store: daemon.archive.store });
  client = createClient({ baseUrl: server.running.url, token: server.token });
  end = () => daemon.stop();
});
afterAll(async () => {
  await end();
  await server.stop();
  home.remove();
});

const post = (path: string, body?: unknown, token?: string) =>
  server.fetch(path, {
    method: 'POST',
    ...(token === undefined ? {} : { token }),
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
const codeOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code];

describe('the routes of the original', () => {
  it('start a session of a chosen id, send to it, and give its events', async () => {
    const created = await post('/v1/sessions/my-session', { agent: 'mock', permissionMode: 'default' });
    expect(await created.json()).toMatchObject({ healthy: true, nativeSessionId: expect.any(String) });
    const sent = await post('/v1/sessions/my-session/messages', { message: 'hello world' });
    expect([sent.status, await sent.text()]).toEqual([204, '']);
    await expect
      .poll(async () => JSON.stringify(await server.json('/v1/sessions/my-session/events?limit=1000')))
      .toContain('turn.ended');
    const { events } = await server.json('/v1/sessions/my-session/events?limit=1000');
    expect(events.map(({ sequence }: { sequence: number }) => sequence)).toEqual(
      events.map((_: unknown, i: number) => i + 1),
    );
    expect(new Set(events.map(({ session_id }: { session_id: string }) => session_id))).toEqual(
      new Set(['my-session']),
    );
    expect((await client.session('my-session')).agent).toBe('mock');
  });

  it('take ids of any length and titles, and list sessions by the original’s names', async () => {
    const created = await post('/v1/sessions/s1', { agent: 'mock', title: 'Mend the lock', model: 'mock-2' });
    expect(await created.json()).toMatchObject({ healthy: true, sessionId: 's1' });
    const { sessions } = await client.sessions();
    expect(sessions.find(({ sessionId }) => sessionId === 's1')).toMatchObject({
      title: 'Mend the lock',
      model: 'mock-2',
      permissionMode: 'default',
      ended: false,
      nativeSessionId: expect.any(String),
      createdAt: expect.any(Number),
    });
    expect((await client.getEvents('s1')).events[0]?.session_id).toBe('s1');
    expect((await server.fetch('/v1/sessions/s2/events')).status).toBe(404);
  });

  it('change the model of a running session, and say so', async () => {
    await client.createSession('settings', { agent: 'mock' });
    await client.changeSettings('settings', { model: 'mock-3', permissionMode: 'plan' });
    await expect
      .poll(() => client.liveSession('settings'))
      .toMatchObject({ model: 'mock-3', permissionMode: 'plan', directory: expect.any(String) });
  });

  it('stream a turn until it asks for something, and take the answer', async () => {
    await client.createSession('turns', { agent: 'mock' });
    const types: string[] = [];
    let permission = '';
    for await (const event of client.streamTurn('turns', { message: 'permission' })) {
      types.push(event.type);
      if (event.type === 'permission.requested') permission = (event.data as { permission_id: string }).permission_id;
    }
    expect(types.at(-1)).toBe('permission.requested');
    expect((await client.pending()).pending.map(({ requestId }) => requestId)).toContain(permission);
    expect((await post(`/v1/sessions/turns/permissions/${permission}/reply`, { reply: 'once' })).status).toBe(204);
    await expect.poll(async () => (await client.liveSession('turns')).status).toBe('idle');
    const late = await post(`/v1/sessions/turns/permissions/${permission}/reply`, { reply: 'once' });
    expect([late.status, await late.json()]).toMatchObject([
      409,
      { code: 'already-answered', decided: { what: 'accept', by: 'local', via: 'api' } },
    ]);
    const { events } = await client.getEvents('turns', { limit: 1000 });
    const asked = events.find(({ type }) => type === 'permission.requested');
    expect(asked?.data).toMatchObject({ status: 'requested', metadata: { call_id: expect.any(String) } });
    expect(JSON.stringify(asked?.data)).not.toContain('local');
  });

  it('tell what agents can do, and install none', async () => {
    const { agents } = await client.agents();
    expect(agents.find(({ id }) => id === 'mock')).toMatchObject({
      installed: true,
      capabilities: { permissions: true },
    });
    expect((await client.agentModes('mock')).permissionModes).toContain('plan');
    expect((await post('/v1/agents/mock/install', {})).status).toBe(501);
    expect(await codeOf(await server.fetch('/v1/agents/nobody/modes'))).toEqual([404, 'unknown-agent']);
  });

  it('end a session once and for all', async () => {
    expect((await post('/v1/sessions/turns/terminate')).status).toBe(204);
    const named = { method: 'POST', headers: { 'content-type': 'application/json' } };
    expect((await server.fetch('/v1/sessions/turns/terminate', named)).status).toBe(204);
    expect(await codeOf(await post('/v1/sessions/turns/messages', { message: 'x' }))).toEqual([409, 'session-ended']);
    expect(await codeOf(await post('/v1/sessions/nowhere/messages', { message: 'x' }))).toEqual([404, 'not-running']);
  });
});

describe('who may', () => {
  it('run is another than who may answer, and who may read does neither', async () => {
    const token = (scope: 'read' | 'run' | 'answer') =>
      makeToken(server.archive.home, { scopes: [scope] }, new Date()).secret;
    const create = (secret: string) => post('/v1/sessions/scoped', { agent: 'mock' }, secret);
    const answer = (secret: string) => post('/v1/sessions/scoped/permissions/none/reply', { reply: 'once' }, secret);
    expect([(await create(token('read'))).status, (await create(token('answer'))).status]).toEqual([403, 403]);
    expect((await create(token('run'))).status).toBe(200);
    expect([(await answer(token('read'))).status, (await answer(token('run'))).status]).toEqual([403, 403]);
    expect((await answer(token('answer'))).status).toBe(404);
  });

  it('has the cookie needs the page’s own header, too', async () => {
    const port = Number(new URL(server.running.url).port);
    const cookie = `hansard-${port}=${server.running.app.guard.token.cookieAt(port)}`;
    const init = { method: 'POST', token: null, body: '{"agent":"mock"}' };
    const headers = { cookie, 'content-type': 'application/json' };
    expect((await server.fetch('/v1/sessions/by-cookie', { ...init, headers })).status).toBe(403);
    const other = { ...headers, 'x-hansard': '1', origin: 'https://evil.example' };
    expect((await server.fetch('/v1/sessions/by-cookie', { ...init, headers: other })).status).toBe(403);
    const own = { ...headers, 'x-hansard': '1' };
    expect((await server.fetch('/v1/sessions/by-cookie', { ...init, headers: own })).status).toBe(200);
  });

  it('never gives a command in a body', async () => {
    const body = { agent: '/bin/sh', command: 'touch hacked', args: ['-c', 'true'] };
    expect(await codeOf(await post('/v1/sessions/evil', body))).toEqual([404, 'unknown-agent']);
  });
});
