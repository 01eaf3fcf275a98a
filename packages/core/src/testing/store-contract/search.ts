/** Search over all sessions and in one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseQuery } from '../../query/parse-query.ts';
import type { SearchOptions } from '../../store/search.ts';
import { at, idOf, type OpenHarness, type StoreHarness } from './harness.ts';
import { addSample } from './sample.ts';

export function searchContract(open: OpenHarness): void {
  describe('search', () => {
    let harness: StoreHarness;
    beforeAll(async () => {
      harness = await open();
      await addSample(harness);
    });
    afterAll(() => harness.close());

    const parsed = (source: string) => parseQuery(source, { now: Date.parse(at(20)), timezone: 'UTC' });
    const find = (source: string, options: SearchOptions = {}) => harness.store.search.find(parsed(source), options);
    const found = async (source: string, options: SearchOptions = {}) =>
      (await find(source, options)).sessions.map(({ session, hits }) => [
        session.nativeId,
        ...hits.map(({ eventId }) => eventId),
      ]);

    it.each([
      [
        'pelican',
        [
          ['fork', 'again'],
          ['main', 'ask'],
        ],
      ],
      ['pelicans', [['main', 'say']]],
      [
        'pelican*',
        [
          ['fork', 'again'],
          ['main', 'say', 'ask'],
        ],
      ],
      ['"pelican parser"', [['main', 'ask']]],
      ['parser pelican', [['main', 'ask']]],
      ['parser -mend', [['main', 'say']]],
      [
        'larger OR done',
        [
          ['fork', 'f2'],
          ['other', 'o4'],
        ],
      ],
      ['GROSSE OR GRÖSSE', []],
      ['größe', [['other', 'hello']]],
      ['GROßE', [['other', 'hello']]],
      ['日本', [['other', 'hello']]],
      ['語', [['other', 'hello']]],
      ['HTTPRequest', [['other', 'o2']]],
      ['request', [['other', 'o2']]],
      ['overloaded', [['other', 'o3']]],
      [
        'is:error',
        [
          ['other', 'o3'],
          ['main', 'result'],
        ],
      ],
      ['tool:Edit is:error', [['main', 'result']]],
      ['model:gpt', [['other', 'o4']]],
      ['file:src/parse.ts', [['main', 'call']]],
      ['is:subagent', [['main', 'look']]],
      ['is:user -project:api', [['other', 'hello']]],
      ['after:2026-08-03', [['fork', 'f2', 'again']]],
      ['pelican after:2026-08-02', [['fork', 'again']]],
      ['nosuchword', []],
      [
        '/pel.cans?/',
        [
          ['fork', 'again'],
          ['main', 'say', 'ask'],
        ],
      ],
      ['parser /reads/', [['main', 'say']]],
      ['/(nothing|nowhere)/', []],
    ] as [string, string[][]][])('%s finds %j', async (source, expected) => {
      expect(await found(source)).toEqual(expected.filter((one) => one.length > 0));
    });

    it('gives sessions as such where nothing is asked of events', async () => {
      expect(await found('')).toEqual([['fork'], ['other'], ['main']]);
      expect(await found('project:api')).toEqual([['fork'], ['main']]);
    });

    it('keeps to limits and says that there is more', async () => {
      const one = await find('pelican*', { sessions: 1, hits: 1 });
      expect([one.sessions.length, one.more, one.sessions[0]?.hits.length]).toEqual([1, true, 1]);
      expect(await find('pelican*', { sessions: 2 })).toMatchObject({ more: false, total: 3, order: 'newest' });
      expect((await find('pelican*', { sessions: 0 })).sessions).toEqual([]);
    });

    it('counts the hits of a session', async () => {
      const { sessions } = await find('is:error', { hits: 1 });
      expect(sessions.map(({ count }) => count)).toEqual([
        { number: 1, exact: true },
        { number: 1, exact: true },
      ]);
    });

    it('ranks by words, and only by words', async () => {
      const ranked = await find('pelican', { order: 'ranked' });
      expect(ranked.order).toBe('ranked');
      expect(ranked.sessions.map(({ session }) => session.nativeId).sort()).toEqual(['fork', 'main']);
      expect((await find('is:error', { order: 'ranked' })).order).toBe('newest');
    });

    it('shows what was found, and where it is', async () => {
      const { sessions } = await find('pelicans');
      const [hit] = sessions[0]?.hits ?? [];
      expect(hit).toMatchObject({
        eventId: 'say',
        logSeq: 4,
        time: at(1, 9),
        type: 'assistant_message',
        model: 'claude-sonnet-4-5',
        tool: null,
        error: false,
        subagent: false,
        withdrawn: false,
      });
      const { text = '', marks = [] } = hit?.snippet ?? {};
      expect(marks.map(([start, end]) => text.slice(start, end))).toEqual(['pelicans']);
      expect(hit?.link).toBe(`${sessions[0]?.shortId}#say`);
    });

    it('explains why nothing was found', async () => {
      const explained = await harness.store.search.explain(parsed('pelican nosuchword'));
      expect(explained.find(({ clause }) => clause === 'nosuchword')).toMatchObject({
        fitsNothing: true,
        sessionsWithout: 2,
      });
    });

    it.each(['"', '(', ')', '*', "';--", '"a" OR', 'NEAR(a b)', 'a\0b', '%', '\\', '-', '😀', 'a'.repeat(900)])(
      'takes %j for text, or refuses it',
      async (hostile) => {
        const outcome = await found(`"${hostile.replaceAll(/["\\]/g, '\\$&')}"`).catch((error) => error.code);
        expect(outcome === 'bad-query' || Array.isArray(outcome)).toBe(true);
      },
    );

    it('finds any piece of text in one session', async () => {
      const main = await idOf(harness, 'main');
      const inMain = async (text: string, limit = 10) => {
        const { hits, total } = await harness.store.search.inSession(main, text, limit);
        return [hits.map(({ eventId }) => eventId), total];
      };
      expect(await inMain('ELICAN')).toEqual([['ask', 'say'], 2]);
      expect(await inMain('elican', 1)).toEqual([['ask'], 2]);
      expect(await inMain('/reads? p/')).toEqual([['say'], 1]);
      expect(await inMain('larger')).toEqual([[], 0]);
      expect(await harness.store.search.inSession('nobody', 'x', 10)).toMatchObject({ hits: [], total: 0 });
    });
  });
}
