/** What is sent again without the framework is the same as with it, and goes to nobody whom the framework refuses. */
import { get, type IncomingHttpHeaders } from 'node:http';
import { Archive, listSessions } from '@hansard/archive';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { TestServer } from '../testing/test-server.ts';

let server: TestServer;
let path: string;
let framework: { mock: { calls: unknown[] } };
beforeAll(async () => {
  server = await TestServer.start({ cases: ['claude-code/basic'] });
  const { id } = (await server.json('/v1/sessions')).sessions[0];
  path = `/v1/transcripts/${id}/events`;
  framework = vi.spyOn(server.running.app.guard, 'receive');
});
afterAll(() => server.stop());
beforeEach(() => {
  framework.mock.calls.length = 0;
});

interface Sent {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Whether the framework saw the request. */
  readonly framed: boolean;
}

function ask(headers: Record<string, string> = {}, address = path): Promise<Sent> {
  const auth = { authorization: `Bearer ${server.token}` };
  const before = framework.mock.calls.length;
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: server.running.port, path: address, headers: { ...auth, ...headers } };
    get(options, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () => {
        const { date: _date, ...rest } = response.headers;
        const body = Buffer.concat(parts).toString('base64');
        resolve({ status: response.statusCode, headers: rest, body, framed: framework.mock.calls.length > before });
      });
    }).on('error', reject);
  });
}

describe('an answer that was given before', () => {
  it.each<Record<string, string>>([{}, { 'accept-encoding': 'gzip' }, { 'accept-encoding': 'br;q=0.5, gzip;q=0.1' }])(
    'is sent again without the framework, and is the same in all: %j',
    async (headers) => {
      const address = `${path}?limit=${50 + JSON.stringify(headers).length}`;
      const first = await ask(headers, address);
      const again = await ask(headers, address);
      expect([first.framed, again.framed]).toEqual([true, false]);
      expect({ ...again, framed: true }).toEqual(first);
    },
  );

  it('is sent to a browser by its cookie', async () => {
    const first = await ask();
    const port = Number(new URL(server.running.url).port);
    const cookie = `other=1; hansard-${port}=${server.running.app.guard.token.cookieAt(port)}`;
    expect(await ask({ authorization: '', cookie })).toEqual({ ...first, framed: false });
  });

  it.each<[string, Record<string, string>, number]>([
    ['without a token', { authorization: '' }, 401],
    ['with a wrong token', { authorization: `Bearer ${'x'.repeat(43)}` }, 401],
    ['with a wrong cookie', { authorization: '', cookie: 'hansard=x' }, 401],
    ['for another host', { host: 'example.org' }, 421],
    ['for what has not changed', { 'if-none-match': '*' }, 304],
    ['as lines', { accept: 'application/x-ndjson' }, 200],
    ['by another site', { origin: 'https://example.org' }, 200],
  ])('is left to the framework %s', async (_how, headers, status) => {
    const first = await ask();
    const other = await ask(headers);
    expect([other.framed, other.status]).toEqual([true, status]);
    if (status !== 200) expect(other.body).not.toBe(first.body);
  });

  it('is made again when this program or another has written', async () => {
    await ask();
    const { id } = (await server.json('/v1/sessions')).sessions[0];
    await server.fetch(`/v1/sessions/${id}/tags/new`, { method: 'PUT' });
    expect((await ask()).framed).toBe(true);
    expect((await ask()).framed).toBe(false);
    const other = await Archive.open(server.host);
    other.journal.tag(listSessions(other)[0]?.id as string, 'elsewhere', new Date().toISOString());
    other.close();
    expect((await ask()).framed).toBe(true);
  });

  it('is not kept where time matters', async () => {
    await ask({}, '/v1/sessions');
    expect((await ask({}, '/v1/sessions')).framed).toBe(true);
    await ask({}, '/v1/status');
    expect((await ask({}, '/v1/status')).framed).toBe(true);
  });
});
