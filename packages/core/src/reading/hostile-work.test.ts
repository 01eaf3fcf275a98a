/** Inputs made to take long or to nest deep: the work stays in proportion to their size. */
import { describe, expect, it } from 'vitest';
import { sha256 } from '../testing/fixtures.ts';
import { call, readOf } from '../testing/reads.ts';
import { Collector } from './collector.ts';
import { recoverLine } from './recover-line.ts';
import { assemble } from './transcripts.ts';

const options = { now: '2026-01-02T00:00:00.000Z', digest: sha256 };

describe('hostile inputs', () => {
  it('with one id for all records are read in a moment', () => {
    const collector = new Collector(sha256);
    for (let i = 0; i < 50_000; i++) collector.add({ id: 'same', type: 'user_message' });
    expect(collector.events.at(-1)?.id).toBe('same~50000');
    expect(new Set(collector.events.map(({ id }) => id)).size).toBe(50_000);
  });

  it('with numbered ids of their own keep them', () => {
    const collector = new Collector(sha256);
    for (const id of ['a', 'a~2', 'a', 'a', 'a~2']) collector.add({ id, type: 'user_message' });
    expect(collector.events.map(({ id }) => id)).toEqual(['a', 'a~2', 'a~3', 'a~4', 'a~2~2']);
  });

  it('with thousands of subagents are read in a moment', () => {
    const collector = new Collector(sha256);
    for (let i = 0; i < 20_000; i++) collector.session({ agents: { [`a${i}`]: { callId: `c${i}` } } });
    collector.session({ agents: { a7: { type: 'Explore' } } });
    expect(Object.keys(collector.facts.agents ?? {}).length).toBe(20_000);
    expect(collector.facts.agents?.['a7']).toEqual({ callId: 'c7', type: 'Explore' });
  });

  it('with a line of many stumps lose nothing of it', () => {
    const line = '{x {"b":1}'.repeat(100_000);
    const pieces = recoverLine(new TextEncoder().encode(line));
    expect(pieces.slice(0, 2)).toEqual([
      { start: 0, end: 3 },
      { start: 3, end: 10, value: { b: 1 } },
    ]);
    let at = 0;
    for (const { start, end } of pieces) {
      expect(start).toBe(at);
      at = end;
    }
    expect(at).toBe(line.length);
  });

  it.each([
    ['from the top', 1],
    ['from the bottom', -1],
  ])('with agents nested thousands deep, %s, become a transcript', (_order, direction) => {
    const depth = 5_000;
    const reads = Array.from({ length: depth }, (_, i) =>
      readOf(`k${i}`, i === 0 ? { nativeId: 's1' } : { root: 's1', agent: { id: `a${i}`, callId: `c${i}` } }, [
        call(`e${i}`, direction > 0 ? i : depth - i, `c${i + 1}`),
      ]),
    );
    const [transcript] = assemble(reads, options);
    expect(transcript?.events.map(({ seq }) => seq)).toEqual(reads.map((_, i) => i + 1));
    expect(Math.max(...(transcript?.events ?? []).map(({ source = '' }) => source.length))).toBeLessThan(2000);
  });
});
