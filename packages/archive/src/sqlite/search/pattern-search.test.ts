import { BadQuery } from '@hansard/core/query/bad-query.ts';
import { parseQuery } from '@hansard/core/query/parse-query.ts';
import type { SearchOptions } from '@hansard/core/store/search.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PatternRunner } from '../../host/run-pattern.ts';
import { at, EventArchive } from '../../testing/event-log.ts';

let events: EventArchive;
const find = (source: string, options?: SearchOptions) =>
  events.archive.search.find(parseQuery(source, { now: 0, timezone: 'UTC' }), options);
const outline = async (source: string, options?: SearchOptions) =>
  (await find(source, options)).sessions.map(({ session, hits }) =>
    [session.nativeId, ...hits.map(({ eventId }) => eventId)].join(' '),
  );

beforeAll(async () => {
  events = await EventArchive.open();
  const output = 'took 1532 ms -> done';
  await events.add({
    first: {
      events: [
        { id: 'a1', text: 'timeout after 30s', timestamp: at(1) },
        { id: 'a2', type: 'tool_result', tool: { name: 'Bash', output, status: 'error' }, timestamp: at(1, 1) },
        { id: 'a3', text: 'nothing here', timestamp: at(1, 2) },
      ],
    },
    second: {
      events: [
        { id: 'b1', text: 'timeout = 45', timestamp: at(2) },
        { id: 'b2', text: 'alpha', timestamp: at(2, 1) },
        ...Array.from({ length: 600 }, (_, n) => ({ id: `b-more-${n}`, text: `line ${n}`, timestamp: at(2, 2) })),
      ],
    },
    third: { events: [{ id: 'c1', text: `${'a'.repeat(60)}!`, timestamp: at(3) }] },
    fourth: { events: [{ id: 'd1', text: `${'a'.repeat(60)}!`, timestamp: at(3) }] },
    fifth: { events: [{ id: 'e1', text: `${'a'.repeat(60)}!`, timestamp: at(3) }] },
  });
});
afterAll(() => events.remove());

describe('a regular expression', () => {
  it('finds what words cannot', async () => {
    expect(await outline('/timeout\\W+(after)?\\s*\\d+/')).toEqual(['second b1', 'first a1']);
    expect(await outline('/-> DONE$/i')).toEqual(['first a2']);
    expect(await outline('/^line 59\\d$/')).toEqual(['second b-more-599 b-more-598 b-more-597']);
  });

  it('looks through the sessions that words have chosen, at the events that filters choose', async () => {
    expect(await outline('alpha /timeout/')).toEqual(['second b1']);
    expect(await outline('/timeout|took/ is:error')).toEqual(['first a2']);
    expect(await outline('/timeout/ -/after/')).toEqual(['second b1']);
    expect(await outline('/timeout/ /after/')).toEqual(['first a1']);
    expect(await outline('session:first /t/')).toEqual(['first a3 a2 a1']);
  });

  it('shows where it matched', async () => {
    const [first] = (await find('/\\d+ ms/')).sessions;
    expect(first?.hits[0]?.snippet).toMatchObject({ field: 'output', text: 'took 1532 ms -> done', marks: [[5, 12]] });
  });

  it('tells how far it looked', async () => {
    expect((await find('/timeout/')).patterns).toMatchObject({ sessions: 5, complete: true, abandoned: [] });
    const cut = await find('/timeout/', { read: 300 });
    expect(cut.patterns).toMatchObject({ complete: false });
    expect(cut.patterns?.events).toBeLessThan(600);
    expect(cut.more).toBe(true);
  });

  it('is stopped when it takes too long', async () => {
    const error = await find('/^(a+)+$/').catch((caught) => caught);
    expect(error).toBeInstanceOf(BadQuery);
    expect(error.message).toContain('takes too long');
  });
});

it('is stopped in the middle of a match', () => {
  const runner = new PatternRunner([{ excluded: false, pattern: /^(a+)+$/g, at: 0, end: 1 }]);
  expect(runner.matches([[`${'a'.repeat(60)}!`]], 20)).toBe('late');
  expect(runner.matches([['aaa'], ['b']], 1000)).toEqual([[{ text: 0, start: 0, end: 3 }], undefined]);
});
