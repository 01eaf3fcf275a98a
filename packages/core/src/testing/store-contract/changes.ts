/** What has changed: versions, positions, what grew and what was removed. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { at, idOf, type OpenHarness, type StoreHarness } from './harness.ts';
import { addSample } from './sample.ts';

export function changesContract(open: OpenHarness): void {
  describe('changes', () => {
    let harness: StoreHarness;
    beforeEach(async () => {
      harness = await open();
      await addSample(harness);
    });
    afterEach(() => harness.close());

    const changes = () => harness.store.changes;
    const more = (id: string) => ({ events: [{ id, type: 'user_message', text: 'More', timestamp: at(5) }] });

    it('have another version after anything was written, and the same before', async () => {
      const first = await changes().version();
      await harness.store.sessions.page({ order: 'newest', limit: 10 });
      expect(await changes().version()).toBe(first);
      await harness.add({ main: more('m1') });
      const second = await changes().version();
      expect(second).not.toBe(first);
      await harness.store.journal?.star(await idOf(harness, 'main'), at(6));
      if (harness.store.journal) expect(await changes().version()).not.toBe(second);
      const third = await changes().version();
      await harness.erase(await idOf(harness, 'fork'));
      expect(await changes().version()).not.toBe(third);
    });

    it('call whoever watches, until they no longer do', async () => {
      let calls = 0;
      const called = new Promise<void>((resolve) => {
        const stop = changes().watch(() => {
          calls++;
          stop();
          resolve();
        });
      });
      await harness.add({ main: more('m1') });
      await called;
      await harness.add({ main: more('m2') });
      expect(calls).toBe(1);
    });

    it('say how far a session is', async () => {
      const main = await idOf(harness, 'main');
      expect(await changes().position(main)).toMatchObject({ lastSeq: 5 });
      await harness.add({ main: more('m1') });
      expect(await changes().position(main)).toMatchObject({ lastSeq: 6 });
      expect(await changes().position('nobody')).toBeUndefined();
    });

    it('name the sessions that grew behind a number', async () => {
      const newest = await changes().newest();
      expect(await changes().grown(newest)).toEqual({ sessions: [], newest });
      await harness.add({ other: more('o9') });
      const grown = await changes().grown(newest);
      expect(grown.sessions).toEqual([await idOf(harness, 'other')]);
      expect(grown.newest).toBeGreaterThan(newest);
      expect((await changes().grown(0)).sessions).toHaveLength(3);
      expect(await changes().grown(Number.MAX_SAFE_INTEGER)).toMatchObject({ sessions: [] });
    });

    it('have nothing to say of events that did not change', async () => {
      const main = await idOf(harness, 'main');
      const { change = 0 } = (await changes().position(main)) ?? {};
      expect(await changes().changed(main, change, 10)).toEqual({ logSeqs: [], change, hasMore: false });
    });

    it('leave nothing of a session that was erased', async () => {
      const main = await idOf(harness, 'main');
      const removals = await changes().removals();
      await harness.store.universal.page(main, 0, 5);
      await harness.erase(main);
      const { sessions, events, search, views, universal } = harness.store;
      expect(await changes().removals()).toBeGreaterThan(removals);
      expect(await sessions.find(main)).toEqual([]);
      expect(await sessions.rows([main])).toEqual([]);
      expect(await sessions.count()).toBe(2);
      expect(await events.page(main, 0, 10)).toEqual([]);
      expect(await events.header(main)).toBeUndefined();
      expect(await events.open(main, { now: at(9) })).toBeUndefined();
      expect([...(await views.skeleton(main))]).toEqual([]);
      expect(await universal.page(main, 0, 5)).toEqual({ tellings: [], hasMore: false });
      expect((await search.inSession(main, 'pelican', 10)).hits).toEqual([]);
      expect(await changes().position(main)).toBeUndefined();
    });
  });
}
