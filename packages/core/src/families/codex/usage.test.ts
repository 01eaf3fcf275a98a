/** Totals that go back to an earlier one count only what came after it. */
import { expect, it } from 'vitest';
import { codex } from '../../adapters/codex/index.ts';
import { Collector } from '../../reading/collector.ts';
import { LogReader } from '../../reading/log-reader.ts';
import { sha256 } from '../../testing/fixtures.ts';
import { countedEvents } from '../../usage/counted.ts';

function usedIn(counts: readonly [total: number, last: number][]): number[] {
  const rollout = codex.dialects.find(({ id }) => id === 'rollout');
  if (rollout?.kind !== 'log') throw new Error('a log dialect');
  const usage = (n: number) => ({ input_tokens: n, output_tokens: 0, total_tokens: n });
  const time = (i: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, i)).toISOString();
  const records = counts.map(([total, last], i) => ({
    timestamp: time(i),
    type: 'event_msg',
    payload: { type: 'token_count', info: { total_token_usage: usage(total), last_token_usage: usage(last) } },
  }));
  const sink = new Collector(sha256);
  const reader = new LogReader(rollout, sink, {});
  const lines = [{ timestamp: time(0), type: 'session_meta', payload: { id: 's' } }, ...records];
  reader.push(new TextEncoder().encode(`${lines.map((line) => JSON.stringify(line)).join('\n')}\n`));
  reader.finish({ final: true });
  return countedEvents(sink.events).map((event) => event.usage?.input ?? 0);
}

it('counts the last response alone when a total falls back to an earlier one', () => {
  expect(
    usedIn([
      [200, 200],
      [900, 700],
      [246, 46],
      [250, 4],
    ]),
  ).toEqual([200, 700, 46, 4]);
});

it('counts all of a total that begins anew', () => {
  expect(
    usedIn([
      [200, 200],
      [900, 700],
      [46, 46],
      [250, 50],
    ]),
  ).toEqual([200, 700, 46, 204]);
});
