/** What every route has in common: problems, tags, compression, limits, and how the server begins and ends. */
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Archive, listSessions } from '@hansard/archive';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer } from './server.ts';
import { TestServer } from './testing/test-server.ts';

let server: TestServer;
let id: string;
beforeAll(async () => {
  server = await TestServer.start({ cases: ['codex/basic', 'claude-code/basic'] });
  id = (await server.json('/v1/sessions')).sessions[0].id;
});
afterAll(() => server.stop());

describe('problems', () => {
  const ask = async (path: string, init?: Parameters<TestServer['fetch']>[1]) => {
    const response = await server.fetch(path, init);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    const problem = (await response.json()) as Record<string, unknown>;
    expect(problem).toMatchObject({ status: response.status, type: `urn:hansard:problem:${problem.code}` });
    return [problem.code, response.status, problem.pointer];
  };
  const post = (body: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
    ask(`/v1/sessions/${id}/notes`, { method: 'POST', body, headers });

  it('say what is wrong with an address', async () => {
    expect(await ask('/nowhere')).toEqual(['route-not-found', 404, undefined]);
    expect(await ask('/v1/sessions/none-such')).toEqual(['unknown-session', 404, undefined]);
    expect(await ask('/v1/sessions/%2Fetc%2Fpasswd')).toEqual(['unknown-session', 404, undefined]);
    expect(await ask('/v1/sessions/%zz')).toEqual(['bad-request', 400, undefined]);
    expect(await ask(`/v1/sessions/${'x'.repeat(5000)}`)).toEqual(['bad-request', 400, undefined]);
    expect(await ask(`/v1/transcripts/${id}/events/none-such`)).toEqual(['unknown-event', 404, undefined]);
  });

  it('of sessions speak of ids, and not of lists in a terminal', async () => {
    const { detail, action } = (await (await server.fetch('/v1/sessions/none-such')).json()) as Record<string, string>;
    expect(detail).toBe('No session has the id "none-such".');
    expect(action).not.toMatch(/#N|hansard sessions|file/);
  });

  it('say which methods there are', async () => {
    expect(await ask('/v1/sessions', { method: 'DELETE' })).toEqual(['method-not-allowed', 405, undefined]);
    const response = await server.fetch(`/v1/sessions/${id}/star`, { method: 'POST' });
    expect(response.headers.get('allow')).toBe('PUT, DELETE');
  });

  it('name the parameter', async () => {
    expect(await ask('/v1/sessions?limit=many')).toEqual(['bad-request', 400, 'limit']);
    expect(await ask('/v1/sessions?limit=0')).toEqual(['bad-request', 400, 'limit']);
    expect(await ask('/v1/sessions?sort=prettiest')).toEqual(['bad-request', 400, 'sort']);
    expect(await ask(`/v1/sessions/${id}/find`)).toEqual(['bad-request', 400, 'q']);
    expect(await ask('/v1/sessions?cursor=x')).toEqual(['bad-argument', 400, undefined]);
    expect(await ask('/v1/search?q=agent:nobody')).toEqual(['bad-query', 400, undefined]);
    expect(await ask('/v1/numbers?by=colour')).toEqual(['bad-request', 400, 'by']);
    expect(await ask('/v1/numbers?timezone=Nowhere/Land')).toEqual(['bad-argument', 400, undefined]);
    expect(await ask('/v1/numbers?from=soon')).toEqual(['bad-argument', 400, undefined]);
  });

  it('tell of bodies that cannot be read', async () => {
    expect(await post('{')).toEqual(['bad-body', 400, undefined]);
    expect(await post('')).toEqual(['bad-body', 400, undefined]);
    expect(await post('{"text":"x","eventId":{}}')).toEqual(['bad-request', 400, '/eventId']);
    expect(await post('{}')).toEqual(['bad-request', 400, '/text']);
    expect(await post('{"text":5}')).toEqual(['bad-request', 400, '/text']);
    expect(await post('{"text":"a note","eventId":7}')).toEqual(['bad-request', 400, '/eventId']);
    expect(await post('{"text":" "}')).toEqual(['bad-argument', 400, undefined]);
    expect(await post('text', { 'content-type': 'text/plain' })).toEqual(['unsupported-media', 415, undefined]);
    expect(await post(JSON.stringify({ text: 'x'.repeat(300_000) }))).toEqual(['body-too-large', 413, undefined]);
  });

  it('hide bugs, and report them', async () => {
    const { journal } = server.archive;
    const { allTags } = journal;
    journal.allTags = () => {
      throw new TypeError('secret detail');
    };
    const response = await server.fetch('/v1/tags');
    journal.allTags = allTags;
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('secret');
    expect(server.reported.splice(0)).toEqual([expect.any(TypeError)]);
  });

  it.each([
    ['HELLO', 400],
    ['GET /v1/health HTTP/1.1\r\nconnection: close', 421],
  ])('answer even what is no HTTP, or not quite: %j', async (head, status) => {
    const text = await new Promise<string>((resolve) => {
      let received = '';
      const socket = connect(server.running.port, '127.0.0.1', () => socket.write(`${head}\r\n\r\n`));
      socket.on('data', (data) => (received += data)).on('close', () => resolve(received));
    });
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} [\\s\\S]*application/problem\\+json`));
  });
});

describe('answers', () => {
  it('are not sent again when nothing changed, and are when something did', async () => {
    const first = await server.fetch('/v1/sessions');
    const etag = first.headers.get('etag') as string;
    const again = await server.fetch('/v1/sessions', { headers: { 'if-none-match': `"x", ${etag}` } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    await server.fetch(`/v1/sessions/${id}/tags/changed`, { method: 'PUT' });
    const changed = await server.fetch('/v1/sessions', { headers: { 'if-none-match': etag } });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(etag);
  });

  it('are new when another program has written', async () => {
    const { etag } = Object.fromEntries((await server.fetch('/v1/tags')).headers);
    const other = await Archive.open(server.host);
    other.journal.tag(listSessions(other)[0]?.id as string, 'from-elsewhere', new Date().toISOString());
    other.close();
    const again = await server.fetch('/v1/tags', { headers: { 'if-none-match': etag as string } });
    expect([again.status, (await again.text()).includes('from-elsewhere')]).toEqual([200, true]);
  });

  it('are made once for as long as the archive stays as it is', async () => {
    const { sql } = server.archive;
    const path = `/v1/sessions/${id}/map`;
    await server.json(path);
    const { prepare, all } = sql;
    const asked: string[] = [];
    sql.all = (text, ...parameters) => {
      asked.push(text);
      return all.call(sql, text, ...parameters);
    };
    await server.json(path);
    Object.assign(sql, { prepare, all });
    expect(asked).toEqual([]);
  });

  it('are compressed as the reader likes', async () => {
    const plain = await server.json(`/v1/sessions/${id}/map`);
    const unpack: Record<string, (data: Uint8Array) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync };
    for (const [encoding, decode] of Object.entries(unpack)) {
      const { get } = await import('node:http');
      const body = await new Promise<[string | undefined, Buffer]>((resolve) => {
        const headers = { authorization: `Bearer ${server.token}`, 'accept-encoding': `${encoding}, *;q=0` };
        get({ host: '127.0.0.1', port: server.running.port, path: `/v1/sessions/${id}/map`, headers }, (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part) => parts.push(part));
          response.on('end', () => resolve([response.headers['content-encoding'], Buffer.concat(parts)]));
        });
      });
      expect(body[0]).toBe(encoding);
      expect(JSON.parse(decode(body[1]).toString())).toEqual(plain);
    }
    const small = await server.fetch('/v1/health', { headers: { 'accept-encoding': 'br' } });
    expect(small.headers.get('content-encoding')).toBeNull();
  });
});

it('limits how often other machines ask', async () => {
  const app = createServer(server.running.app);
  const ask = (remoteAddress: string) =>
    app.inject({ url: '/v1/health', remoteAddress, headers: { host: 'localhost' } });
  const answers = await Promise.all(Array.from({ length: 2000 }, () => ask('192.0.2.7')));
  expect([...new Set(answers.map(({ statusCode }) => statusCode))]).toEqual([200, 429]);
  expect((await ask('192.0.2.8')).statusCode).toBe(200);
  await app.close();
});
