/** Sessions: lists, names, relations. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseQuery } from '../../query/parse-query.ts';
import type { SessionOrder } from '../../store/sessions.ts';
import { loadPriceBook } from '../../usage/load-prices.ts';
import { at, idOf, type OpenHarness, type StoreHarness } from './harness.ts';
import { addSample } from './sample.ts';

export function sessionsContract(open: OpenHarness): void {
  describe('sessions', () => {
    let harness: StoreHarness;
    beforeAll(async () => {
      harness = await open();
      await addSample(harness);
    });
    afterAll(() => harness.close());

    const clock = { now: Date.parse(at(20)), timezone: 'UTC' };
    const sessions = () => harness.store.sessions;
    const page = async (order: SessionOrder, limit = 50, source?: string) => {
      const query = source === undefined ? undefined : parseQuery(source, { ...clock, agents: await agents() });
      return sessions().page({ order, limit, query, prices: await loadPriceBook() });
    };
    const agents = async () => (await sessions().agents()).map(({ agent }) => ({ id: agent, label: agent }));
    const listed = async (source: string) =>
      (await page('oldest', 50, source)).sessions.map(({ nativeId }) => nativeId);

    it('are listed in every order, page by page, each once', async () => {
      const prices = await loadPriceBook();
      const names = async (order: SessionOrder) => {
        const found: (string | null)[] = [];
        for (let cursor: string | undefined; ; ) {
          const { sessions: some, next, total } = await sessions().page({ order, limit: 1, cursor, prices });
          expect([some.length, total]).toEqual([1, 3]);
          found.push(...some.map(({ nativeId }) => nativeId));
          if (next === null) return found;
          cursor = next;
        }
      };
      expect(await names('newest')).toEqual(['fork', 'other', 'main']);
      expect(await names('oldest')).toEqual(['main', 'other', 'fork']);
      expect(await names('longest')).toEqual(['main', 'other', 'fork']);
      expect(await names('costliest')).toEqual(['fork', 'main', 'other']);
    });

    it('are on one page when they fit, and on none when none is there', async () => {
      expect(await page('newest')).toMatchObject({ next: null, total: 3 });
      expect(await page('newest', 50, 'nosuchword')).toEqual({ sessions: [], next: null, total: 0 });
    });

    it.each(['x', '', 'newest nobody', '{"a":1}', '../..', 'é'.repeat(500)])(
      'do not go on from the cursor %j',
      async (cursor) => {
        await expect(sessions().page({ order: 'newest', limit: 1, cursor })).rejects.toMatchObject({
          code: 'bad-argument',
        });
      },
    );

    it('do not go on from the cursor of another order', async () => {
      const { next } = await page('newest', 1);
      const wrong = sessions().page({ order: 'oldest', limit: 1, cursor: next ?? '' });
      await expect(wrong).rejects.toMatchObject({ code: 'bad-argument' });
    });

    it.each([
      ['pelican', ['main', 'fork']],
      ['pelican -parser', ['fork']],
      ['-pelican', ['other']],
      ['project:api', ['main', 'fork']],
      ['-project:api', ['other']],
      ['project:dev/api.git', ['main']],
      ['title:mend', ['main']],
      ['branch:mend', ['main']],
      ['branch:men', []],
      ['branch:m*', ['main']],
      ['commit:3f2a9c', ['main']],
      ['-commit:3f2a9c', ['other', 'fork']],
      ['commit:2a9c', []],
      ['session:mai', ['main']],
      ['tool:edit', ['main']],
      ['model:sonnet', ['main', 'fork']],
      ['file:parse.ts', ['main']],
      ['file:arse.ts', []],
      ['file:src/parse.ts', ['main']],
      ['is:error', ['main', 'other']],
      ['is:subagent', ['main']],
      ['is:edit', ['main']],
      ['is:reasoning', ['other']],
      ['-is:error', ['fork']],
      ['after:2026-08-02', ['other', 'fork']],
      ['before:2026-08-02', ['main']],
      ['after:2026-08-02 before:2026-08-03', ['other']],
      ['machine:this', ['main', 'other', 'fork']],
      ['groesse OR grosse', []],
      ['grosse OR größe', ['other']],
    ])('%s chooses %j', async (source, expected) => {
      const found = await listed(source);
      expect(found).toEqual(expected);
      const query = parseQuery(source, { ...clock, agents: await agents() });
      expect(await sessions().count(query)).toBe(expected.length);
    });

    it('are chosen by agent', async () => {
      const [{ agent, sessions: count }] = (await sessions().agents()) as [{ agent: string; sessions: number }];
      expect(count).toBe(3);
      expect(await listed(`agent:${agent}`)).toEqual(['main', 'other', 'fork']);
      expect(await listed(`-agent:${agent}`)).toEqual([]);
    });

    it('are found by id, its beginning and the native id, and nothing else', async () => {
      const id = await idOf(harness, 'main');
      expect(await sessions().find(id)).toEqual([id]);
      expect(await sessions().find(id.toUpperCase())).toEqual([id]);
      expect(await sessions().find(id.slice(0, 13))).toEqual([id]);
      for (const none of ['', 'mai', 'nobody', '#1', '%', '____', "' OR 1", '../main', id.slice(0, 3)]) {
        expect(await sessions().find(none)).toEqual([]);
      }
    });

    it('have rows in the order that was asked for, without those that are not there', async () => {
      const [main, fork] = [await idOf(harness, 'main'), await idOf(harness, 'fork')];
      const rows = await sessions().rows([fork, 'nobody', main]);
      expect(rows.map(({ nativeId }) => nativeId)).toEqual(['fork', 'main']);
      expect(rows[1]).toMatchObject({
        id: main,
        title: 'Mend the parser',
        project: '/home/dev/api',
        repository: 'git@example.com:dev/api.git',
        branch: 'mend',
        startedAt: at(1),
        endedAt: at(1, 9),
        events: 5,
        messages: 3,
        toolCalls: 1,
        errors: 1,
        subagents: 1,
        lastSeq: 5,
        lineage: null,
        machine: null,
        starred: false,
        tags: [],
      });
      expect(rows[0]).toMatchObject({ title: 'Another way for the pelican', lineage: { kind: 'fork', of: 'main' } });
      expect((await sessions().names([main])).map(({ id, title }) => [id, title])).toEqual([[main, 'Mend the parser']]);
      expect(await sessions().rows([])).toEqual([]);
    });

    it('know what they come from and what comes from them', async () => {
      const [main, fork] = [await idOf(harness, 'main'), await idOf(harness, 'fork')];
      const kin = await sessions().kin([main, fork]);
      expect(kin.map(({ id, children, origin }) => [id, children, origin])).toEqual([
        [main, 1, null],
        [fork, 0, main],
      ]);
      for (const { id, shortId } of kin) {
        expect(id.startsWith(shortId)).toBe(true);
        expect(await sessions().find(shortId)).toEqual([id]);
      }
      expect((await sessions().facts(main))?.related).toEqual([fork]);
      expect((await sessions().facts(fork))?.related).toEqual([main]);
    });

    it('tell their agents in the order in which they appear', async () => {
      const facts = await sessions().facts(await idOf(harness, 'main'));
      expect(facts?.agentVersion).toBe('2.0.1');
      expect(facts?.agents.map(({ source, parent, events, logSeq }) => [source, parent, events, logSeq])).toEqual([
        ['primary', null, 4, 1],
        ['subagent:helper', 'primary', 1, 5],
      ]);
      expect(await sessions().facts('nobody')).toBeUndefined();
    });

    it('are counted with their events and projects', async () => {
      expect(await sessions().sizes()).toMatchObject({ sessions: 3, events: 11 });
      expect([...(await sessions().projects())].sort()).toEqual(['/home/dev/api', '/home/dev/web']);
    });
  });
}
