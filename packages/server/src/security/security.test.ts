/** Who is let in, and what nobody is told. */

import { statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestServer } from '../testing/test-server.ts';
import { Buckets } from './buckets.ts';
import { hostCheck, isLoopback } from './hosts.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({ cases: ['codex/basic'] });
});
afterAll(() => server.stop());

const problem = async (response: Response): Promise<{ code: string }> => {
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  return (await response.json()) as { code: string };
};

describe('the token', () => {
  it('is needed everywhere but for health', async () => {
    expect((await server.fetch('/v1/health', { token: null })).status).toBe(200);
    for (const path of ['/v1/status', '/v1/sessions', '/', '/reference', '/v1/openapi.json', '/assets/x.js']) {
      const response = await server.fetch(path, { token: null });
      expect([path, response.status]).toEqual([path, 401]);
      expect((await problem(response)).code).toBe('unauthorized');
    }
    expect((await server.fetch('/v1/status', { token: 'x'.repeat(43) })).status).toBe(401);
    expect((await server.fetch('/v1/status')).status).toBe(200);
  });

  it('is kept for its owner alone, and is the same next time', async () => {
    const path = join(server.archive.home, 'server-token');
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
    const { tokenIn } = await import('./token.ts');
    const { makeFile } = await import('@hansard/archive');
    expect(tokenIn(server.archive.home, makeFile).text).toBe(server.token);
  });

  it('logs a browser in by a link, without giving itself away', async () => {
    const link = server.running.link.replace(server.running.url, '');
    const login = await server.fetch(link, { token: null });
    expect(login.status).toBe(303);
    expect(login.headers.get('location')).toBe('/');
    const cookie = login.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^hansard-\d+=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\//);
    expect(cookie).not.toContain(server.token);
    const headers = { cookie: cookie.split(';')[0] as string };
    expect((await server.fetch('/v1/status', { token: null, headers })).status).toBe(200);
    expect((await server.fetch('/login?token=wrong', { token: null })).status).toBe(401);
    expect((await server.fetch('/v1/status', { token: null, headers: { cookie: 'hansard=wrong' } })).status).toBe(401);
  });

  it('lets a cookie of one port in at no other', async () => {
    const port = Number(new URL(server.running.url).port);
    const { token } = server.running.app.guard;
    const status = async (cookie: string) =>
      (await server.fetch('/v1/status', { token: null, headers: { cookie } })).status;
    const elsewhere = token.cookieAt(port + 1);
    expect(await status(`hansard-${port + 1}=${elsewhere}; hansard-${port}=${token.cookieAt(port)}`)).toBe(200);
    expect(await status(`hansard-${port}=${elsewhere}`)).toBe(401);
    expect(await status(`hansard-${port + 1}=${token.cookieAt(port)}`)).toBe(401);
    expect(await status(`hansard=${token.cookieAt(undefined)}`)).toBe(401);
  });

  it('in a cookie changes nothing for other sites', async () => {
    const port = Number(new URL(server.running.url).port);
    const headers = { cookie: `hansard-${port}=${server.running.app.guard.token.cookieAt(port)}` };
    const { sessions } = await server.json('/v1/sessions');
    const star = `/v1/sessions/${sessions[0].id}/star`;
    const refused = await server.fetch(star, { method: 'PUT', token: null, headers });
    expect((await problem(refused)).code).toBe('not-from-here');
    const foreign = { ...headers, 'x-hansard': '1', origin: 'http://evil.example' };
    expect((await server.fetch(star, { method: 'PUT', token: null, headers: foreign })).status).toBe(403);
    const own = { ...headers, 'x-hansard': '1' };
    expect((await server.fetch(star, { method: 'PUT', token: null, headers: own })).status).toBe(200);
  });

  it('can be guessed only so often, while the right one always works', async () => {
    const codes = new Set<number>();
    for (let i = 0; i < 40; i++) codes.add((await server.fetch('/v1/status', { token: `guess-${i}` })).status);
    expect([...codes].sort()).toEqual([401, 429]);
    const late = await server.fetch('/v1/status', { token: 'guess' });
    expect(late.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await problem(late)).code).toBe('too-many-requests');
    expect((await server.fetch('/v1/status')).status).toBe(200);
  });
});

it('refuses a request whose connection broke before it was looked at, and takes it for no bug', async () => {
  const { guard } = server.running.app;
  const gone = { ip: undefined, method: 'GET', headers: { host: '127.0.0.1' } };
  const received = guard.receive(gone as unknown as FastifyRequest, {} as FastifyReply);
  await expect(received).rejects.toMatchObject({ code: 'bad-request' });
  expect(() => guard.authorize(gone as unknown as FastifyRequest, { method: 'GET', scope: 'read' })).toThrow('token');
});

it('tells a browser without a cookie what to do', async () => {
  const response = await server.fetch('/', { token: null, headers: { accept: 'text/html,*/*' } });
  expect(response.status).toBe(401);
  expect(await response.text()).toContain('hansard serve');
});

it('never limits the user of the machine', async () => {
  const statuses = await Promise.all(
    Array.from({ length: 800 }, () => server.fetch('/v1/health').then((r) => r.status)),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
});

it('refuses requests for other hosts, as names that were pointed here make them', async () => {
  const ask = (host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const options = { host: '127.0.0.1', port: server.running.port, path: '/v1/health', headers: { host } };
      request(options, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end();
    });
  expect(await ask(`evil.example:${server.running.port}`)).toBe(421);
  expect(await ask('localhost.evil.example')).toBe(421);
  expect(await ask(`localhost:${server.running.port}`)).toBe(200);
  expect(await ask(`[::1]:${server.running.port}`)).toBe(200);
});

it('knows loopback, and numbers that no name can be pointed to', () => {
  for (const host of ['127.0.0.1', 'localhost', '::1', '127.8.9.1', '::ffff:127.0.0.1'])
    expect(isLoopback(host)).toBe(true);
  for (const host of ['0.0.0.0', '192.168.1.5', '::', '::ffff:192.168.1.5', 'example.com', '127.0.0.1.example.com']) {
    expect(isLoopback(host)).toBe(false);
  }
  const open = hostCheck('0.0.0.0');
  expect(['192.168.1.5:7420', '[fe80::1]:1', 'localhost'].map(open)).toEqual([true, true, true]);
  expect(['evil.example', '1.2.3.4.evil.example', undefined, ''].map(open)).toEqual([false, false, false, false]);
});

it('sends headers that let nothing run, load or be framed', async () => {
  for (const path of ['/v1/health', '/nowhere', '/v1/status']) {
    const { headers } = await server.fetch(path);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(policy).not.toMatch(/https?:/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('access-control-allow-origin')).toBeNull();
  }
});

it('lets another site in only when it was asked to', async () => {
  const other = await TestServer.start({ cors: 'https://tool.example' });
  const ask = (origin: string, method = 'GET') => other.fetch('/v1/health', { method, headers: { origin } });
  expect((await ask('https://tool.example')).headers.get('access-control-allow-origin')).toBe('https://tool.example');
  const preflight = await ask('https://tool.example', 'OPTIONS');
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization');
  expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
  expect((await ask('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
  await other.stop();
});

it('fills a bucket up again over time', () => {
  let now = 0;
  const buckets = new Buckets({ most: 2, perSecond: 1 }, () => now);
  expect([buckets.take('a'), buckets.take('a'), buckets.take('a'), buckets.take('b')]).toEqual([0, 0, 1, 0]);
  now = 1000;
  expect([buckets.take('a'), buckets.take('a')]).toEqual([0, 1]);
});
