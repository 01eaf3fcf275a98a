/** Output is counted once, and reasoning is found in it, whatever the messages leave out. */
import { expect, it } from 'vitest';
import { measure } from '../../reading/metrics.ts';
import { readFolder } from '../../reading/read-session.ts';
import { assemble } from '../../reading/transcripts.ts';
import { HOME, sha256 } from '../../testing/fixtures.ts';
import { MemoryHost } from '../../testing/memory-host.ts';
import { copilotCli } from './index.ts';

type Raw = Record<string, unknown>;
const PATH = `${HOME}/.copilot/session-state/s1/events.jsonl`;

async function eventsOf(records: readonly [string, Raw][]) {
  const lines = records.map(([type, data], i) =>
    JSON.stringify({ type, data, id: `e${i}`, timestamp: `2026-01-01T00:00:0${i}.000Z`, parentId: null }),
  );
  const host = new MemoryHost({ [PATH]: `${lines.join('\n')}\n` }, { digest: sha256 });
  const { reads } = await readFolder([copilotCli], host, HOME);
  const [transcript] = assemble(reads, { now: '2026-01-02T00:00:00.000Z', digest: sha256 });
  return transcript?.events ?? [];
}

const start: [string, Raw] = ['session.start', { sessionId: 's1', version: 1, copilotVersion: '1.0.12' }];
const said = (messageId: string, outputTokens: number, more: Raw = {}): [string, Raw] => [
  'assistant.message',
  { messageId, content: messageId, toolRequests: [], outputTokens, ...more },
];
const shutdown = (modelMetrics: Raw): [string, Raw] => ['session.shutdown', { shutdownType: 'routine', modelMetrics }];
const metrics = (outputTokens: number, more: Raw = {}) => ({ usage: { inputTokens: 100, outputTokens, ...more } });

it('counts output once when messages do not name their model', async () => {
  const events = await eventsOf([start, said('a', 87), said('b', 100), shutdown({ 'gpt-5': metrics(187) })]);
  expect(measure(events).tokens).toMatchObject({ input: 100, output: 187 });
  const models = events.filter(({ usage }) => usage).map(({ model }) => model);
  expect(models).toEqual(['gpt-5', 'gpt-5', 'gpt-5']);
});

it('counts output once when it was of several models', async () => {
  const events = await eventsOf([start, said('a', 87), shutdown({ one: metrics(80), two: metrics(107) })]);
  expect(measure(events).tokens).toMatchObject({ input: 200, output: 187 });
});

it('finds the reasoning in the output of messages', async () => {
  const told = [said('a', 30, { model: 'm' }), said('b', 10, { model: 'm' })];
  const events = await eventsOf([start, ...told, shutdown({ m: metrics(40, { reasoningTokens: 13 }) })]);
  expect(measure(events).tokens).toMatchObject({ output: 40, reasoning: 13 });
});

it('does not take what a session used for the size of one request', async () => {
  const events = await eventsOf([start, said('a', 10), shutdown({ m: metrics(10) })]);
  expect(events.at(-1)?.usage).toMatchObject({ input: 100, scope: 'remainder' });
});
