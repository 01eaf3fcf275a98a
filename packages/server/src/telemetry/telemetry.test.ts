/** The door for telemetry: real exporters of OpenTelemetry, and instrumentations of SDKs against a model on loopback. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LoopbackModel, type Reply } from '../../../capture/src/testing/loopback-model.ts';
import { FAKE_KEY, hasSdks, sdk } from '../../../capture/src/testing/sdks.ts';
import { attribute, chat, dataOf, said } from '../testing/otlp-samples.ts';
import { TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await TestServer.start();
});
afterEach(() => server.stop());

const settled = () => server.running.app.telemetry?.settled();
interface Listed {
  id: string;
  agent: string;
  nativeId?: string;
}
async function sessions(): Promise<Listed[]> {
  await settled();
  return (await server.json('/v1/sessions')).sessions;
}
/** The conversation in short. */
async function told({ id }: Listed): Promise<string[]> {
  const { events } = await server.json(`/v1/transcripts/${id}/events?limit=500`);
  return events.map(({ event }: { event: Record<string, never> }) => {
    const { type, text, tool, error, branch } = event;
    const words =
      text ?? error?.['message'] ?? [tool?.['name'], tool?.['output'] ?? JSON.stringify(tool?.['input'])].join(' ');
    return `${branch ? `[${branch}] ` : ''}${type}: ${words}`;
  });
}

function post(path: string, body: unknown, init: { token?: string | null; headers?: Record<string, string> } = {}) {
  const bytes = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
  const headers = { 'content-type': 'application/json', ...init.headers };
  return server.fetch(path, { method: 'POST', body: bytes as string, ...init, headers });
}

describe('posts', () => {
  it('add up to one session, in whatever order they come, each span once', async () => {
    const history = [said('user', 'Hi'), said('assistant', 'Hello there, how can I help you?'), said('user', 'Bye')];
    const agent = { ...chat('9', 0, [], ''), name: 'invoke_agent', attributes: [] as object[] };
    agent.attributes = [
      attribute('gen_ai.operation.name', 'invoke_agent'),
      attribute('gen_ai.conversation.id', 'talk 1'),
    ];
    const second = chat('2', 5, history, 'See you.', { parent: '9' });
    const first = chat('1', 1, [said('user', 'Hi')], 'Hello there, how can I help you?', { parent: '9' });
    for (const spans of [[second], [first], [first, second], [agent]]) {
      const response = await post('/v1/traces', dataOf(...spans));
      expect([response.status, await response.json()]).toEqual([200, {}]);
    }
    const [session, ...others] = await sessions();
    expect([others, session?.agent, session?.nativeId]).toEqual([[], 'my-app', 'talk 1']);
    expect(await told(session as Listed)).toEqual([
      'user_message: Hi',
      'assistant_message: Hello there, how can I help you?',
      'user_message: Bye',
      'assistant_message: See you.',
    ]);
  });

  it('are joined by what they say where they name no conversation, also after a restart', async () => {
    const hello = 'Hello there, how can I help you?';
    await post('/v1/traces', dataOf(chat('1', 1, [said('user', 'Hi')], hello, { trace: 'a1' })));
    await post('/v1/traces', dataOf(chat('2', 1, [said('user', 'Other')], 'Another one altogether.', { trace: 'b1' })));
    await settled();
    const { servedArchive } = await import('@hansard/archive');
    const { archive, host } = server;
    const again = servedArchive({
      archive,
      host,
      adapters: [],
      watch: false,
      report: (error) => Promise.reject(error),
    });
    const history = [said('user', 'Hi'), said('assistant', hello), said('user', 'Bye')];
    await again.telemetry.take(
      'traces',
      dataOf(chat('3', 5, history, 'See you.', { trace: 'c1' })),
      '2026-01-01T00:00:09Z',
    );
    await again.telemetry.settled();
    const all = await sessions();
    expect(all).toHaveLength(2);
    const texts = await Promise.all(all.map(told));
    expect(texts.map((lines) => lines.length).toSorted()).toEqual([2, 4]);
  });

  it('may be packed, and are refused where they are not what they say', async () => {
    const body = JSON.stringify(dataOf(chat('1', 1, [said('user', 'Hi')], 'Hello')));
    const gzip = { 'content-encoding': 'gzip' };
    expect((await post('/v1/traces', gzipSync(body), { headers: gzip })).status).toBe(200);
    expect(await sessions()).toHaveLength(1);
    const refused = async (...args: Parameters<typeof post>) => {
      const response = await post(...args);
      return [response.status, ((await response.json()) as { detail: string }).detail];
    };
    expect(await refused('/v1/traces', 'x', { headers: gzip })).toEqual([400, expect.stringContaining('not packed')]);
    expect(await refused('/v1/traces', 'x', { headers: { 'content-encoding': 'br' } })).toEqual([
      415,
      expect.anything(),
    ]);
    expect(await refused('/v1/traces', '{"resourceSpans": 1}')).toEqual([400, 'resourceSpans is no list.']);
    expect(await refused('/v1/traces', '[]')).toEqual([400, expect.stringContaining('no object')]);
    const protobuf = { 'content-type': 'application/x-protobuf' };
    expect(await refused('/v1/traces', Buffer.from([10, 200]), { headers: protobuf })).toEqual([
      400,
      expect.stringContaining('ends too early'),
    ]);
    expect((await post('/v1/traces', 'x', { headers: { 'content-type': 'text/plain' } })).status).toBe(415);
    const bomb = gzipSync(Buffer.alloc(300 * 1024 * 1024));
    expect((await post('/v1/traces', bomb, { headers: gzip })).status).toBe(413);
  });

  it('of metrics are answered, and not kept', async () => {
    const json = await post('/v1/metrics', { resourceMetrics: [] });
    expect([json.status, await json.json()]).toEqual([
      200,
      { partialSuccess: { errorMessage: expect.stringContaining('Metrics are not kept') } },
    ]);
    const headers = { 'content-type': 'application/x-protobuf' };
    const protobuf = await post('/v1/metrics', Buffer.alloc(100_000), { headers });
    expect([protobuf.status, protobuf.headers.get('content-type')]).toEqual([200, 'application/x-protobuf']);
    expect(await protobuf.text()).toContain('Metrics are not kept');
    expect((await post('/v1/metrics', {}, { token: null })).status).toBe(401);
    expect(existsSync(join(server.archive.home, 'telemetry'))).toBe(false);
  });

  it('keep what belongs to no session apart, and name it', async () => {
    const http = { ...chat('1', 1, [], ''), name: 'GET /health', attributes: [] };
    const broken = { spanId: 7, name: 'broken' };
    const answer = await (await post('/v1/traces', dataOf(http, broken))).json();
    expect(answer).toEqual({
      partialSuccess: { errorMessage: '2 spans belong to no session and are kept apart: "GET /health", "broken".' },
    });
    expect(await sessions()).toEqual([]);
    const folder = join(server.archive.home, 'telemetry', 'unplaced');
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^my-app-\d{4}-\d{2}-\d{2}\.otlp\.jsonl$/)]);
  });

  it('have branches for conversations of one trace that have nothing to do with each other', async () => {
    const first = chat('1', 1, [said('user', 'Weather?')], 'Sunny, as far as I can tell.');
    const second = chat('2', 3, [said('user', 'News?')], 'Nothing new under the sun today.');
    await post('/v1/traces', dataOf(first, second));
    const [session] = await sessions();
    expect(await told(session as Listed)).toEqual([
      'user_message: Weather?',
      'assistant_message: Sunny, as far as I can tell.',
      '[t2] user_message: News?',
      '[t2] assistant_message: Nothing new under the sun today.',
    ]);
  });

  it('need a token with the scope', async () => {
    const body = dataOf(chat('1', 1, [said('user', 'Hi')], 'Hello'));
    expect((await post('/v1/traces', body, { token: null })).status).toBe(401);
    expect(existsSync(join(server.archive.home, 'telemetry'))).toBe(false);
  });
});

describe('what an agent logs about itself', () => {
  const logs = (session: string, ...records: [string, Record<string, string | number>][]) => ({
    resourceLogs: [
      {
        resource: { attributes: [attribute('service.name', 'codex_exec')] },
        scopeLogs: [
          {
            logRecords: records.map(([event, values], n) => ({
              timeUnixNano: String(1_767_225_600_000_000_000n + BigInt(n)),
              attributes: Object.entries({ 'event.name': event, 'conversation.id': session, ...values }).map(
                ([key, value]) => attribute(key, value),
              ),
            })),
          },
        ],
      },
    ],
  });
  const RECORDS: [string, Record<string, string | number>][] = [
    ['codex.user_prompt', { prompt: 'Said to the agent' }],
    ['codex.tool_decision', { tool_name: 'shell', call_id: 'c1', decision: 'approved', source: 'Config' }],
    ['codex.sse_event', { 'event.kind': 'response.output_text.delta' }],
    ['codex.sse_event', { 'event.kind': 'response.output_text.delta' }],
    ['codex.sse_event', { 'event.kind': 'response.completed', input_token_count: 9, output_token_count: 1 }],
    ['codex.api_request', { 'http.response.status_code': 500, 'error.message': 'http 500' }],
  ];

  it('is the session while nothing else tells of it', async () => {
    await post('/v1/logs', logs('own', ...RECORDS));
    const [session] = await sessions();
    expect(session).toMatchObject({ agent: 'codex', nativeId: 'own' });
    const kinds = (await told(session as Listed)).map((line) => line.replace(/: .*/, ''));
    expect(kinds.toSorted()).toEqual(['error', 'permission', 'status', 'status', 'user_message']);
  });

  it('stands beside its own log: what only it knows is added, and nothing is told twice', async () => {
    await server.stop();
    server = await TestServer.start({ cases: ['codex/basic'] });
    const [before] = await sessions();
    const words = await told(before as Listed);
    const tokens = (await server.json(`/v1/sessions/${before?.id}`)).tokens;
    await post('/v1/logs', logs(before?.nativeId ?? '', ...RECORDS));
    const all = await sessions();
    expect(all.map(({ id }) => id)).toEqual([before?.id]);
    const after = await told(before as Listed);
    expect(after.filter((line) => words.includes(line)).toSorted()).toEqual(words.toSorted());
    const added = after.filter((line) => !words.includes(line)).map((line) => line.replace(/: .*/, ''));
    expect(added.toSorted()).toEqual(['error', 'permission', 'status', 'status']);
    expect((await server.json(`/v1/sessions/${before?.id}`)).tokens).toEqual(tokens);
  });
});

describe.skipIf(!hasSdks)('real exporters', () => {
  const auth = () => ({ headers: { authorization: `Bearer ${server.token}` } });
  const url = (path: string) => `http://127.0.0.1:${server.running.port}${path}`;

  it.each([
    ['http', 'none'],
    ['http', 'gzip'],
    ['proto', 'none'],
    ['proto', 'gzip'],
  ])('send spans by %s, packed with %s', async (form, compression) => {
    const { BasicTracerProvider, SimpleSpanProcessor } = await sdk('@opentelemetry/sdk-trace-base');
    const { OTLPTraceExporter } = await sdk(`@opentelemetry/exporter-trace-otlp-${form}`);
    const { resourceFromAttributes } = await sdk('@opentelemetry/resources');
    const exporter = new OTLPTraceExporter({ url: url('/v1/traces'), compression, ...auth() });
    const provider = new BasicTracerProvider({
      resource: resourceFromAttributes({ 'service.name': 'real-app' }),
      spanProcessors: [new SimpleSpanProcessor(exporter)],
    });
    const span = provider.getTracer('t').startSpan('chat gpt-x');
    span.setAttributes({
      'gen_ai.operation.name': 'chat',
      'gen_ai.conversation.id': 'conv-1',
      'gen_ai.request.model': 'gpt-x',
      'gen_ai.usage.input_tokens': 12,
      'gen_ai.usage.output_tokens': 3,
      'gen_ai.input.messages': JSON.stringify([said('user', 'Grüß Gott ✓')]),
      'gen_ai.output.messages': JSON.stringify([said('assistant', 'Servus')]),
    });
    span.end();
    await provider.shutdown();
    const [session] = await sessions();
    expect(session).toMatchObject({ agent: 'real-app', nativeId: 'conv-1' });
    expect(await told(session as Listed)).toEqual(['user_message: Grüß Gott ✓', 'assistant_message: Servus']);
    const detail = await server.json(`/v1/sessions/${session?.id}`);
    expect(JSON.stringify(detail)).toContain('gpt-x');
  });

  it.each(['http', 'proto'])('send log records by %s: what an agent logs, and messages of calls', async (form) => {
    const { LoggerProvider, SimpleLogRecordProcessor } = await sdk('@opentelemetry/sdk-logs');
    const { OTLPLogExporter } = await sdk(`@opentelemetry/exporter-logs-otlp-${form}`);
    const { resourceFromAttributes } = await sdk('@opentelemetry/resources');
    const exporter = new OTLPLogExporter({ url: url('/v1/logs'), ...auth() });
    const processors = [new SimpleLogRecordProcessor({ exporter })];
    const provider = new LoggerProvider({ resource: resourceFromAttributes({ 'service.name': 'logger' }), processors });
    const logger = provider.getLogger('agent');
    const emit = (event: string, attributes: object, body: unknown = `agent.${event}`) =>
      logger.emit({ body, attributes: { 'event.name': event, 'session.id': 's-1', ...attributes } });
    emit('user_prompt', { prompt: 'Go' });
    emit('tool_decision', { tool_name: 'Bash', tool_use_id: 't1', decision: 'accept' });
    emit('tool_result', { tool_name: 'Bash', tool_use_id: 't1', tool_input: '{"command":"ls"}', tool_output: 'a.txt' });
    emit('assistant_response', { response: 'Done.' });
    await provider.shutdown();
    const [session] = await sessions();
    expect((await told(session as Listed)).filter((line) => !line.startsWith('permission'))).toEqual([
      'user_message: Go',
      'tool_call: Bash {"command":"ls"}',
      'tool_result: Bash a.txt',
      'assistant_message: Done.',
    ]);
  });
});

describe.skipIf(!hasSdks)('instrumentations of SDKs', () => {
  let model: LoopbackModel;
  const LOOP: Reply[] = [
    { text: 'I look it up for you.', calls: [{ id: 'call_1', name: 'weather', input: { city: 'Vienna' } }] },
    { text: 'It is sunny in Vienna, they say.' },
  ];
  beforeAll(async () => {
    model = await LoopbackModel.start((_body, n) => LOOP[(n - 1) % 2] as Reply);
  });
  afterAll(() => model.stop());
  beforeEach(() => {
    model.seen.length = 0;
  });

  const tools = [{ type: 'function', function: { name: 'weather', parameters: { type: 'object', properties: {} } } }];
  const CONVERSATION = [
    'system: Be brief.',
    'user_message: Weather?',
    'assistant_message: I look it up for you.',
    'tool_call: weather {"city":"Vienna"}',
    'tool_result: weather sunny',
    'assistant_message: It is sunny in Vienna, they say.',
  ];

  async function tracing() {
    const { BasicTracerProvider, SimpleSpanProcessor } = await sdk('@opentelemetry/sdk-trace-base');
    const { OTLPTraceExporter } = await sdk('@opentelemetry/exporter-trace-otlp-proto');
    const headers = { authorization: `Bearer ${server.token}` };
    const exporter = new OTLPTraceExporter({ url: `http://127.0.0.1:${server.running.port}/v1/traces`, headers });
    return new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  }

  /** Two calls of one conversation, each a trace of its own. */
  async function talk(OpenAI: new (options: object) => never): Promise<void> {
    // biome-ignore lint/suspicious/noExplicitAny: the SDK's own types are checked elsewhere
    const client: any = new OpenAI({ apiKey: FAKE_KEY, baseURL: `${model.url}/v1` });
    const messages: object[] = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Weather?' },
    ];
    for (let turn = 0; turn < 2; turn++) {
      const { choices } = await client.chat.completions.create({ model: 'gpt-x', messages, tools });
      messages.push(choices[0].message);
      for (const { id } of choices[0].message.tool_calls ?? []) {
        messages.push({ role: 'tool', tool_call_id: id, content: 'sunny' });
      }
    }
  }

  it.each([
    ['Traceloop', '@traceloop/instrumentation-openai', 'OpenAIInstrumentation'],
    ['OpenInference', '@arizeai/openinference-instrumentation-openai', 'OpenAIInstrumentation'],
  ])('of %s: calls without a conversation become one session', async (_name, path, exported) => {
    const provider = await tracing();
    const module = await sdk(path);
    const openai = await sdk('openai');
    const Instrumentation = module[exported] ?? module.default[exported];
    const instrumentation = new Instrumentation();
    instrumentation.setTracerProvider(provider);
    // It changes the class that it is given; another test has its own.
    class Patched extends openai.default {}
    instrumentation.manuallyInstrument(Object.assign(Patched, openai.default));
    await talk(Patched as never);
    instrumentation.disable();
    await provider.shutdown();
    const all = await sessions();
    expect(all).toHaveLength(1);
    expect(await told(all[0] as Listed)).toEqual(CONVERSATION);
  });

  it('of the AI SDK: steps of one call, with the results of its tools', async () => {
    const provider = await tracing();
    const { generateText, tool, stepCountIs } = await sdk('ai');
    const { createOpenAI } = await sdk('@ai-sdk/openai');
    const { OpenTelemetry } = await sdk('@ai-sdk/otel');
    const { z } = await sdk('zod');
    const openai = createOpenAI({ apiKey: FAKE_KEY, baseURL: `${model.url}/v1` });
    const weather = tool({ inputSchema: z.object({ city: z.string() }), execute: async () => 'sunny' });
    await generateText({
      model: openai.chat('gpt-x'),
      instructions: 'Be brief.',
      prompt: 'Weather?',
      tools: { weather },
      stopWhen: stepCountIs(3),
      telemetry: { isEnabled: true, integrations: [new OpenTelemetry({ tracer: provider.getTracer('gen_ai') })] },
    });
    await provider.shutdown();
    const all = await sessions();
    expect(all).toHaveLength(1);
    expect((await told(all[0] as Listed)).filter((line) => !line.startsWith('status'))).toEqual(CONVERSATION);
  });
});
