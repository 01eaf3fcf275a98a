import { expect, it } from 'vitest';
import { sha256 } from '../../testing/fixtures.ts';
import { collectTranscripts } from '../contract.ts';
import { otlp } from './format.ts';

const read = (text: string) => collectTranscripts(otlp.read?.([text], { digest: sha256 }) as never);
const attribute = (key: string, value: unknown) => ({ key, value: { stringValue: String(value) } });
const record = (
  event: string,
  second: number,
  values: Record<string, unknown>,
  session: string | undefined = 's1',
) => ({
  timeUnixNano: String(1_767_225_600_000_000_000n + BigInt(second) * 1_000_000_000n),
  body: { stringValue: `agent.${event}` },
  attributes: [
    attribute('event.name', event),
    ...(session ? [attribute('session.id', session)] : []),
    ...Object.entries(values).map(([key, value]) => attribute(key, value)),
  ],
});
const data = (...logRecords: unknown[]) =>
  JSON.stringify({
    resourceLogs: [{ resource: { attributes: [attribute('service.name', 'my-agent')] }, scopeLogs: [{ logRecords }] }],
  });

it('makes a session of what an agent logs about it, in the order of time', async () => {
  const tool = { tool_name: 'Bash', tool_use_id: 't1', tool_input: '{"command":"ls"}', success: 'false', error: 'no' };
  const { transcripts, problems } = await read(
    data(
      record('api_request', 2, {
        model: 'm-1',
        input_tokens: 5,
        output_tokens: 3,
        cache_read_tokens: 7,
        request_id: 'r',
      }),
      record('user_prompt', 1, { prompt: 'Go' }),
      record('tool_decision', 3, { tool_name: 'Bash', tool_use_id: 't1', decision: 'accept', source: 'config' }),
      record('tool_result', 4, tool),
      record('assistant_response', 5, { response: 'It failed.' }),
      record('plugin_loaded', 6, { plugin: 'x' }),
      record('metric', 7, {}, ''),
    ),
  );
  expect(problems).toEqual([]);
  expect(transcripts).toHaveLength(1);
  expect(transcripts[0]).toMatchObject({
    source: { agent: 'my-agent' },
    session: { nativeId: 's1', models: ['m-1'], startedAt: '2026-01-01T00:00:01.000Z' },
    metrics: { tokens: { input: 12, output: 3, cacheRead: 7 }, promptCount: 1, toolCallCount: 1 },
  });
  expect(transcripts[0]?.events).toMatchObject([
    { type: 'user_message', text: 'Go' },
    { type: 'status', model: 'm-1', usage: { input: 5, responseId: 'r' } },
    { type: 'permission', permission: { action: 'Bash', status: 'accept', callId: 't1', by: 'config' } },
    { type: 'tool_call', tool: { name: 'Bash', callId: 't1', input: { command: 'ls' }, status: 'error' } },
    { type: 'tool_result', tool: { callId: 't1', output: 'no', status: 'error' } },
    { type: 'assistant_message', text: 'It failed.' },
    { type: 'status', status: { label: 'plugin_loaded' }, extra: { plugin: 'x' } },
  ]);
});

it('takes what was read from the cache out of an input that includes it', async () => {
  const counts = { 'event.kind': 'response.completed', input_token_count: 10, output_token_count: 6 };
  const { transcripts } = await read(
    data(record('sse_event', 1, { ...counts, cached_token_count: 4, reasoning_token_count: 2 })),
  );
  expect(transcripts[0]?.events[0]?.usage).toMatchObject({ input: 6, cacheRead: 4, output: 4, reasoning: 2 });
});

it('says where a record is wrong', async () => {
  const { problems } = await read(data({ timeUnixNano: 'soon' }));
  expect(problems).toMatchObject([{ pointer: '/resourceLogs/0/scopeLogs/0/logRecords/0/timeUnixNano' }]);
});
