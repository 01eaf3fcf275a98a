/** The universal stream: numbers that never change. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at, idOf, type OpenHarness, type StoreHarness } from './harness.ts';
import { addSample } from './sample.ts';

export function universalContract(open: OpenHarness): void {
  describe('the universal stream', () => {
    let harness: StoreHarness;
    let main: string;
    beforeAll(async () => {
      harness = await open();
      await addSample(harness);
      main = await idOf(harness, 'main');
    });
    afterAll(() => harness.close());

    const page = (after: number, limit: number) => harness.store.universal.page(main, after, limit);
    const all = async () => (await page(0, 1000)).tellings;

    it('has numbers from 1 without gaps, page by page', async () => {
      const tellings = await all();
      expect(tellings.length).toBeGreaterThan(5);
      expect(tellings.map(({ sequence }) => sequence)).toEqual(tellings.map((_, i) => i + 1));
      expect(tellings[0]?.telling.type).toBe('session.started');
      expect(await page(2, 3)).toEqual({ tellings: tellings.slice(2, 5), hasMore: true });
      expect(await page(tellings.length, 10)).toEqual({ tellings: [], hasMore: false });
      expect(await page(10_000, 10)).toEqual({ tellings: [], hasMore: false });
    });

    it('keeps every number, whatever is added', async () => {
      const before = await all();
      await harness.add({
        main: { events: [{ id: 'more', type: 'user_message', text: 'And now?', timestamp: at(1, 30) }] },
      });
      const after = await all();
      expect(after.slice(0, before.length)).toEqual(before);
      expect(after.length).toBeGreaterThan(before.length);
    });

    it('is told once when several ask at the same time', async () => {
      const [one, two] = await Promise.all([page(0, 50), page(0, 50)]);
      expect(two).toEqual(one);
    });

    it('is empty for a session that is not there', async () => {
      expect(await harness.store.universal.page('nobody', 0, 10)).toEqual({ tellings: [], hasMore: false });
    });
  });
}
