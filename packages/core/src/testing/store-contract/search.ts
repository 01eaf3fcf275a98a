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

    it('gives the recent of equally good hits first', async () => {
      const harness = await open();
      const said = (text: string, timestamp: string) => ({
        events: [{ type: 'user_message', text, timestamp }],
      });
      await harness.add({
        old: said('Where is the heron?', '2026-01-05T12:00:00.000Z'),
        new: said('There is the heron!', at(2)),
        best: said('Heron', '2026-01-06T12:00:00.000Z'),
        none: said('Nothing here', at(9)),
      } as never);
      const ranked = await harness.store.search.find(parsed('heron'), { order: 'ranked', now: Date.parse(at(3)) });
      const order = ranked.sessions.map(({ session }) => session.nativeId);
      expect(order.indexOf('new')).toBeLessThan(order.indexOf('old'));
      expect(order.indexOf('best')).toBeLessThan(order.indexOf('old'));
      await harness.close();
    });

    it('leaves injected prompts and bookkeeping out unless they are asked for', async () => {
      const harness = await open();
      await harness.add({
        only: {
          events: [
            { id: 'prompt', type: 'system', text: 'Beware of the heron', timestamp: at(1) },
            { id: 'reminder', type: 'user_message', audience: 'model', text: 'A heron again', timestamp: at(1, 1) },
            { id: 'note', type: 'meta', text: 'heron kept', timestamp: at(1, 2) },
            { id: 'said', type: 'user_message', text: 'Where is the heron?', timestamp: at(1, 3) },
            { id: 'bare', type: 'status', status: { label: 'stork' }, timestamp: at(1, 4) },
          ],
        },
      } as never);
      const ids = async (source: string) =>
        (await harness.store.search.find(parsed(source), { hits: 9 })).sessions.flatMap(({ hits }) =>
          hits.map(({ eventId }) => eventId),
        );
      expect(await ids('heron')).toEqual(['said']);
      expect(await ids('heron -is:system')).toEqual(['said']);
      expect(await ids('/her.n/')).toEqual(['said']);
      expect(await ids('heron is:system')).toEqual(['reminder', 'prompt']);
      expect(await ids('heron is:bookkeeping')).toEqual(['note']);
      expect(await ids('heron is:any')).toEqual(['said', 'note', 'reminder', 'prompt']);
      expect(await ids('/her.n/ is:any')).toEqual(['said', 'note', 'reminder', 'prompt']);
      expect(await ids('after:2026')).toEqual(['said']);
      const listed = async (source: string) =>
        (await harness.store.sessions.page({ order: 'newest', limit: 5, query: parsed(source) })).sessions.length;
      expect([await listed('stork'), await listed('stork is:any'), await listed('-stork')]).toEqual([0, 1, 1]);
      await harness.close();
    });

    it('gives hits of a session that show the same words once', async () => {
      const harness = await open();
      const said = (id: string, text: string, minute: number) => ({
        id,
        type: 'assistant_message',
        text,
        timestamp: at(1, minute),
      });
      await harness.add({
        only: {
          events: [
            said('other', 'A race condition elsewhere', 0),
            ...[1, 2, 3, 4, 5, 6].map((n) => said(`same${n}`, 'Mind the race\ncondition in the queue', n)),
          ],
        },
      } as never);
      for (const source of ['race condition', '/race/']) {
        const { sessions, total } = await harness.store.search.find(parsed(source), { hits: 3 });
        const [found] = sessions;
        expect([source, found?.hits.map(({ eventId }) => eventId)]).toEqual([source, ['same6', 'other']]);
        expect(found?.hits[0]?.snippet?.text).toBe('Mind the race condition in the queue');
        if (source === 'race condition') expect([found?.count?.number, total]).toEqual([2, 2]);
      }
      await harness.close();
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
