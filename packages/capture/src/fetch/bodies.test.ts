/** The program gets the same body through the hook, in whatever way it reads it, and it is recorded once. */
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { captureFetch, Session, TranscriptEntry } from '../index.ts';
import { LoopbackModel } from '../testing/loopback-model.ts';
import { toldBy } from '../testing/told-by.ts';

let model: LoopbackModel;
let session: Session;

beforeAll(async () => {
  model = await LoopbackModel.start(() => ({}));
});
afterAll(() => model.stop());
beforeEach(() => {
  session = new Session();
  model.seen.length = 0;
});

const entries = () => session.slice(TranscriptEntry).all();
const told = () => toldBy(session);

describe('a body that is not streamed', () => {
  const answer = { id: 'x', model: 'm', choices: [{ index: 0, message: { role: 'assistant', content: 'Fine' } }] };
  const ask = async () => {
    const plain = async () => Response.json(answer, { status: 201, headers: { 'x-request-id': 'r' } });
    const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Hi' }] });
    return captureFetch(session, { fetch: plain })('http://127.0.0.1/v1/chat/completions', { method: 'POST', body });
  };
  const joined = async (body: ReadableStream<Uint8Array> | null) => new Response(body).json();

  it.each<[string, (response: Response) => Promise<unknown>]>([
    ['json', (response) => response.json()],
    ['text', async (response) => JSON.parse(await response.text())],
    ['arrayBuffer', async (response) => JSON.parse(new TextDecoder().decode(await response.arrayBuffer()))],
    ['blob', async (response) => JSON.parse(await (await response.blob()).text())],
    ['body', (response) => joined(response.body)],
    ['clone', async (response) => [await response.clone().json(), await response.json()][1]],
  ])('is the same and recorded once, read by %s', async (_how, read) => {
    const response = await ask();
    expect([response.status, response.headers.get('x-request-id'), response.bodyUsed]).toEqual([201, 'r', false]);
    expect(await read(response)).toEqual(answer);
    expect(response.bodyUsed).toBe(true);
    await expect(response.text()).rejects.toThrow(TypeError);
    await expect.poll(told).toEqual(['user: Hi', 'assistant: Fine']);
    expect(session.stats().errors).toBe(0);
  });

  it('that the program leaves is told as such', async () => {
    await (await ask()).body?.cancel();
    await expect.poll(() => entries().at(-1)?.metadata?.['interrupted']).toBe('the program stopped reading');
  });
});

describe('a body that is streamed', () => {
  const event = (content: string, finish_reason: string | null = null) =>
    `data: ${JSON.stringify({ id: 'x', model: 'm', choices: [{ index: 0, delta: { content }, finish_reason }] })}\n\n`;
  const events = [event('Fi'), event('ne'), event('', 'stop'), 'data: [DONE]\n\n'];
  const ask = async () => {
    model.script = () => ({ text: 'Fine', pieces: 2 });
    const body = JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: 'Hi' }] });
    const plain = await fetch(`${model.url}/v1/chat/completions`, { method: 'POST', body });
    const watched = captureFetch(session)(`${model.url}/v1/chat/completions`, { method: 'POST', body });
    return [(await plain.text()).replaceAll('id-1', 'id-2'), await watched] as const;
  };
  const readBy = async (reader: ReadableStreamDefaultReader<Uint8Array>) => {
    let text = '';
    const decoder = new TextDecoder();
    for (let next = await reader.read(); !next.done; next = await reader.read()) text += decoder.decode(next.value);
    return text;
  };
  const readInto = async (stream: ReadableStream<Uint8Array>) => {
    const reader = stream.getReader({ mode: 'byob' });
    let text = '';
    for (;;) {
      const { done, value } = await reader.read(new Uint8Array(32));
      if (value) text += new TextDecoder().decode(value);
      if (done) return text;
    }
  };
  const bodyOf = (response: Response) => response.body as ReadableStream<Uint8Array>;

  it.each<[string, (response: Response) => Promise<string>]>([
    ['text', (response) => response.text()],
    ['text, when its body was looked at', (response) => (response.body?.locked ? Promise.reject() : response.text())],
    ['blob', async (response) => (await response.blob()).text()],
    ['a reader', (response) => readBy(bodyOf(response).getReader())],
    ['a reader with a buffer of its own', (response) => readInto(bodyOf(response))],
    [
      'two readers, one after the other',
      async (response) => {
        const first = bodyOf(response).getReader();
        const { value } = await first.read();
        first.releaseLock();
        return new TextDecoder().decode(value) + (await readBy(bodyOf(response).getReader()));
      },
    ],
    [
      'an iterator',
      async (response) => {
        let text = '';
        for await (const piece of bodyOf(response)) text += new TextDecoder().decode(piece);
        return text;
      },
    ],
    ['another response', (response) => new Response(response.body).text()],
    ['a pipe', (response) => new Response(bodyOf(response).pipeThrough(new TransformStream())).text()],
    [
      'both ends of a tee',
      async (response) => {
        const [one, other] = bodyOf(response).tee();
        return (await Promise.all([one, other].map((end) => new Response(end).text())))[1] as string;
      },
    ],
    ['a clone', async (response) => (await Promise.all([response.clone().text(), response.text()]))[1]],
    [
      'a stream of Node',
      async (response) => {
        let text = '';
        for await (const piece of Readable.fromWeb(bodyOf(response) as never)) text += new TextDecoder().decode(piece);
        return text;
      },
    ],
  ])('is the same and recorded once, read by %s', async (_how, read) => {
    const [plain, response] = await ask();
    expect(response).toBeInstanceOf(Response);
    expect([response.status, response.url, response.bodyUsed]).toEqual([
      200,
      `${model.url}/v1/chat/completions`,
      false,
    ]);
    expect(await read(response)).toBe(plain);
    await expect.poll(told).toEqual(['user: Hi', 'assistant: Fine']);
    expect(entries().at(-1)?.metadata).not.toHaveProperty('interrupted');
    expect(session.stats().errors).toBe(0);
  });

  it.each<[string, (response: Response) => Promise<unknown>]>([
    ['its body', async (response) => response.body?.cancel()],
    ['a reader', async (response) => bodyOf(response).getReader().cancel()],
    [
      'an iterator',
      async (response) => {
        for await (const _ of bodyOf(response)) break;
      },
    ],
  ])('that the program leaves by %s is told as such', async (how, leave) => {
    model.script = () => ({ text: 'A long answer', pieces: 13, hangAfter: 5 });
    const body = JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: 'Hi' }] });
    const response = await captureFetch(session)(`${model.url}/v1/chat/completions`, { method: 'POST', body });
    await leave(response);
    await expect.poll(() => entries().at(-1)?.metadata?.['interrupted']).toBe('the program stopped reading');
    expect(response.body?.locked).toBe(how === 'a reader');
  });

  it('can be iterated without being left', async () => {
    const [plain, response] = await ask();
    let text = '';
    for await (const piece of bodyOf(response).values({ preventCancel: true })) {
      text += new TextDecoder().decode(piece);
      break;
    }
    for await (const piece of bodyOf(response)) text += new TextDecoder().decode(piece);
    expect(text).toBe(plain);
    await expect.poll(told).toEqual(['user: Hi', 'assistant: Fine']);
  });

  it('is recorded when the protocol ends, though nobody reads to the end or leaves', async () => {
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(events.join(''))),
    });
    const plain = async () => new Response(stream, { headers: { 'content-type': 'text/event-stream' } });
    const body = JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: 'Hi' }] });
    const hook = captureFetch(session, { fetch: plain });
    const response = await hook('http://127.0.0.1/v1/chat/completions', { method: 'POST', body });
    await response.body?.getReader().read();
    await expect.poll(told).toEqual(['user: Hi', 'assistant: Fine']);
  });
});
