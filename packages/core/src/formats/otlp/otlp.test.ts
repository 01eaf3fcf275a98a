import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import example from '../../../../../examples/transcript.example.json' with { type: 'json' };
import { transcriptOf } from '../../testing/events.ts';
import { sha256 } from '../../testing/fixtures.ts';
import { goldenTranscripts } from '../../testing/golden-transcripts.ts';
import { fc } from '../../testing/property.ts';
import type { Transcript } from '../../transcript.ts';
import { collectTranscripts, sourceOf } from '../contract.ts';
import { nanosOf, readAttributes, timeOf } from './attributes.ts';
import { otlp } from './format.ts';
import { otlpSchema } from './schema.ts';
import type { ReadSpan } from './span.ts';

const context = { digest: sha256 };
async function write(transcript: Transcript): Promise<string> {
  let text = '';
  for await (const piece of otlp.write?.(sourceOf(transcript), context) ?? []) text += String(piece);
  return text;
}
const spansOf = async (transcript: Transcript): Promise<ReadSpan[]> =>
  JSON.parse(await write(transcript)).resourceSpans[0].scopeSpans[0].spans;
const read = (text: string) => collectTranscripts(otlp.read?.([text], context) as never);
const isValid = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(otlpSchema());
const valuesOf = ({ attributes }: ReadSpan) => Object.fromEntries(readAttributes(attributes));

describe('every trace', () => {
  it.each(goldenTranscripts())('holds together: $name', async ({ transcript }) => {
    const text = await write(transcript);
    expect(isValid(JSON.parse(text)), JSON.stringify(isValid.errors)).toBe(true);
    const spans = await spansOf(transcript);
    const ids = new Set(spans.map(({ spanId }) => spanId));
    expect(ids.size).toBe(spans.length);
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
    expect(spans.filter(({ parentSpanId }) => parentSpanId === undefined)).toHaveLength(1);
    for (const span of spans) {
      expect([span.traceId, span.spanId]).toEqual([
        expect.stringMatching(/^[0-9a-f]{32}$/),
        expect.stringMatching(/^[0-9a-f]{16}$/),
      ]);
      if (span.parentSpanId) expect(ids).toContain(span.parentSpanId);
      expect(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano)).toBe(true);
      expect(valuesOf(span)).toMatchObject({ 'gen_ai.operation.name': expect.any(String) });
    }
  });
});

describe('a trace', () => {
  const usage = {
    input: 5,
    output: 7,
    cacheRead: 80,
    cacheWrite5m: 10,
    cacheWrite1h: 5,
    reasoning: 3,
    responseId: 'r1',
  };
  const tool = { name: 'Task', callId: 'c1', input: { prompt: 'x' }, status: 'error' };
  const transcript = transcriptOf(
    [
      { type: 'user_message', role: 'user', text: 'Go' },
      { type: 'reasoning', role: 'assistant', text: 'Hm.', model: 'claude-sonnet-5', usage },
      { type: 'assistant_message', role: 'assistant', text: 'Going.', model: 'claude-sonnet-5' },
      { type: 'tool_call', role: 'assistant', tool, model: 'claude-sonnet-5' },
      { type: 'assistant_message', role: 'assistant', text: 'below', source: 'subagent:a' },
      { type: 'tool_result', role: 'tool', tool: { ...tool, input: undefined, output: 'no', exitCode: 1 } },
      { type: 'error', error: { message: 'Overloaded', code: '529' } },
      { type: 'user_message', role: 'user', text: 'And?' },
    ],
    { agents: [{ source: 'primary' }, { source: 'subagent:a', callId: 'c1', title: 'Look' }] },
  );

  it('has a span for each agent, answer and call, by the conventions', async () => {
    const spans = await spansOf(transcript);
    expect(spans.map(({ name, kind }) => [name, kind])).toEqual([
      ['invoke_agent some-agent', 1],
      ['chat claude-sonnet-5', 3],
      ['execute_tool Task', 1],
      ['chat', 3],
      ['chat', 3],
      ['invoke_agent some-agent', 1],
    ]);
    const [root, chat, called, open, below, agent] = spans as [
      ReadSpan,
      ReadSpan,
      ReadSpan,
      ReadSpan,
      ReadSpan,
      ReadSpan,
    ];
    expect(valuesOf(chat)).toMatchObject({
      'gen_ai.provider.name': 'anthropic',
      'gen_ai.request.model': 'claude-sonnet-5',
      'gen_ai.response.id': 'r1',
      'gen_ai.response.finish_reasons': ['tool_call'],
      'gen_ai.usage.input_tokens': 100,
      'gen_ai.usage.output_tokens': 10,
      'gen_ai.usage.cache_read.input_tokens': 80,
      'gen_ai.usage.cache_creation.input_tokens': 15,
      'gen_ai.usage.reasoning.output_tokens': 3,
      'gen_ai.conversation.id': 'native-1',
    });
    expect(JSON.parse(String(valuesOf(chat)['gen_ai.output.messages']))).toEqual([
      {
        role: 'assistant',
        parts: [
          { type: 'reasoning', content: 'Hm.' },
          { type: 'text', content: 'Going.' },
          { type: 'tool_call', id: 'c1', name: 'Task', arguments: { prompt: 'x' } },
        ],
        finish_reason: 'tool_call',
      },
    ]);
    expect(valuesOf(called)).toMatchObject({
      'gen_ai.tool.call.id': 'c1',
      'gen_ai.tool.call.arguments': '{"prompt":"x"}',
      'gen_ai.tool.call.result': 'no',
      'error.type': 'error',
      'process.exit.code': 1,
    });
    expect(called.status).toEqual({ code: 2, message: 'error' });
    expect(open.events).toMatchObject([{ name: 'exception' }]);
    expect([chat.parentSpanId, agent.parentSpanId, below.parentSpanId]).toEqual([
      root.spanId,
      called.spanId,
      agent.spanId,
    ]);
  });

  it('gives the conversation back', async () => {
    const { transcripts, problems } = await read(await write(transcript));
    expect(problems).toEqual([]);
    expect(transcripts[0]).toMatchObject({
      transcriptId: transcript.transcriptId,
      source: { agent: 'some-agent', agentVersion: '1.2.3' },
      session: { nativeId: 'native-1', startedAt: transcript.session.startedAt, state: 'open' },
    });
    expect(transcripts[0]?.session.agents?.[1]).toMatchObject({ source: 'subagent:a', callId: 'c1', title: 'Look' });
    expect(transcripts[0]?.events).toMatchObject([
      { type: 'user_message', text: 'Go', timestamp: transcript.events[0]?.timestamp },
      { type: 'reasoning', text: 'Hm.', usage, model: 'claude-sonnet-5' },
      { type: 'assistant_message', text: 'Going.' },
      {
        type: 'tool_call',
        tool: { name: 'Task', input: { prompt: 'x' }, status: 'error' },
        timestamp: transcript.events[3]?.timestamp,
      },
      {
        type: 'tool_result',
        tool: { output: 'no', exitCode: 1, status: 'error' },
        timestamp: transcript.events[5]?.timestamp,
      },
      { type: 'user_message', text: 'And?' },
      { type: 'error', error: { message: 'Overloaded', code: '529' } },
      { type: 'assistant_message', text: 'below', source: 'subagent:a' },
    ]);
  });
});

describe('spans of somebody else', () => {
  const attribute = (key: string, value: unknown) => ({
    key,
    value: typeof value === 'number' ? { intValue: value } : { stringValue: value },
  });
  const span = (spanId: string, start: number, values: Record<string, unknown>, more = {}) => ({
    traceId: 'aaaa',
    spanId,
    name: 'x',
    startTimeUnixNano: String(1_767_225_600_000_000_000n + BigInt(start)),
    endTimeUnixNano: String(1_767_225_600_000_000_000n + BigInt(start) + 5n),
    attributes: Object.entries(values).map(([key, value]) => attribute(key, value)),
    ...more,
  });
  const user = { role: 'user', parts: [{ type: 'text', content: 'Go' }] };
  const reply = { role: 'assistant', parts: [{ type: 'text', content: 'Done' }], finish_reason: 'stop' };
  const chat = (id: string, start: number, input: unknown[], output: unknown[]) =>
    span(id, start, {
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': 'm',
      'gen_ai.usage.input_tokens': 10,
      'gen_ai.usage.output_tokens': 2,
      'gen_ai.input.messages': JSON.stringify(input),
      'gen_ai.output.messages': JSON.stringify(output),
    });
  const data = (...spans: unknown[]) => ({
    resourceSpans: [
      {
        resource: { attributes: [attribute('service.name', 'my-app')] },
        scopeSpans: [{ scope: { name: 'other' }, spans }],
      },
    ],
  });

  it('are sorted, and what each request repeats is taken once', async () => {
    const more = { role: 'user', parts: [{ type: 'text', content: 'More' }] };
    const second = chat('2', 100, [user, reply, more], [{ ...reply, parts: [{ type: 'text', content: 'Again' }] }]);
    const http = span('3', 50, { 'http.request.method': 'POST' });
    const { transcripts, problems } = await read(
      JSON.stringify(data(second, http, chat('1', 0, [user], [reply])), null, 1),
    );
    expect(problems).toEqual([]);
    expect(transcripts[0]?.source.agent).toBe('my-app');
    expect(transcripts[0]?.metrics.tokens).toMatchObject({ input: 20, output: 4 });
    expect(transcripts[0]?.events.map(({ type, text }) => [type, text])).toEqual([
      ['user_message', 'Go'],
      ['assistant_message', 'Done'],
      ['user_message', 'More'],
      ['assistant_message', 'Again'],
    ]);
  });

  it('have the results and answers that only later requests tell of, each once', async () => {
    const call = { type: 'tool_call', id: 'c1', name: 'weather', arguments: { city: 'Oslo' } };
    const asking = { role: 'assistant', parts: [call] };
    const result = { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c1', response: 'sunny' }] };
    const earlier = { role: 'assistant', parts: [{ type: 'text', content: 'Hello.' }] };
    const first = chat('1', 0, [earlier, user], [{ ...asking, finish_reason: 'tool_call' }]);
    const second = chat('2', 100, [earlier, user, asking, result], [reply]);
    const third = chat('3', 200, [earlier, user, asking, result, reply, user], [reply]);
    const { transcripts } = await read(JSON.stringify(data(third, first, second)));
    expect(transcripts[0]?.events.map(({ type, text, tool }) => [type, text ?? tool?.output ?? tool?.name])).toEqual([
      ['assistant_message', 'Hello.'],
      ['user_message', 'Go'],
      ['tool_call', 'weather'],
      ['tool_result', 'sunny'],
      ['assistant_message', 'Done'],
      ['user_message', 'Go'],
      ['assistant_message', 'Done'],
    ]);
    expect(transcripts[0]?.events[3]?.tool).toEqual({ name: 'weather', callId: 'c1', output: 'sunny' });
  });

  it('may be named by OpenInference', async () => {
    const values = {
      'openinference.span.kind': 'LLM',
      'llm.model_name': 'gpt-5',
      'session.id': 'talk-1',
      'llm.input_messages.0.message.role': 'user',
      'llm.input_messages.0.message.content': 'Weather?',
      'llm.input_messages.1.message.role': 'assistant',
      'llm.input_messages.1.message.tool_calls.0.tool_call.id': 'c1',
      'llm.input_messages.1.message.tool_calls.0.tool_call.function.name': 'weather',
      'llm.input_messages.1.message.tool_calls.0.tool_call.function.arguments': '{"city":"Oslo"}',
      'llm.input_messages.2.message.role': 'tool',
      'llm.input_messages.2.message.tool_call_id': 'c1',
      'llm.input_messages.2.message.content': 'sunny',
      'llm.output_messages.0.message.role': 'assistant',
      'llm.output_messages.0.message.content': 'Sunny.',
      'llm.token_count.prompt': 30,
      'llm.token_count.completion': 4,
      'llm.token_count.prompt_details.cache_read': 10,
    };
    const chain = span('2', 1, { 'openinference.span.kind': 'CHAIN' });
    const { transcripts } = await read(JSON.stringify(data(span('1', 0, values), chain)));
    expect(transcripts).toHaveLength(1);
    expect(transcripts[0]?.session.nativeId).toBe('talk-1');
    expect(transcripts[0]?.metrics.tokens).toMatchObject({ input: 30, output: 4, cacheRead: 10 });
    expect(transcripts[0]?.events).toMatchObject([
      { type: 'user_message', text: 'Weather?' },
      { type: 'tool_call', tool: { name: 'weather', input: { city: 'Oslo' } } },
      { type: 'tool_result', tool: { name: 'weather', output: 'sunny' } },
      { type: 'assistant_message', text: 'Sunny.', model: 'gpt-5' },
    ]);
  });

  it('may have messages in structured form, and parents that go round', async () => {
    const structured = {
      arrayValue: {
        values: [
          {
            kvlistValue: {
              values: [
                { key: 'role', value: { stringValue: 'user' } },
                {
                  key: 'parts',
                  value: {
                    arrayValue: {
                      values: [
                        {
                          kvlistValue: {
                            values: [
                              { key: 'type', value: { stringValue: 'text' } },
                              { key: 'content', value: { stringValue: 'Hi' } },
                            ],
                          },
                        },
                      ],
                    },
                  },
                },
              ],
            },
          },
        ],
      },
    };
    const round = { ...chat('1', 0, [], [reply]), parentSpanId: '1' };
    round.attributes.push({ key: 'gen_ai.input.messages', value: structured } as never);
    const { transcripts } = await read(JSON.stringify(data(round)));
    expect(transcripts[0]?.events.map(({ text }) => text)).toEqual(['Hi', 'Done']);
  });

  it('may have chains of parents as long as they like', async () => {
    const chain = Array.from({ length: 20_000 }, (_, index) => ({
      ...chat(String(index), index, [], [{ ...reply, parts: [{ type: 'text', content: String(index) }] }]),
      parentSpanId: String(index + 1),
    }));
    expect((await read(JSON.stringify(data(...chain)))).transcripts[0]?.events).toHaveLength(20_000);
  });

  it('are told where they are wrong', async () => {
    const broken = data({ ...span('1', 0, {}), startTimeUnixNano: 'now' });
    const text = `${JSON.stringify(data(chat('1', 0, [user], [reply])))}\n${JSON.stringify(broken)}\n{"resourceSpans":`;
    const { transcripts, problems } = await read(text);
    expect(transcripts).toHaveLength(1);
    expect(problems).toMatchObject([
      { line: 2, pointer: '/resourceSpans/0/scopeSpans/0/spans/0/startTimeUnixNano' },
      { line: 3, column: 18, message: 'not JSON: expected a value, found the end' },
    ]);
  });
});

describe('times', () => {
  it('keep their digits', () => {
    expect(timeOf(String(nanosOf('2026-01-01T00:00:00.123456789Z')))).toBe('2026-01-01T00:00:00.123456789Z');
    expect(timeOf(String(nanosOf('2026-01-01T01:00:00.5+01:00')))).toBe('2026-01-01T00:00:00.500Z');
    expect([nanosOf('yesterday'), timeOf('0'), timeOf('x'), timeOf('9'.repeat(22))]).toEqual([
      0n,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('come back as they were written', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 4_000_000_000_000_000_000n }), (nanos) => {
        expect(nanosOf(timeOf(String(nanos)) ?? '')).toBe(nanos);
      }),
    );
  });
});

describe('the example', () => {
  const path = fileURLToPath(new URL('../../../../../examples/otlp.example.jsonl', import.meta.url));

  it('is what is written for the example transcript', async () => {
    await expect(await write(example as unknown as Transcript)).toMatchFileSnapshot(path);
  });

  it('is valid by the published schema', () => {
    expect(isValid(JSON.parse(readFileSync(path, 'utf8'))), JSON.stringify(isValid.errors)).toBe(true);
  });
});
