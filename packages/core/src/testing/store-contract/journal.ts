/** Tags, stars, notes and views, where a store keeps them. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseQuery } from '../../query/parse-query.ts';
import type { StoreJournal } from '../../store/journal.ts';
import { at, idOf, type OpenHarness, type StoreHarness } from './harness.ts';
import { addSample } from './sample.ts';

export function journalContract(open: OpenHarness): void {
  describe('the journal, if there is one,', () => {
    let harness: StoreHarness;
    let main: string;
    beforeEach(async () => {
      harness = await open();
      await addSample(harness);
      main = await idOf(harness, 'main');
    });
    afterEach(() => harness.close());

    /** A store without a journal has nothing to show here. */
    const withJournal = (name: string, test: (journal: StoreJournal) => Promise<void>) =>
      it(name, async () => {
        if (harness.store.journal) await test(harness.store.journal);
      });

    withJournal('keeps tags, by which sessions are found', async (journal) => {
      expect(await journal.tag(main, 'Review', at(5))).toBe(true);
      expect(await journal.tag(main, 'review', at(5))).toBe(false);
      await journal.tag(main, 'bug', at(5));
      await journal.tag(await idOf(harness, 'other'), 'bug', at(5));
      expect(await journal.tags(main)).toEqual(['bug', 'review']);
      expect(await journal.allTags()).toEqual([
        { tag: 'bug', sessions: 2 },
        { tag: 'review', sessions: 1 },
      ]);
      expect([...(await journal.tagged())].sort()).toEqual([main, await idOf(harness, 'other')].sort());
      const query = parseQuery('tag:bug', { now: 0, timezone: 'UTC' });
      expect(await harness.store.sessions.count(query)).toBe(2);
      expect((await harness.store.sessions.rows([main]))[0]?.tags).toEqual(['bug', 'review']);
      expect(await journal.untag(main, 'bug')).toBe(true);
      expect(await journal.untag(main, 'bug')).toBe(false);
    });

    withJournal('refuses what is no tag and no note', async (journal) => {
      for (const tag of ['', ' ', 'two words', 'a,b', 'a"b', 'x'.repeat(65), 'line\nbreak']) {
        await expect(journal.tag(main, tag, at(5))).rejects.toMatchObject({ code: 'bad-argument' });
      }
      for (const note of ['', '  ', 'x'.repeat(64 * 1024 + 1)]) {
        await expect(journal.addNote(main, null, note, at(5))).rejects.toMatchObject({ code: 'bad-argument' });
      }
    });

    withJournal('keeps stars', async (journal) => {
      expect([await journal.star(main, at(5)), await journal.star(main, at(6))]).toEqual([true, false]);
      expect((await harness.store.sessions.rows([main]))[0]?.starred).toBe(true);
      expect(await harness.store.sessions.count(parseQuery('is:starred', { now: 0, timezone: 'UTC' }))).toBe(1);
      expect([await journal.unstar(main), await journal.unstar(main)]).toEqual([true, false]);
    });

    withJournal('keeps notes in the order in which they were written', async (journal) => {
      const first = await journal.addNote(main, null, 'Look again', at(5));
      const second = await journal.addNote(main, 'say', 'Not true', at(6));
      expect(await journal.notes(main)).toEqual([first, second]);
      expect(second).toMatchObject({ eventId: 'say', text: 'Not true', written: at(6) });
      expect([await journal.removeNote(main, first.id), await journal.removeNote(main, first.id)]).toEqual([
        true,
        false,
      ]);
      expect(await journal.notes(main)).toEqual([second]);
      expect(await journal.notes(await idOf(harness, 'other'))).toEqual([]);
    });

    withJournal('keeps views by name', async (journal) => {
      await journal.keepView({ name: 'b', address: '/?q=bug' });
      await journal.keepView({ name: 'a', address: '/stats' });
      expect(await journal.keepView({ name: 'b', address: '/?q=other' })).toEqual([
        { name: 'a', address: '/stats' },
        { name: 'b', address: '/?q=other' },
      ]);
      expect(await journal.removeView('nobody')).toHaveLength(2);
      expect(await journal.removeView('a')).toEqual([{ name: 'b', address: '/?q=other' }]);
      expect(await journal.views()).toHaveLength(1);
    });

    withJournal('knows no session that is not there', async (journal) => {
      for (const ask of [
        () => journal.tags('nobody'),
        () => journal.tag('nobody', 'x', at(5)),
        () => journal.star('nobody', at(5)),
        () => journal.notes('nobody'),
        () => journal.addNote('nobody', null, 'x', at(5)),
      ]) {
        await expect(ask()).rejects.toMatchObject({ code: 'unknown-session' });
      }
    });
  });
}
