/** A route that takes long bodies gets them as they come, and no more than it takes. */
import { request } from 'node:http';
import type { Route } from '@hansard/core/api/index.ts';
import Type from 'typebox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AnswerCache } from './answers/answer-cache.ts';
import { type Registration, registerRoute } from './register-route.ts';
import { createServer } from './server.ts';
import { TestServer } from './testing/test-server.ts';

const LIMIT = 3_000_000;
const upload: Route = {
  id: 'upload',
  method: 'POST',
  path: '/v1/upload',
  summary: 'Counts bytes',
  tag: 'server',
  streaming: ['application/x-ndjson'],
  bodyLimit: LIMIT,
  answer: Type.Object({}),
  media: 'json',
  scope: 'ingest',
  cache: 'never',
  leaves: 'never',
};

let server: TestServer;
let app: ReturnType<typeof createServer>;
let port: number;
/** Told of every piece that the handler has read. */
let onPiece: (bytes: number) => void = () => {};

beforeAll(async () => {
  server = await TestServer.start();
  app = createServer(server.running.app);
  const handler = (async (_app: unknown, { body }: { body: AsyncIterable<Uint8Array> }) => {
    let bytes = 0;
    for await (const piece of body) {
      bytes += piece.length;
      onPiece(bytes);
    }
    return { bytes };
  }) as unknown as Registration['handler'];
  registerRoute(app, { app: server.running.app, cache: new AnswerCache(), route: upload, handler });
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as { port: number }).port;
});
afterAll(async () => {
  await app.close();
  await server.stop();
});

interface Sent {
  readonly status: number | undefined;
  readonly text: string;
}

function open(headers: Record<string, string> = {}) {
  const auth = { authorization: `Bearer ${server.token}`, 'content-type': 'application/x-ndjson' };
  const options = { host: '127.0.0.1', port, path: '/v1/upload', method: 'POST', headers: { ...auth, ...headers } };
  const sending = request(options);
  const answered = new Promise<Sent>((resolve, reject) => {
    sending.on('error', reject).on('response', async (response) => {
      let text = '';
      for await (const piece of response) text += piece;
      resolve({ status: response.statusCode, text });
    });
  });
  return { sending, answered };
}

it('reads what has come before the rest was sent', async () => {
  const { sending, answered } = open();
  const read = new Promise<number>((resolve) => {
    onPiece = resolve;
  });
  sending.write('{"line":1}\n');
  expect(await read).toBe(11);
  sending.end('{"line":2}\n');
  expect(await answered).toEqual({ status: 200, text: '{"bytes":22}' });
});

it('takes as much as it says, and not a byte more, whether the length is known or not', async () => {
  const body = Buffer.alloc(LIMIT, 32);
  const fits = open();
  fits.sending.end(body);
  expect(await fits.answered).toEqual({ status: 200, text: `{"bytes":${LIMIT}}` });
  const named = open({ 'content-length': String(LIMIT + 1) });
  named.sending.flushHeaders();
  expect((await named.answered).status).toBe(413);
  const growing = open({ 'transfer-encoding': 'chunked' });
  growing.sending.write(body);
  growing.sending.write('x');
  const { status, text } = await growing.answered;
  expect([status, JSON.parse(text).code]).toEqual([413, 'body-too-large']);
});

it('takes the media types that it names', async () => {
  const { sending, answered } = open({ 'content-type': 'application/json' });
  sending.end('{}');
  expect((await answered).status).toBe(415);
});

it('reads nothing of who may not send', async () => {
  let read = 0;
  onPiece = (bytes) => {
    read = bytes;
  };
  const { sending, answered } = open({ authorization: 'Bearer wrong' });
  sending.end('{"line":1}\n');
  expect([(await answered).status, read]).toEqual([401, 0]);
});

it('leaves other routes as they are', async () => {
  const { status } = await fetch(`http://127.0.0.1:${port}/v1/views/one`, {
    method: 'PUT',
    body: '{"address":"/"}\n',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/x-ndjson' },
  });
  expect(status).toBe(415);
});
