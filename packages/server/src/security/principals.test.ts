/** What somebody with a token of their own may do and see, on every route, and for how long. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { type Route, routes, SCOPE_NAMES, type Scope } from '@hansard/core/api/index.ts';
import Type from 'typebox';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AnswerCache } from '../answers/answer-cache.ts';
import { type Registration, registerRoute } from '../register-route.ts';
import { createServer } from '../server.ts';
import { goodRequests, operations, type Values } from '../testing/derived-requests.ts';
import { FOLDER, PERSON, plantedSession, SECRET, SESSION } from '../testing/planted-session.ts';
import { TestServer } from '../testing/test-server.ts';
import { makeToken, type TokenRequest } from './make-token.ts';
import { TokenFile } from './token-file.ts';

const NOTE = { text: `Look at ${FOLDER}, ${PERSON}`, address: `/?q=${FOLDER}` };
const HIDDEN = [SECRET, PERSON, 'secret-client'];
const JSON_BODY = { 'content-type': 'application/json' };

let server: TestServer;
let values: Values;
beforeAll(async () => {
  server = await TestServer.start({ files: plantedSession() });
  values = await valuesOf(server);
});
afterAll(() => server.stop());

const made = (request: TokenRequest, at = server) => makeToken(at.archive.home, request, new Date());

async function valuesOf(one: TestServer): Promise<Values> {
  const { id } = await one.json(`/v1/sessions/${SESSION}`);
  const { events } = await one.json(`/v1/transcripts/${id}/events`);
  const parts = events.flatMap(({ event }: { event: { parts?: { hash?: string }[] } }) => event.parts ?? []);
  const hash = parts.find((part: { hash?: string }) => part.hash)?.hash ?? 'sha256-none';
  const post = { method: 'POST', body: JSON.stringify(NOTE), headers: JSON_BODY };
  const { id: noteId } = await one.json(`/v1/sessions/${id}/notes`, post);
  return {
    id,
    hash,
    noteId,
    eventId: events[0].event.id,
    tag: 'plans',
    name: 'plans',
    q: 'log',
    path: 'x',
    token: 'x',
  };
}

const scopeOf = (id: string): Scope | null => routes.find((route) => route.id === id)?.scope ?? null;
const isOpen = ({ operationId }: { operationId: string }) => scopeOf(operationId) === null;

describe('a token with one scope', () => {
  const secrets = new Map<Scope, string>();
  beforeAll(() => {
    for (const scope of SCOPE_NAMES) secrets.set(scope, made({ scopes: [scope] }).secret);
  });

  it.each(operations.filter((one) => !isOpen(one)).map((one) => [one.operationId, one] as const))(
    'gets through to %s by the scope that it needs, and by no other',
    async (id, operation) => {
      const needed = scopeOf(id) as Scope;
      const [first] = goodRequests(operation, values, NOTE);
      for (const [scope, token] of secrets) {
        const response = await server.fetch(first?.url as string, { ...first?.init, token });
        const type = response.headers.get('content-type') ?? '';
        if (scope === needed) expect([scope, response.status]).not.toEqual([scope, 403]);
        else {
          expect([scope, response.status, type]).toEqual([scope, 403, 'application/problem+json']);
          const { code, detail } = (await response.json()) as Record<string, string>;
          expect([code, detail]).toEqual(['missing-scope', `This needs the scope ${needed}; the token has ${scope}.`]);
          expect(response.headers.get('www-authenticate')).toContain(`error="insufficient_scope", scope="${needed}"`);
        }
        if (!response.bodyUsed) await response.body?.cancel();
      }
    },
  );

  it('is refused nothing that a token with two may do with the other', async () => {
    const { secret: token } = made({ scopes: ['read', 'annotate'] });
    const star = `/v1/sessions/${values['id']}/star`;
    expect((await server.fetch(star, { method: 'PUT', token })).status).toBe(200);
    expect((await server.fetch('/v1/sessions', { token })).status).toBe(200);
    expect((await server.fetch('/v1/sample', { method: 'POST', token })).status).toBe(403);
  });

  it('changes nothing by methods and addresses that are no routes', async () => {
    const token = secrets.get('read') as string;
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      for (const path of ['/v1/sessions', '/v1/tags', '/v1//sample', '/V1/sample', '/v1/sample/', '/v1/%73ample']) {
        const { status } = await server.fetch(path, { method, token });
        expect([method, path, status >= 403 && status < 500]).toEqual([method, path, true]);
      }
    }
  });
});

describe('a token with a profile', () => {
  let token: string;
  beforeAll(() => {
    token = made({ scopes: SCOPE_NAMES, profile: 'strict' }).secret;
  });

  it.each(operations.filter(({ operationId }) => !/^(page-|reference|login)/.test(operationId)))(
    'is told nothing at $operationId that the profile takes out, although the user is',
    async (operation) => {
      for (const { what, url, init } of goodRequests(operation, values, NOTE)) {
        // What the user asked for just before is kept for the user alone.
        await (await server.fetch(url, isReading(init) ? init : { method: 'GET' })).body?.cancel();
        const response = await server.fetch(url, { ...init, token });
        const text = await beginningOf(response);
        // A part that this server lacks says so: 501.
        expect([what, response.status < 500 || response.status === 501]).toEqual([what, true]);
        for (const hidden of HIDDEN)
          if (!url.includes(hidden)) expect([what, text.includes(hidden)]).toEqual([what, false]);
      }
    },
  );

  it('exports by that profile and by no other', async () => {
    const ask = (profile: string) =>
      server.fetch(`/v1/sessions/${values['id']}/export?to=markdown${profile}`, { token });
    const exported = await ask('');
    expect(exported.status).toBe(200);
    expect(await exported.text()).not.toContain(SECRET);
    expect((await ask('&profile=strict')).status).toBe(200);
    for (const name of ['team', 'none', 'raw-min'])
      expect([name, (await ask(`&profile=${name}`)).status]).toEqual([name, 403]);
    const { chosen, profiles } = await server.json('/v1/profiles', { token });
    const allowed = profiles
      .filter((one: { allowed: boolean }) => one.allowed)
      .map(({ name }: { name: string }) => name);
    expect([chosen, allowed]).toEqual(['strict', ['strict']]);
  });

  it('says so in the status, while the user’s own is as it was', async () => {
    expect(await server.json('/v1/status', { token })).toMatchObject({ redacted: true, profile: 'strict' });
    expect(await server.json('/v1/status')).toMatchObject({ redacted: false, profile: null });
  });

  it('gets nothing at all once there is no such profile', async () => {
    const { secret } = made({ scopes: ['read'], profile: 'that-was-removed' });
    for (const path of ['/v1/sessions', '/v1/tags', `/v1/transcripts/${values['id']}/events`, '/v1/changes/sse']) {
      for (let again = 0; again < 2; again++) {
        const response = await server.fetch(path, { token: secret });
        expect([path, response.status >= 400]).toEqual([path, true]);
      }
    }
  });
});

describe('a server with a profile of its own', () => {
  it.each([
    ['research', 'raw-min', 'research'],
    ['research', 'strict', 'strict'],
    ['strict', 'none', 'strict'],
    ['hiring-signal', 'research', 'research'],
  ])('of %s gives a token of %s nothing but by %s', async (chosen, profile, given) => {
    const abroad = await TestServer.start({ files: plantedSession(), address: '0.0.0.0', chosen });
    try {
      const { secret: token } = made({ scopes: ['read'], profile }, abroad);
      expect((await abroad.json('/v1/status', { token })).profile).toBe(given);
      expect((await abroad.json('/v1/status')).profile).toBe(chosen);
      const text = await (await abroad.fetch(`/v1/transcripts/${SESSION}/events`, { token })).text();
      expect(text).not.toContain(SECRET);
    } finally {
      await abroad.stop();
    }
  });
});

describe('an answer that is kept', () => {
  let framework: { mock: { calls: unknown[] } };
  beforeAll(() => {
    framework = vi.spyOn(server.running.app.guard, 'receive');
  });
  beforeEach(() => {
    framework.mock.calls.length = 0;
  });

  it('is given again to whoever gets the same, and to nobody else', async () => {
    const path = `/v1/transcripts/${values['id']}/events?limit=77`;
    const ask = async (token: string) => {
      const before = framework.mock.calls.length;
      const response = await server.fetch(path, { token, headers: { 'accept-encoding': 'identity' } });
      const text = await response.text();
      return [response.status, text.includes(SECRET), framework.mock.calls.length > before ? 'made' : 'kept'];
    };
    const reader = made({ scopes: ['read'] }).secret;
    const writer = made({ scopes: ['annotate'] }).secret;
    const [strict, strictToo, research] = ['strict', 'strict', 'research'].map(
      (profile) => made({ scopes: ['read'], profile }).secret,
    ) as [string, string, string];
    expect(await ask(server.token)).toEqual([200, true, 'made']);
    expect(await ask(reader)).toEqual([200, true, 'kept']);
    expect(await ask(writer)).toEqual([403, false, 'made']);
    expect(await ask(strict)).toEqual([200, false, 'made']);
    expect(await ask(strictToo)).toEqual([200, false, 'kept']);
    expect(await ask(research)).toEqual([200, false, 'made']);
    expect(await ask(server.token)).toEqual([200, true, 'kept']);
  });
});

describe('a browser that logged in with a token', () => {
  const login = async (token: string) => {
    const response = await server.fetch(`/login?token=${token}`, { token: null });
    return (response.headers.get('set-cookie') ?? '').split(';')[0] as string;
  };

  it('may do and see what the token may', async () => {
    const { secret, token } = made({ scopes: ['read'], profile: 'strict' });
    const cookie = await login(secret);
    expect(cookie).not.toContain(secret);
    const as = { token: null, headers: { cookie } };
    expect((await server.json('/v1/status', as)).profile).toBe('strict');
    const star = `/v1/sessions/${values['id']}/star`;
    const refused = await server.fetch(star, { method: 'PUT', token: null, headers: { cookie, 'x-hansard': '1' } });
    expect(((await refused.json()) as { code: string }).code).toBe('missing-scope');
    new TokenFile(server.archive.home).revoke(token.id, new Date().toISOString());
    expect((await server.fetch('/v1/status', as)).status).toBe(401);
    expect((await server.fetch(`/login?token=${secret}`, { token: null })).status).toBe(401);
  });

  it('changes something only from the page', async () => {
    const cookie = await login(made({ scopes: ['read', 'annotate'] }).secret);
    const star = (headers: Record<string, string>) =>
      server.fetch(`/v1/sessions/${values['id']}/star`, {
        method: 'PUT',
        token: null,
        headers: { cookie, ...headers },
      });
    expect((await star({})).status).toBe(403);
    expect((await star({ 'x-hansard': '1', origin: 'http://evil.example' })).status).toBe(403);
    expect((await star({ 'x-hansard': '1', origin: server.running.url })).status).toBe(200);
  });
});

describe('a token that is revoked', () => {
  it('works at once when it is made, and no longer when it is not', async () => {
    const { secret, token } = made({ scopes: ['read'] });
    expect((await server.fetch('/v1/sessions', { token: secret })).status).toBe(200);
    new TokenFile(server.archive.home).revoke(token.id, new Date().toISOString());
    const path = `/v1/sessions/${values['id']}/map`;
    await server.json(path);
    expect((await server.fetch(path, { token: secret })).status).toBe(401);
  });

  it.each(['/v1/changes/sse', `/v1/transcripts/${SESSION}/events/sse`, `/v1/sessions/${SESSION}/events/sse`])(
    'ends the stream %s that is open, and no other',
    async (path) => {
      const [gone, staying] = [made({ scopes: ['read'] }), made({ scopes: ['read'] })];
      const [ended, open] = await Promise.all(
        [gone, staying].map(({ secret }) => server.fetch(path, { token: secret })),
      );
      new TokenFile(server.archive.home).revoke(gone.token.id, new Date().toISOString());
      await drained(ended as Response);
      const reader = (open as Response).body?.getReader();
      const other = await Promise.race([drainedBy(reader), server.json('/v1/tags').then(() => 'still open')]);
      expect(other).toBe('still open');
      await reader?.cancel();
    },
  );

  it('cuts off a file that is being sent, so that it does not look complete', async () => {
    const { app } = server.running;
    const other = createServer(app);
    const sent = new PassThrough();
    sent.write('the beginning');
    const handler = ((_app, { reply }) => reply.send(sent)) as Registration['handler'];
    registerRoute(other, { app, cache: new AnswerCache(), route: endless, handler });
    await other.listen({ host: '127.0.0.1', port: 0 });
    const { port } = other.server.address() as { port: number };
    const { secret, token } = made({ scopes: ['read'] });
    const headers = { authorization: `Bearer ${secret}` };
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get({ host: '127.0.0.1', port, path: endless.path, headers }, resolve).on('error', reject);
    });
    new TokenFile(server.archive.home).revoke(token.id, new Date().toISOString());
    await expect(once(response.resume(), 'end')).rejects.toThrow('aborted');
    await other.close();
  });

  it('ends them when it expires', async () => {
    const expires = new Date(Date.now() + 400).toISOString();
    const { secret } = made({ scopes: ['read'], expires });
    const stream = await server.fetch('/v1/changes/sse', { token: secret });
    expect(stream.status).toBe(200);
    await drained(stream);
    expect((await server.fetch('/v1/tags', { token: secret })).status).toBe(401);
  });
});

it('takes none of this for a bug', () => {
  const bugs = server.reported.filter((error) => !String(error).includes('that-was-removed'));
  expect(bugs).toEqual([]);
});

const isReading = ({ method }: { method: string }) => method === 'GET';

const drained = (response: Response) => drainedBy(response.body?.getReader());
/** Until it ends, one way or the other. */
async function drainedBy(reader: ReadableStreamDefaultReader<Uint8Array> | undefined): Promise<string> {
  try {
    while (!(await reader?.read())?.done);
  } catch {
    return 'cut off';
  }
  return 'ended';
}

/** A file that never comes to its end. */
const endless: Route = {
  id: 'endless',
  method: 'GET',
  path: '/v1/endless',
  summary: 'A long file',
  tag: 'sharing',
  answer: Type.String(),
  media: 'file',
  scope: 'read',
  cache: 'never',
  leaves: 'never',
};

/** All of it, or of a stream as much as comes within a moment. */
async function beginningOf(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text();
  const reader = response.body?.getReader();
  const over = new Promise<void>((resolve) => setTimeout(resolve, 150));
  let text = '';
  for (;;) {
    const read = await Promise.race([reader?.read(), over]);
    if (!read || read.done) break;
    text += new TextDecoder().decode(read.value);
  }
  await reader?.cancel();
  return text;
}
