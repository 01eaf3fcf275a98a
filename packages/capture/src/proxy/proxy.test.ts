/** The proxy between real SDKs and a model on loopback: as if it were not there, and with everything in the record. */
import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Session, TranscriptEntry } from '../index.ts';
import { type Body, LoopbackModel, type Reply } from '../testing/loopback-model.ts';
import { FAKE_KEY, hasSdks, sdk } from '../testing/sdks.ts';
import { type RunningProxy, startProxy } from './index.ts';
import { routesOf, targetOf } from './routes.ts';

let model: LoopbackModel;
let proxy: RunningProxy;
let session: Session;

beforeAll(async () => {
  model = await LoopbackModel.start(() => ({}));
});
afterAll(() => model.stop());
beforeEach(async () => {
  session = new Session();
  model.seen.length = 0;
  const env = { OPENAI_BASE_URL: `${model.url}/v1`, ANTHROPIC_BASE_URL: model.url, GOOGLE_GEMINI_BASE_URL: model.url };
  proxy = await startProxy({ session: () => session, env });
});
afterEach(() => proxy.close());

const told = () =>
  session
    .slice(TranscriptEntry)
    .all()
    .map(({ role, content }) => `${role}: ${content}`);
const chat = (text: string, more: object = {}): string =>
  JSON.stringify({ model: 'm', messages: [{ role: 'user', content: text }], ...more });
const post = (path: string, body: string, init: RequestInit = {}) =>
  fetch(`${proxy.env['OPENAI_BASE_URL']}${path}`, { method: 'POST', body, ...init });

describe.skipIf(!hasSdks)('SDKs that know nothing of it', () => {
  const LOOP: Reply[] = [{ calls: [{ id: 'c1', name: 'look', input: {} }] }, { text: 'Seen, and it is fine.' }];
  const conversation = ['user: Look', 'assistant: {}', 'tool: fine', 'assistant: Seen, and it is fine.'];
  beforeEach(() => {
    let n = 0;
    model.script = () => LOOP[n++ % 2] as Reply;
  });

  it('OpenAI, streamed', async () => {
    const { default: OpenAI } = await sdk('openai');
    const client = new OpenAI({ apiKey: FAKE_KEY, baseURL: proxy.env['OPENAI_BASE_URL'] });
    const messages: Body[] = [{ role: 'user', content: 'Look' }];
    for (let turn = 0; turn < 2; turn++) {
      const { message } = (await client.chat.completions.stream({ model: 'm', messages }).finalChatCompletion())
        .choices[0];
      messages.push(
        message,
        ...(message.tool_calls ?? []).map(({ id }: Body) => ({ role: 'tool', tool_call_id: id, content: 'fine' })),
      );
    }
    await expect.poll(told).toEqual(conversation);
    expect(model.seen[0]?.headers.authorization).toBe(`Bearer ${FAKE_KEY}`);
    expect(JSON.stringify(session.slice(TranscriptEntry).all())).not.toContain(FAKE_KEY);
  });

  it('Anthropic, and Vercel’s for it, which asks at another path', async () => {
    const { default: Anthropic } = await sdk('@anthropic-ai/sdk');
    const base = proxy.env['ANTHROPIC_BASE_URL'];
    const client = new Anthropic({ apiKey: FAKE_KEY, baseURL: base });
    const messages: Body[] = [{ role: 'user', content: 'Look' }];
    for (let turn = 0; turn < 2; turn++) {
      const { content } = await client.messages.create({ model: 'm', max_tokens: 9, messages });
      const results = content
        .filter(({ type }: Body) => type === 'tool_use')
        .map(({ id }: Body) => ({ type: 'tool_result', tool_use_id: id, content: 'fine' }));
      messages.push({ role: 'assistant', content }, { role: 'user', content: results });
    }
    await expect.poll(told).toEqual(conversation);
    const { createAnthropic } = await sdk('@ai-sdk/anthropic');
    const { generateText } = await sdk('ai');
    model.script = () => ({ text: 'Hello.' });
    const vercel = createAnthropic({ apiKey: FAKE_KEY, baseURL: base });
    await generateText({ model: vercel('claude-x'), prompt: 'Hi' });
    await expect.poll(told).toContain('assistant: Hello.');
    expect(model.seen.at(-1)?.path).toBe('/v1/messages');
  });

  it('Google', async () => {
    const { GoogleGenAI } = await sdk('@google/genai');
    const client = new GoogleGenAI({ apiKey: FAKE_KEY, httpOptions: { baseUrl: proxy.env['GOOGLE_GEMINI_BASE_URL'] } });
    model.script = () => ({ text: 'Hello.' });
    await client.models.generateContent({ model: 'g', contents: 'Hi' });
    await expect.poll(told).toEqual(['user: Hi', 'assistant: Hello.']);
  });
});

describe('what passes through', () => {
  it('is the same, compressed or not, and is recorded from a copy', async () => {
    model.script = () => ({ text: 'Compressed.', gzip: true });
    const response = await new Promise<{ encoding: unknown; bytes: number }>((resolve, reject) => {
      const asked = request(`${proxy.env['OPENAI_BASE_URL']}/chat/completions`, { method: 'POST' }, (answer) => {
        let bytes = 0;
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
        });
        answer.on('end', () => resolve({ encoding: answer.headers['content-encoding'], bytes }));
      });
      asked.on('error', reject).end(chat('Hi'));
    });
    expect(response.encoding).toBe('gzip');
    expect(response.bytes).toBeLessThan(400);
    await expect.poll(told).toEqual(['user: Hi', 'assistant: Compressed.']);
  });

  it('is an error of the model as it is', async () => {
    model.script = () => ({ status: 429, text: 'Slow down.', headers: { 'retry-after': '2' } });
    const response = await post('/chat/completions', chat('Hi'));
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '2']);
    expect(await response.json()).toMatchObject({ error: { message: 'Slow down.' } });
    await expect.poll(told).toEqual(['user: Hi', 'system: Slow down.']);
    const error = session.slice(TranscriptEntry).latest()?.metadata?.['error'];
    expect(error).toMatchObject({ status: 429, code: 'overloaded', retry_in_ms: 2000 });
  });

  it('ends at the model when the program leaves, and is recorded as far as it came', async () => {
    model.script = () => ({ text: 'A long answer', pieces: 13, hangAfter: 5 });
    const gone = new Promise<void>((resolve) => {
      model.onGone = resolve;
    });
    const controller = new AbortController();
    const response = await post('/chat/completions', chat('Hi', { stream: true }), { signal: controller.signal });
    const reader = response.body?.getReader();
    let text = '';
    while (!text.includes('"o"')) text += new TextDecoder().decode((await reader?.read())?.value);
    controller.abort();
    await gone;
    await expect.poll(told).toEqual(['user: Hi', 'assistant: A lo']);
    expect(session.slice(TranscriptEntry).latest()?.metadata?.['interrupted']).toBe(
      'the program closed the connection',
    );
  });

  it('is what is no call of a model, too, and is not recorded', async () => {
    const response = await post('/files', 'x'.repeat(100_000));
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ error: { message: 'no such path' } });
    expect([told(), proxy.calls()]).toEqual([[], 0]);
  });

  it('goes on when it cannot be read', async () => {
    model.script = () => ({ text: 'Fine' });
    const response = await post('/chat/completions', '{"messages": "no list"}');
    expect(response.status).toBe(200);
    await response.text();
    await expect.poll(told).toEqual(['assistant: Fine']);
  });
});

it('says that the model is down, as a server would', async () => {
  const down = await startProxy({ session: () => session, env: { OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' } });
  const response = await fetch(`${down.env['OPENAI_BASE_URL']}/chat/completions`, { method: 'POST', body: chat('Hi') });
  expect(response.status).toBe(502);
  expect(await response.json()).toMatchObject({ error: { type: 'hansard_proxy' } });
  await down.close();
  expect(told()[0]).toBe('user: Hi');
  expect(told()[1]).toContain('could not be reached');
});

it('answers nobody without the token, and refuses WebSockets at once', async () => {
  const port = new URL(proxy.base).port;
  const stranger = await fetch(`http://127.0.0.1:${port}/t/guess/OPENAI_BASE_URL/v1/models`);
  expect(stranger.status).toBe(404);
  const refused = await new Promise<string>((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.write(
        `GET ${new URL(proxy.base).pathname}/OPENAI_BASE_URL/v1/responses HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
      ),
    );
    socket.once('data', (data) => resolve(String(data)));
  });
  expect(refused).toMatch(/^HTTP\/1\.1 426 /);
});

describe('variables', () => {
  it('lead each provider to its upstream; one that is set names it for its other spellings', () => {
    const routes = routesOf({
      OPENAI_API_BASE: 'https://gateway.example/openai/v1/',
      AZURE_OPENAI_ENDPOINT: 'https://x.example',
    });
    const upstream = (name: string) => routes.find(({ variable }) => variable === name)?.upstream;
    expect(upstream('OPENAI_BASE_URL')).toBe('https://gateway.example/openai/v1');
    expect(upstream('ANTHROPIC_API_BASE')).toBe('https://api.anthropic.com');
    expect(upstream('AZURE_API_BASE')).toBe('https://x.example');
    expect(upstream('GOOGLE_VERTEX_BASE_URL')).toBeUndefined();
  });

  it.each([
    ['/OPENAI_BASE_URL/v1/chat/completions', 'https://api.openai.com/v1/chat/completions'],
    ['/ANTHROPIC_BASE_URL/v1/messages?beta=true', 'https://api.anthropic.com/v1/messages?beta=true'],
    ['/ANTHROPIC_BASE_URL/messages', 'https://api.anthropic.com/v1/messages'],
    [
      '/GEMINI_API_BASE/v1beta/models/g:generateContent',
      'https://generativelanguage.googleapis.com/v1beta/models/g:generateContent',
    ],
  ])('%s leads to %s', (path, address) => {
    expect(targetOf(routesOf({}), path)?.address).toBe(address);
  });
});
