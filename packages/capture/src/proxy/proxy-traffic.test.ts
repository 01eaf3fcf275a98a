/** What programs and servers do that is out of the ordinary: it passes as it is, and the record says what it could see. */
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import * as zlib from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Session, SliceFactoryConfig, TranscriptEntry } from '../index.ts';
import { FAKE_KEY } from '../testing/sdks.ts';
import { type RunningProxy, startProxy } from './index.ts';

type Handler = (request: IncomingMessage, body: Buffer, response: ServerResponse) => void;

let server: Server;
let handler: Handler;
let upstream: string;
let session: Session;
let proxy: RunningProxy;

beforeEach(async () => {
  server = createServer(async (from, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of from) chunks.push(chunk as Buffer);
    } catch {
      return;
    }
    handler(from, Buffer.concat(chunks), response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  upstream = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  session = new Session();
  proxy = await startProxy({
    session: () => session,
    env: { OPENAI_BASE_URL: `${upstream}/v1`, GOOGLE_GEMINI_BASE_URL: upstream },
  });
});
afterEach(async () => {
  await proxy.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const entries = () => session.slice(TranscriptEntry).all();
const told = () => entries().map(({ role, content }) => `${role}: ${content}`);
const last = () => entries().at(-1)?.metadata ?? {};
const question = (more: object = {}) =>
  JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Hi' }], ...more });
const whole = (content: string) =>
  JSON.stringify({ id: 'x', model: 'm', choices: [{ index: 0, message: { role: 'assistant', content } }] });
const base = () => proxy.env['OPENAI_BASE_URL'] as string;

/** The bytes as they come, by a client that unpacks nothing. */
function ask(url: string, body: string | Buffer, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }>((resolve, reject) => {
    const asked = request(url, { method: 'POST', headers }, async (from) => {
      const chunks: Buffer[] = [];
      for await (const chunk of from) chunks.push(chunk as Buffer);
      resolve({ status: from.statusCode ?? 0, headers: from.headers, body: Buffer.concat(chunks) });
    });
    asked.on('error', reject).end(body);
  });
}
const chat = (body: string | Buffer = question(), headers: Record<string, string> = {}) =>
  ask(`${base()}/chat/completions`, body, headers);

const zstd = (zlib as { zstdCompressSync?: (bytes: Buffer) => Buffer }).zstdCompressSync;
const PACKED: [string, ((bytes: Buffer) => Buffer) | undefined][] = [
  ['gzip', zlib.gzipSync],
  ['br', zlib.brotliCompressSync],
  ['deflate', zlib.deflateSync],
  ['zstd', zstd],
];

describe('packed answers', () => {
  it.each(PACKED)('by %s pass as they are and are recorded', async (encoding, pack) => {
    if (!pack) return;
    const bytes = pack(Buffer.from(whole('Unpacked.')));
    handler = (_from, _body, response) => response.writeHead(200, { 'content-encoding': encoding }).end(bytes);
    const answer = await chat();
    expect([answer.headers['content-encoding'], answer.body.equals(bytes)]).toEqual([encoding, true]);
    await expect.poll(told).toEqual(['user: Hi', 'assistant: Unpacked.']);
  });

  it('are asked for in what can be read here, in calls of models alone', async () => {
    const seen: unknown[] = [];
    handler = (from, _body, response) => {
      seen.push(from.headers['accept-encoding']);
      response.end(whole('Fine'));
    };
    await chat(question(), { 'accept-encoding': 'zstd, br;q=0.9, gzip, x-new' });
    await ask(`${base()}/files`, 'x', { 'accept-encoding': 'zstd, x-new' });
    expect(seen).toEqual([zstd ? 'zstd, br;q=0.9, gzip' : 'br;q=0.9, gzip', 'zstd, x-new']);
  });

  it('that cannot be read are told as such, and broken ones harm nobody', async () => {
    const bytes = Buffer.from('no gzip at all');
    for (const encoding of ['x-new', 'gzip']) {
      handler = (_from, _body, response) => {
        response.writeHead(200, { 'content-encoding': encoding });
        response.write(bytes);
        response.end(bytes);
      };
      expect((await chat(question({ user: encoding }))).body.toString()).toBe(`${bytes}${bytes}`);
    }
    await expect.poll(() => entries().filter(({ role }) => role === 'assistant').length).toBe(2);
    const reasons = entries().flatMap(({ metadata }) => metadata?.['interrupted'] ?? []);
    expect(reasons).toEqual([expect.stringContaining('packed by x-new'), expect.any(String)]);
  });
});

describe('requests', () => {
  it('that are packed arrive as they are and are recorded', async () => {
    const bytes = zlib.gzipSync(question());
    let arrived: Buffer | undefined;
    handler = (_from, body, response) => {
      arrived = body;
      response.end(whole('Fine'));
    };
    await chat(bytes, { 'content-encoding': 'gzip' });
    expect(arrived?.equals(bytes)).toBe(true);
    await expect.poll(told).toEqual(['user: Hi', 'assistant: Fine']);
  });

  it('that are very large arrive whole, and the record says that they are not in it', async () => {
    const body = Buffer.alloc(33 * 1024 * 1024, 'x');
    let arrived = 0;
    handler = (_from, { length }, response) => {
      arrived = length;
      response.end(whole('Fine'));
    };
    expect((await chat(body)).status).toBe(200);
    expect(arrived).toBe(body.length);
    await expect.poll(() => session.stats().errors).toBe(1);
    const bomb = zlib.gzipSync(Buffer.alloc(64 * 1024 * 1024));
    expect((await chat(bomb, { 'content-encoding': 'gzip' })).status).toBe(200);
    await expect.poll(() => session.stats().errors).toBe(2);
  });

  it('that the program breaks off end at the model', async () => {
    const broken = new Promise<void>((resolve) => {
      server.removeAllListeners('request');
      server.on('request', (from: IncomingMessage) => from.resume().once('close', resolve));
    });
    const asked = request(`${base()}/chat/completions`, { method: 'POST' });
    asked.on('error', () => {});
    asked.write('{"messages":');
    server.once('connection', () => setImmediate(() => asked.destroy()));
    await broken;
  });
});

describe('answers', () => {
  it('that lead elsewhere lead through the proxy again, or to where they say', async () => {
    handler = ({ url }, _body, response) => {
      if (url === '/v1/chat/completions') response.writeHead(307, { location: '/v1/moved/chat/completions' }).end();
      else if (url === '/v1/away') response.writeHead(302, { location: 'https://elsewhere.example/x?y#z' }).end();
      else response.end(whole('Found.'));
    };
    const followed = await fetch(`${base()}/chat/completions`, { method: 'POST', body: question() });
    expect(await followed.json()).toMatchObject({ choices: [{ message: { content: 'Found.' } }] });
    await expect.poll(() => told().at(-1)).toBe('assistant: Found.');
    const away = await fetch(`${base()}/away`, { redirect: 'manual' });
    expect(away.headers.get('location')).toBe('https://elsewhere.example/x?y#z');
  });

  it('of one very long event come whole, with lines that end in either way', async () => {
    const content = 'long '.repeat(1_000_000);
    const event = (delta: object, finish_reason: string | null = null) =>
      `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\r\n\r\n`;
    const stream = `${event({ content })}${event({}, 'stop')}data: [DONE]\r\n\r\n`;
    handler = (_from, _body, response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).end(stream);
    expect((await chat(question({ stream: true }))).body.length).toBe(stream.length);
    // Longer than an entry may be: it is cut, and says so.
    await expect
      .poll(() => (last()['cut'] as { content: object } | undefined)?.content)
      .toMatchObject({
        characters: content.length,
      });
  });

  it('that say the key that was sent are recorded without it', async () => {
    handler = ({ url = '', headers }, _body, response) => {
      const key = new URL(url, upstream).searchParams.get('key') ?? headers.authorization?.slice('Bearer '.length);
      response.writeHead(401).end(JSON.stringify({ error: { message: `Wrong key ${key}.`, code: 401 } }));
    };
    const passed = await chat(question(), { authorization: `Bearer ${FAKE_KEY}` });
    expect(passed.body.toString()).toContain(FAKE_KEY);
    const gemini = `${proxy.env['GOOGLE_GEMINI_BASE_URL']}/v1beta/models/g:generateContent?key=${FAKE_KEY}`;
    await ask(gemini, JSON.stringify({ contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] }));
    await expect.poll(() => told().filter((line) => line === 'system: Wrong key [key].').length).toBe(2);
    expect(JSON.stringify(entries())).not.toContain(FAKE_KEY);
  });
});

it('a disk that is full stops the record and nothing else', async () => {
  const errors: unknown[] = [];
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  const refuse = () => {
    throw full;
  };
  const logFactory = { open: () => ({ append: refuse, replace: refuse, all: () => [], latest: () => undefined }) };
  const onError = (error: unknown) => errors.push(error);
  session = new Session({ sliceConfig: new SliceFactoryConfig({ logFactory }), onError });
  handler = (_from, _body, response) => response.end(whole('Fine'));
  for (let n = 0; n < 3; n++) expect((await chat()).body.toString()).toBe(whole('Fine'));
  expect(errors).toEqual([full]);
});

it('a model that speaks HTTP/2 alone is told as one that cannot be reached', async () => {
  const modern = createHttp2Server({ unknownProtocolTimeout: 1 });
  await new Promise<void>((resolve) => modern.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(modern.address() as AddressInfo).port}/v1`;
  const other = await startProxy({ session: () => session, env: { OPENAI_BASE_URL: address } });
  const { status, body } = await ask(`${other.env['OPENAI_BASE_URL']}/chat/completions`, question());
  expect([status, body.toString()]).toEqual([502, expect.stringContaining('hansard_proxy')]);
  await other.close();
  await new Promise((resolve) => modern.close(resolve));
});
