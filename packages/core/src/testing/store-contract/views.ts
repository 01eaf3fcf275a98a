/** The rows that views of a session are made of. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FLAGS } from '../../events/event-facts.ts';
import { loadPriceBook } from '../../usage/load-prices.ts';
import { outlineOf } from '../../views/outline.ts';
import { sessionDetail } from '../../views/session-detail.ts';
import { sessionMap } from '../../views/session-map.ts';
import { at, idOf, type OpenHarness, type StoreHarness } from './harness.ts';
import { addSample } from './sample.ts';

export function viewsContract(open: OpenHarness): void {
  describe('views', () => {
    let harness: StoreHarness;
    let main: string;
    beforeAll(async () => {
      harness = await open();
      await addSample(harness);
      main = await idOf(harness, 'main');
    });
    afterAll(() => harness.close());

    const views = () => harness.store.views;

    it('have a row for each event, in order', async () => {
      const rows = [...(await views().skeleton(main))];
      expect(rows.map(({ logSeq, id, type, source }) => [logSeq, id, type, source.source])).toEqual([
        [1, 'ask', 'user_message', 'primary'],
        [2, 'call', 'tool_call', 'primary'],
        [3, 'result', 'tool_result', 'primary'],
        [4, 'say', 'assistant_message', 'primary'],
        [5, 'look', 'assistant_message', 'subagent:helper'],
      ]);
      expect(rows[1]).toMatchObject({ tool: 'Edit', status: '', model: '', ms: 3000, time: Date.parse(at(1, 2)) });
      expect(rows.map(({ flags }) => flags & FLAGS.error)).toEqual([0, 0, FLAGS.error, 0, 0]);
      expect(rows.map(({ flags }) => flags & FLAGS.subagent)).toEqual([0, 0, 0, 0, FLAGS.subagent]);
      expect(rows.every(({ flags }) => flags < 256)).toBe(true);
    });

    it('know which events changed which files', async () => {
      expect([...(await views().edits(main))]).toEqual([[2, [{ path: '/home/dev/api/src/parse.ts', action: 'edit' }]]]);
      expect(await views().changing(main, 10)).toEqual([2]);
      expect(await views().changing(main, 0)).toEqual([]);
    });

    it('have the usage of each response', async () => {
      const { logSeq, model, time, request, tokens } = await views().usage(main);
      expect([logSeq, model, time, request]).toEqual([[4], ['claude-sonnet-4-5'], [Date.parse(at(1, 9))], [1000]]);
      expect([tokens.input, tokens.output, tokens.cacheRead]).toEqual([[1000], [100], [0]]);
    });

    it('make the same outline, map and detail', async () => {
      const prices = await loadPriceBook();
      const rows = {
        skeleton: await views().skeleton(main),
        edits: await views().edits(main),
        usage: await views().usage(main),
      };
      expect(outlineOf(rows, prices)).toMatchObject([
        { logSeq: 1, eventId: 'ask', durationMs: 9000, tokens: 1100, toolCalls: 1, errors: 1, costMicroUsd: 4500 },
      ]);
      const map = sessionMap(await views().skeleton(main), await views().edits(main));
      expect([map.lastSeq, map.sources, map.tools]).toEqual([5, ['primary', 'subagent:helper'], ['', 'Edit']]);
      const detail = await sessionDetail(harness.store, main, { prices, now: Date.parse(at(1, 10)) });
      expect(detail).toMatchObject({
        id: main,
        tokens: 1100,
        costMicroUsd: 4500,
        live: true,
        children: 1,
        durationMs: 9000,
        cost: { ownMicroUsd: 4500, contextFill: { tokens: 1000 } },
      });
      expect(detail?.related.map(({ nativeId }) => nativeId)).toEqual(['fork']);
      expect(await sessionDetail(harness.store, 'nobody', { prices, now: 0 })).toBeUndefined();
    });

    it('are empty for a session that is not there', async () => {
      expect([...(await views().skeleton('nobody'))]).toEqual([]);
      expect((await views().edits('nobody')).size).toBe(0);
      expect(await views().changing('nobody', 10)).toEqual([]);
      expect((await views().usage('nobody')).logSeq).toEqual([]);
    });
  });
}
