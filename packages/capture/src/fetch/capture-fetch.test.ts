/** The real SDKs, each through the hook, against a model on loopback that speaks their protocols. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { captureFetch, Session, TranscriptEntry } from '../index.ts';
import { type Body, LoopbackModel, type Reply } from '../testing/loopback-model.ts';
import { FAKE_KEY, hasSdks, sdk } from '../testing/sdks.ts';
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

const WEATHER = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const CALLS = [
  { id: 'call_1', name: 'weather', input: { city: 'Vienna' } },
  { id: 'call_2', name: 'weather', input: { city: 'Graz' } },
];
const LOOP: Reply[] = [{ text: 'I look it up.', calls: CALLS }, { text: 'Sunny in both of the two cities, they say.' }];
const loop = () => {
  let n = 0;
  model.script = () => LOOP[n++ % LOOP.length] as Reply;
};
const CONVERSATION = [
  'system: Be brief.',
  'user: Weather?',
  'assistant: I look it up.',
  'assistant weather: {"city":"Vienna"}',
  'assistant weather: {"city":"Graz"}',
  'tool weather: sunny in Vienna',
  'tool weather: sunny in Graz',
  'assistant: Sunny in both of the two cities, they say.',
];
const USAGE = { input: 12, output: 8, cacheRead: 8, cacheWrite5m: 0, cacheWrite1h: 0, reasoning: 4 };
const usages = () => entries().flatMap(({ metadata }) => (metadata?.['usage'] ? [metadata['usage']] : []));

const chatTools = [
  { type: 'function', function: { name: 'weather', description: 'The weather', parameters: WEATHER } },
];
const openai = async () => {
  const { default: OpenAI } = await sdk('openai');
  return new OpenAI({ apiKey: FAKE_KEY, baseURL: `${model.url}/v1`, fetch: captureFetch(session), maxRetries: 2 });
};
const anthropic = async () => {
  const { default: Anthropic } = await sdk('@anthropic-ai/sdk');
  return new Anthropic({ apiKey: FAKE_KEY, baseURL: model.url, fetch: captureFetch(session) });
};
const google = async () => {
  const { GoogleGenAI } = await sdk('@google/genai');
  const httpOptions = { baseUrl: model.url, fetch: captureFetch(session) };
  return new GoogleGenAI({ apiKey: FAKE_KEY, httpOptions });
};
const resultOf = (call: { input?: Body; args?: Body }) => `sunny in ${(call.input ?? call.args).city}`;

describe.skipIf(!hasSdks)('chat completions', () => {
  async function run(stream: boolean) {
    const client = await openai();
    const messages: Body[] = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Weather?' },
    ];
    const options = { model: 'gpt-x', messages, tools: chatTools, temperature: 0.2 };
    for (let turn = 0; turn < 2; turn++) {
      const ask = stream
        ? client.chat.completions.stream({ ...options, stream_options: { include_usage: true } }).finalChatCompletion()
        : client.chat.completions.create(options);
      const { message } = (await ask).choices[0];
      messages.push(message);
      for (const call of message.tool_calls ?? []) {
        const content = resultOf({ input: JSON.parse(call.function.arguments) });
        messages.push({ role: 'tool', tool_call_id: call.id, content });
      }
    }
  }

  it.each([false, true])('record a loop of tools once (streamed: %s)', async (stream) => {
    loop();
    await run(stream);
    expect(told()).toEqual(CONVERSATION);
    expect(usages()).toMatchObject([USAGE, USAGE]);
    const [system, tools] = entries();
    expect(system?.metadata).toMatchObject({ provenance: 'captured', placed: 'new', thread: 't1', model: 'gpt-x' });
    expect(tools?.metadata?.['tools']).toMatchObject([{ name: 'weather', schema: WEATHER }]);
    const answer = entries().find(({ role }) => role === 'assistant');
    expect(answer?.metadata).toMatchObject({
      model: 'loopback-1',
      api: 'chat-completions',
      request_id: 'req-id-1',
      response_id: 'id-1',
      finish_reason: 'tool_calls',
      parameters: { temperature: 0.2 },
    });
    expect(entries().map(({ sequence }) => sequence)).toEqual(entries().map((_, i) => i));
  });

  it('record refusals, images, structured output and several choices', async () => {
    const client = await openai();
    model.script = () => ({ refusal: 'I cannot help with that.' });
    const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,aGVsbG8=' } };
    const content = [{ type: 'text', text: 'What is it?' }, image];
    await client.chat.completions.create({
      model: 'm',
      messages: [{ role: 'user', content }],
      response_format: { type: 'json_object' },
    });
    model.script = () => ({ text: 'One of several answers' });
    await client.chat.completions.create({ model: 'm', n: 2, messages: [{ role: 'user', content: 'Two, please' }] });
    expect(told()).toEqual([
      'user: What is it?',
      'assistant: I cannot help with that.',
      'user: Two, please',
      'assistant: One of several answers',
      'assistant: One of several answers (1)',
    ]);
    const [asked, refused, , , other] = entries();
    expect(asked?.metadata?.['parts']).toMatchObject([{ type: 'image', mime: 'image/png', data: 'aGVsbG8=' }]);
    expect(refused?.metadata).toMatchObject({
      refusal: true,
      parameters: { response_format: { type: 'json_object' } },
    });
    expect(other?.metadata).toMatchObject({ choice: 1 });
  });

  it('record an error and its retries, each try once', async () => {
    const client = await openai();
    model.script = (_body, n) =>
      n < 3 ? { status: 429, text: 'Slow down.', headers: { 'retry-after-ms': '1' } } : { text: 'At last.' };
    await client.chat.completions.create({ model: 'm', messages: [{ role: 'user', content: 'Now?' }] });
    await expect.poll(() => entries().length).toBe(4);
    expect(told().sort()).toEqual(['assistant: At last.', 'system: Slow down.', 'system: Slow down.', 'user: Now?']);
    const errors = entries().flatMap(({ metadata }) => (metadata?.['error'] ? [metadata['error']] : []));
    expect(errors).toMatchObject([
      { status: 429, code: 'overloaded', retry_in_ms: 1 },
      { status: 429, attempt: 1 },
    ]);
  });

  it('record an error without the key that was sent, which it may say', async () => {
    const client = await openai();
    model.script = () => ({ status: 401, text: `Wrong key: ${FAKE_KEY}.` });
    const asked = client.chat.completions.create({ model: 'm', messages: [{ role: 'user', content: 'Now?' }] });
    await expect(asked).rejects.toThrow(FAKE_KEY);
    await expect.poll(told).toEqual(['user: Now?', 'system: Wrong key: [key].']);
  });

  it('record what had come of an answer that the program left', async () => {
    const client = await openai();
    model.script = () => ({ text: 'A long answer', pieces: 13, hangAfter: 5 });
    const stream = await client.chat.completions.create({
      model: 'm',
      stream: true,
      messages: [{ role: 'user', content: 'Go' }],
    });
    let text = '';
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta?.content ?? '';
      if (text.length >= 4) break;
    }
    expect(text).toBe('A lo');
    await expect.poll(told).toEqual(['user: Go', 'assistant: A lo']);
    expect(entries().at(-1)?.metadata?.['interrupted']).toBeTruthy();
  });

  it('record an abort, and a connection that breaks', async () => {
    const client = await openai();
    model.script = () => ({ text: 'A long answer', pieces: 13, hangAfter: 5 });
    const controller = new AbortController();
    const options = { model: 'm', stream: true, messages: [{ role: 'user', content: 'Go' }] };
    const stream = await client.chat.completions.create(options, { signal: controller.signal });
    for await (const chunk of stream) if (chunk.choices[0]?.delta?.content === 'o') controller.abort();
    await expect.poll(told).toEqual(['user: Go', 'assistant: A lo']);
    model.script = () => ({ text: 'A long answer', pieces: 13, breakAfter: 5 });
    const broken = await client.chat.completions.create({ ...options, messages: [{ role: 'user', content: 'Again' }] });
    await expect(async () => {
      for await (const _ of broken);
    }).rejects.toThrow();
    // How much had come when it broke is the network's matter.
    await expect.poll(() => entries().length).toBe(4);
    expect(told()[3]).toMatch(/^assistant: (A long answer|A lo?n?|A|)$/);
    expect(entries()[3]?.metadata?.['interrupted']).toBeTruthy();
  });

  it('leaves the response as it is: address, status, headers, helpers of the SDK', async () => {
    const client = await openai();
    model.script = () => ({ text: 'Hi', gzip: true });
    const asked = client.chat.completions.create({ model: 'm', messages: [{ role: 'user', content: 'Hi' }] });
    const { data, response, request_id } = await asked.withResponse();
    expect([data.choices[0].message.content, response.url, request_id, response.status]).toEqual([
      'Hi',
      `${model.url}/v1/chat/completions`,
      'req-id-1',
      200,
    ]);
    expect(told()).toEqual(['user: Hi', 'assistant: Hi']);
  });
});

describe.skipIf(!hasSdks)('responses', () => {
  const tools = [{ type: 'function', name: 'weather', description: 'The weather', parameters: WEATHER, strict: false }];
  const outputs = (output: Body[]) =>
    output
      .filter(({ type }) => type === 'function_call')
      .map(({ call_id, arguments: input }) => ({
        type: 'function_call_output',
        call_id,
        output: resultOf({ input: JSON.parse(input) }),
      }));

  it.each([
    ['the history', false, false],
    ['the history, streamed', true, false],
    ['previous_response_id', false, true],
    ['previous_response_id, streamed', true, true],
  ])('record a loop of tools once, by %s', async (_name, stream, stored) => {
    const client = await openai();
    loop();
    let input: Body[] = [{ role: 'user', content: 'Weather?' }];
    let previous_response_id: string | undefined;
    for (let turn = 0; turn < 2; turn++) {
      const options = { model: 'm', instructions: 'Be brief.', input, tools, previous_response_id };
      const ask = stream ? client.responses.stream(options).finalResponse() : client.responses.create(options);
      const { output, id } = await ask;
      input = stored ? outputs(output) : [...input, ...output, ...outputs(output)];
      if (stored) previous_response_id = id;
    }
    expect(told()).toEqual(CONVERSATION);
    expect(usages()).toMatchObject([USAGE, USAGE]);
    expect(new Set(entries().map(({ metadata }) => metadata?.['thread']))).toEqual(new Set(['t1']));
  });

  it('record stored conversations, and reasoning', async () => {
    const client = await openai();
    model.script = (_body, n) => ({ reasoning: 'Hm.', text: `Answer ${n} of the conversation` });
    for (const input of ['One', 'Two']) await client.responses.create({ model: 'm', conversation: 'conv_1', input });
    expect(told()).toEqual([
      'user: One',
      'reasoning: Hm.',
      'assistant: Answer 1 of the conversation',
      'user: Two',
      'reasoning: Hm.',
      'assistant: Answer 2 of the conversation',
    ]);
    expect(new Set(entries().map(({ metadata }) => metadata?.['thread']))).toEqual(new Set(['t1']));
  });
});

describe.skipIf(!hasSdks)('messages', () => {
  it.each([false, true])('record a loop of tools once (streamed: %s)', async (stream) => {
    const client = await anthropic();
    loop();
    const messages: Body[] = [{ role: 'user', content: 'Weather?' }];
    const tools = [{ name: 'weather', description: 'The weather', input_schema: WEATHER }];
    for (let turn = 0; turn < 2; turn++) {
      const options = { model: 'claude-x', max_tokens: 100, system: 'Be brief.', messages, tools };
      const message = await (stream ? client.messages.stream(options).finalMessage() : client.messages.create(options));
      messages.push({ role: 'assistant', content: message.content });
      const calls = message.content.filter(({ type }: Body) => type === 'tool_use');
      const content = calls.map((call: Body) => ({
        type: 'tool_result',
        tool_use_id: call.id,
        content: resultOf(call),
      }));
      if (content.length > 0) messages.push({ role: 'user', content });
    }
    expect(told()).toEqual(CONVERSATION);
    const usage = { input: 12, output: 12, cacheRead: 8, cacheWrite5m: 5, cacheWrite1h: 0, reasoning: 0 };
    expect(usages()).toMatchObject([usage, usage]);
  });

  it('record thinking, and an answer that was cut off', async () => {
    const client = await anthropic();
    model.script = () => ({ reasoning: 'Hm.', text: 'Some long answer', pieces: 16, hangAfter: 10 });
    const controller = new AbortController();
    const options = { model: 'm', max_tokens: 9, stream: true, messages: [{ role: 'user', content: 'Go' }] };
    const stream = await client.messages.create(options, { signal: controller.signal });
    let text = '';
    for await (const event of stream) {
      text += event.delta?.text ?? '';
      if (text === 'Some') controller.abort();
    }
    await expect.poll(told).toEqual(['user: Go', 'reasoning: Hm.', 'assistant: Some']);
  });
});

describe.skipIf(!hasSdks)('generateContent', () => {
  it.each([false, true])('record a loop of tools once (streamed: %s)', async (stream) => {
    const client = await google();
    loop();
    const contents: Body[] = [{ role: 'user', parts: [{ text: 'Weather?' }] }];
    const functionDeclarations = [{ name: 'weather', description: 'The weather', parametersJsonSchema: WEATHER }];
    const config = { systemInstruction: 'Be brief.', tools: [{ functionDeclarations }] };
    for (let turn = 0; turn < 2; turn++) {
      const options = { model: 'gemini-x', contents, config };
      const parts: Body[] = [];
      if (stream) {
        for await (const chunk of await client.models.generateContentStream(options)) {
          parts.push(...(chunk.candidates?.[0]?.content?.parts ?? []));
        }
      } else parts.push(...(await client.models.generateContent(options)).candidates[0].content.parts);
      contents.push({ role: 'model', parts });
      const calls = parts.filter(({ functionCall }) => functionCall);
      const answers = calls.map(({ functionCall }) => ({
        functionResponse: { name: functionCall.name, response: { output: resultOf(functionCall) } },
      }));
      if (answers.length > 0) contents.push({ role: 'user', parts: answers });
    }
    expect(told()).toEqual(CONVERSATION);
    expect(usages()).toMatchObject([USAGE, USAGE]);
    const ids = entries().flatMap(({ tool_call_id }) => (tool_call_id ? [tool_call_id] : []));
    expect(ids.slice(0, 2)).toEqual(ids.slice(2));
  });
});
