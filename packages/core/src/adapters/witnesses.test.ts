/** A wire and the log of one session agree on ids, so that they can be joined: over every golden case that has both. */
import { describe, expect, it } from 'vitest';
import { readFolder } from '../reading/read-session.ts';
import { goldenCases, HOME, hostOf } from '../testing/fixtures.ts';
import { SHARED_TYPES, sharesOf, type WitnessPair, witnessPairs } from '../testing/witness-pairs.ts';
import { adapters } from './index.ts';

const dialects = adapters.flatMap(({ dialects }) => dialects);
/** Dialects that have ids of their own: what both tell of is found by its words and calls. */
const hasOwnIds = ({ live }: WitnessPair) => dialects.some(({ id, ownIds }) => ownIds && id === live.source.dialect);

const pairs = await Promise.all(
  goldenCases().map(async (golden) => {
    const { reads } = await readFolder(adapters, hostOf(golden), HOME);
    return witnessPairs(reads).map((pair) => ({ name: `${golden.agent}/${golden.name}`, pair }));
  }),
);
const all = pairs.flat();

it.each(all)('$name $pair.live.session.nativeId: joined, tokens count once', ({ pair }) => {
  expect(pair.joined.metrics.tokens).toEqual(pair.log.metrics.tokens);
});

const agreeing = pairs.flat().filter(({ pair }) => !hasOwnIds(pair));
const own = pairs.flat().filter(({ pair }) => hasOwnIds(pair));

it('has pairs of several agents', () => {
  expect(new Set(agreeing.map(({ pair }) => pair.live.source.agent)).size).toBeGreaterThanOrEqual(3);
});

describe.each(agreeing)('$name $pair.live.session.nativeId', ({ pair }) => {
  it.each(SHARED_TYPES)('has every %s of the wire in the log, under the same id and of the same agent', (type) => {
    const { liveOnly, differing } = sharesOf(pair, type);
    // The log of an interrupted answer has nothing of it.
    const cut = new Set(pair.live.events.filter(({ extra }) => extra?.['incomplete']).map(({ id }) => id));
    expect(liveOnly.filter((shown) => !cut.has(shown.split(' ')[0] as string))).toEqual([]);
    expect(differing).toEqual([]);
  });

  it('has nothing twice when both are joined', () => {
    const ids = new Set([...pair.live.events, ...pair.log.events].map(({ id }) => id));
    expect(pair.joined.events.map(({ id }) => id).sort()).toEqual([...ids].sort());
  });
});

describe.each(own)('$name $pair.live.session.nativeId', ({ pair }) => {
  it('has nothing twice when both are joined, though the stream has ids of its own', () => {
    const inLog = new Set(pair.log.events.map(({ id }) => id));
    const added = pair.joined.events.filter(({ id }) => !inLog.has(id));
    const shared = new Set<string>(SHARED_TYPES);
    expect(
      added.filter(({ type }) => shared.has(type)).map(({ type, text, tool }) => text ?? tool?.name ?? type),
    ).toEqual([]);
    expect(pair.joined.events.length).toBe(pair.log.events.length + added.length);
  });
});
