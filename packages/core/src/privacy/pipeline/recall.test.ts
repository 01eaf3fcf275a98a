/**
 * Passwords of every generator behind their names, in every way to write them down, each in one of many places: how many
 * of them are gone, to the last piece. `npm run bench privacy-recall` prints the whole table.
 */
import { describe, expect, it } from 'vitest';
import { freshSamples } from '../../testing/recall/fresh/grid.ts';
import {
  count,
  isKeyLeft,
  isLeft,
  keySamples,
  type Sample,
  samples,
  type Tally,
} from '../../testing/recall/measure.ts';
import { readable, unseenSamples } from '../../testing/recall/unseen/grid.ts';
import { transcriptOf } from '../../testing/small-transcript.ts';
import { testGate } from '../../testing/test-gate.ts';

const SEED = 20_260_318;
const gate = testGate('team');
const redacted = (text: string): string => gate.redactTranscript(transcriptOf([{ text }])).events[0]?.text ?? '';
const isGone = ({ text, around, written }: Sample): boolean => !isLeft(written, around, redacted(text));
const below = (tally: Tally, share: number): readonly string[] =>
  [...tally]
    .filter(([, { found, all }]) => found / all < share)
    .map(([name, { found, all }]) => `${name}: ${found} of ${all}`);

describe('secrets by name', () => {
  const by: Record<'generator' | 'carrier' | 'context', Tally> = {
    generator: new Map(),
    carrier: new Map(),
    context: new Map(),
  };
  const total = { found: 0, all: 0 };
  for (const sample of samples(SEED, 1)) {
    const gone = isGone(sample);
    total.all++;
    if (gone) total.found++;
    for (const kind of ['generator', 'carrier', 'context'] as const) count(by[kind], sample[kind], gone);
  }

  it('are gone, nearly all of them', () => {
    expect(total.all).toBeGreaterThan(1_300);
    expect(total.found / total.all).toBeGreaterThanOrEqual(0.98);
  });

  it('are gone whatever made them', () => expect(below(by.generator, 0.95)).toEqual([]));
  it('are gone however they are written', () => expect(below(by.carrier, 0.8)).toEqual([]));
  it('are gone wherever they stand', () => expect(below(by.context, 0.95)).toEqual([]));
});

describe('secrets by name in grids that no rule was written for', () => {
  const shareOf = (samples: Iterable<Sample>): number => {
    const gone = [...samples].map(
      ({ text, around, written }) => !isLeft(written, readable(around), readable(redacted(text))),
    );
    expect(gone.length).toBeGreaterThan(1_000);
    return gone.filter((isGone) => isGone).length / gone.length;
  };

  it.each(['open', 'closed'] as const)('are gone in the part of the first that is %s', (part) =>
    expect(shareOf(unseenSamples(part, SEED, 1))).toBeGreaterThanOrEqual(0.97),
  );
  it.each(['open', 'closed'] as const)('are gone in the part of the second that is %s', (part) =>
    expect(shareOf(freshSamples(part, SEED))).toBeGreaterThanOrEqual(0.95),
  );
});

describe('keys with a prefix', () => {
  const by: Record<'kind' | 'key' | 'context', Tally> = { kind: new Map(), key: new Map(), context: new Map() };
  for (const sample of keySamples(SEED, 1)) {
    const gone = !isKeyLeft(sample.written, redacted(sample.text));
    for (const kind of ['kind', 'key', 'context'] as const) count(by[kind], sample[kind], gone);
  }

  it('are gone as they are, encoded, obfuscated and split', () => {
    expect([...by.kind.keys()]).toEqual(['plain', 'encoded', 'obfuscated', 'split']);
    expect(below(by.kind, 0.97)).toEqual([]);
  });

  it('are gone in every context', () => expect(below(by.context, 0.96)).toEqual([]));
  it('are gone whoever made them', () => expect(below(by.key, 0.9)).toEqual([]));
});
