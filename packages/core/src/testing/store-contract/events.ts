/** Events: pages, single ones, documents. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at, idOf, type OpenHarness, type StoreHarness } from './harness.ts';
import { addSample } from './sample.ts';

const IDS = ['ask', 'call', 'result', 'say', 'look'];

export function eventsContract(open: OpenHarness): void {
  describe('events', () => {
    let harness: StoreHarness;
    let main: string;
    beforeAll(async () => {
      harness = await open();
      await addSample(harness);
      main = await idOf(harness, 'main');
    });
    afterAll(() => harness.close());

    const events = () => harness.store.events;
    const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);

    it('come in pages by logSeq, without gaps', async () => {
      const all = await events().page(main, 0, 100);
      expect(ids(all)).toEqual(IDS);
      expect(all.map(({ logSeq }) => logSeq)).toEqual([1, 2, 3, 4, 5]);
      expect(all.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
      expect(ids(await events().page(main, 1, 2))).toEqual(['call', 'result']);
      expect(await events().page(main, 5, 10)).toEqual([]);
      expect(await events().page(main, 99, 10)).toEqual([]);
      expect(await events().page(main, 0, 0)).toEqual([]);
      expect(ids(await events().page(main, -3, 1))).toEqual(['ask']);
    });

    it('have their source, time and content', async () => {
      const [ask, call] = await events().page(main, 0, 2);
      expect(ask).toMatchObject({ source: 'primary', timestamp: at(1), text: 'Mend the pelican parser' });
      expect(call?.tool).toMatchObject({ name: 'Edit', callId: 'c1', input: { old_string: 'a' } });
      expect((await events().at(main, [5]))[0]).toMatchObject({ source: 'subagent:helper' });
    });

    it('are had by logSeq, in order, those that are there', async () => {
      expect(ids(await events().at(main, [4, 1, 99, 0, -1]))).toEqual(['ask', 'say']);
      expect(await events().at(main, [])).toEqual([]);
    });

    it('give the texts of messages', async () => {
      const texts = await events().texts(main, [1, 3, 4, 99]);
      expect(texts.get(1)).toBe('Mend the pelican parser');
      expect(texts.get(4)).toBe('The parser reads pelicans again.');
      expect(texts.has(99)).toBe(false);
    });

    it('have a place by id and by number', async () => {
      for (const selector of ['say', '4', '#4']) {
        expect(await events().place(main, selector)).toEqual({ id: 'say', logSeq: 4 });
      }
      for (const none of ['', '0', '6', '#', 'nobody', '-1', '1e0', '99999999999999999999']) {
        expect(await events().place(main, none)).toBeUndefined();
      }
      expect(await events().place(await idOf(harness, 'other'), 'say')).toBeUndefined();
    });

    it('are a document with the store’s id and numbers', async () => {
      const document = await events().open(main, { now: at(9) });
      expect(document?.header).toMatchObject({ transcriptId: main, session: { nativeId: 'main', capturedAt: at(9) } });
      const written = [...(document?.events() ?? [])];
      expect(ids(written).sort()).toEqual([...IDS].sort());
      expect(written.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
      expect(new Map(written.map(({ id, logSeq }) => [id, logSeq])).get('look')).toBe(5);
      expect(ids([...(document?.events() ?? [])])).toEqual(ids(written));
      document?.close();
    });

    it('have a header that needs no event', async () => {
      const header = await events().header(main);
      expect(header).toMatchObject({
        transcriptId: main,
        session: { nativeId: 'main', title: 'Mend the parser' },
        metrics: { eventCount: 5, messageCount: 3, toolCallCount: 1 },
      });
      expect(header?.session.models).toEqual(['claude-sonnet-4-5']);
    });

    it('have no attachment that nobody attached', async () => {
      for (const hash of ['', 'x', '__proto__', 'constructor', 'a'.repeat(64)]) {
        expect(await events().attachment(main, hash)).toBeUndefined();
      }
    });

    it('are none of a session that is not there', async () => {
      for (const nobody of ['', 'nobody', '1', "' OR 1 --", main.slice(0, 8)]) {
        expect(await events().page(nobody, 0, 10)).toEqual([]);
        expect(await events().at(nobody, [1])).toEqual([]);
        expect((await events().texts(nobody, [1])).size).toBe(0);
        expect(await events().place(nobody, 'ask')).toBeUndefined();
        expect(await events().raw(nobody, 1)).toBeUndefined();
        expect(await events().attachment(nobody, 'x')).toBeUndefined();
        expect(await events().header(nobody)).toBeUndefined();
        expect(await events().open(nobody, { now: at(9) })).toBeUndefined();
      }
    });
  });
}
