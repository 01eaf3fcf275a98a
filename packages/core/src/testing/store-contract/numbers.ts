/** Sums: what counts, where, and once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Grouping } from '../../numbers/groups.ts';
import { type NumbersOptions, readNumbers } from '../../numbers/report.ts';
import { parseQuery } from '../../query/parse-query.ts';
import { loadPriceBook } from '../../usage/load-prices.ts';
import { activityOf } from '../../views/activity.ts';
import { editedFiles } from '../../views/edited-files.ts';
import { at, type OpenHarness, type StoreHarness, usage } from './harness.ts';
import { addSample, MODEL } from './sample.ts';

export function numbersContract(open: OpenHarness): void {
  describe('numbers', () => {
    let harness: StoreHarness;
    beforeAll(async () => {
      harness = await open();
      await addSample(harness);
      await harness.add({
        // It took the first response over, and goes on from it.
        heir: {
          facts: { lineage: { kind: 'resume', of: 'main' } } as never,
          events: [
            {
              id: 'h1',
              type: 'assistant_message',
              text: 'x',
              timestamp: at(4),
              model: MODEL,
              usage: usage('r1', 1000, 100),
            },
            {
              id: 'h2',
              type: 'assistant_message',
              text: 'y',
              timestamp: at(4, 1),
              model: MODEL,
              usage: usage('r4', 7),
            },
            {
              id: 'h3',
              type: 'assistant_message',
              source: 'subagent:s',
              text: 'z',
              timestamp: at(4, 2),
              model: MODEL,
              usage: usage('r5', 20),
            },
          ],
        },
      });
    });
    afterAll(() => harness.close());

    const report = async (by: Grouping[], more: Partial<NumbersOptions> = {}) =>
      readNumbers(harness.store, { by, timezone: 'UTC', prices: await loadPriceBook(), ...more });
    const inputs = async (by: Grouping[], more: Partial<NumbersOptions> = {}) =>
      Object.fromEntries((await report(by, more)).groups.map(({ key, own }) => [key.join(' '), own.input]));
    const query = (source: string) => parseQuery(source, { now: Date.parse(at(20)), timezone: 'UTC' });

    it('add up by day, model and project', async () => {
      expect(await inputs(['day'])).toEqual({
        '2026-08-01': 1000,
        '2026-08-02': 10,
        '2026-08-03': 5000,
        '2026-08-04': 27,
      });
      expect(await inputs(['model'])).toEqual({ [MODEL]: 6027, 'gpt-5': 10 });
      expect(await inputs(['project'])).toEqual({ '/home/dev/api': 6000, '/home/dev/web': 10, '': 27 });
      expect(await inputs(['month', 'model'])).toEqual({ [`2026-08 ${MODEL}`]: 6027, '2026-08 gpt-5': 10 });
    });

    it('count a response once, where it was made', async () => {
      const { groups, sessions } = await report(['session']);
      const rows = groups.map(({ key, own, inherited }) => [
        sessions.get(key[0] ?? '')?.nativeId,
        own.input,
        inherited.input,
      ]);
      expect(rows.sort()).toEqual([
        ['fork', 5000, 0],
        ['heir', 27, 1000],
        ['main', 1000, 0],
        ['other', 10, 0],
      ]);
    });

    it('tell subagents apart', async () => {
      const { total } = await report([]);
      expect([total.own.input, total.subagents.input, total.own.responses]).toEqual([6037, 20, 5]);
    });

    it('keep to a period, a query and models', async () => {
      const total = async (more: Partial<NumbersOptions>) => (await report([], more)).total.own.input;
      expect(await total({ since: Date.parse(at(2)), until: Date.parse(at(3)) })).toBe(10);
      expect(await total({ since: Date.parse(at(3, 4)) + 1 })).toBe(27);
      expect(await total({ query: query('project:api') })).toBe(6000);
      expect(await total({ query: query('model:gpt') })).toBe(10);
      expect(await total({ query: query('-model:gpt') })).toBe(6027);
      expect(await total({ query: query('is:subagent') })).toBe(20);
      expect(await total({ query: query('-is:subagent') })).toBe(6017);
      expect(await total({ query: query('after:2026-08-03 before:2026-08-04') })).toBe(5000);
      expect(await total({ query: query('nosuchword') })).toBe(0);
    });

    it('put days where clocks of the zone do', async () => {
      expect(Object.keys(await inputs(['day'], { timezone: 'Pacific/Auckland' }))).toEqual([
        '2026-08-02',
        '2026-08-03',
        '2026-08-04',
        '2026-08-05',
      ]);
    });

    it('count tools, prompts and turns', async () => {
      const { total } = await report(['agent'], { tools: true });
      expect([total.tools.calls, total.prompts, total.sessions.size]).toEqual([1, 3, 4]);
      expect(total.turns.count).toBe(3);
      const tools = await report(['tool'], { tools: true });
      expect(tools.groups.map(({ key, tools: one }) => [key[0], one.calls, one.longestMs])).toEqual([
        ['Edit', 1, 3000],
      ]);
    });

    it('share a response among the tools that it called', async () => {
      const { groups } = await report(['tool']);
      const all = groups.reduce((sum, { own }) => sum + own.input, 0);
      expect(all).toBe(6037);
    });

    it('know how far they go', async () => {
      expect(await harness.store.numbers.extent()).toMatchObject({
        first: Date.parse(at(1, 9)),
        last: Date.parse(at(4, 2)),
      });
      expect([...(await harness.store.numbers.models())].sort()).toEqual([MODEL, 'gpt-5'].sort());
      const times = [...(await harness.store.numbers.responses({}))].map(({ time }) => time);
      expect(times).toEqual([at(1, 9), at(2, 3), at(3, 4), at(4, 1), at(4, 2)].map((time) => Date.parse(time)));
    });

    it('show when there was work', async () => {
      const { days, hours } = await activityOf(harness.store, 'UTC', await loadPriceBook());
      expect(days.map(({ day, sessions, events }) => [day, sessions, events])).toEqual([
        ['2026-08-01', 1, 5],
        ['2026-08-02', 1, 4],
        ['2026-08-03', 1, 2],
        ['2026-08-04', 1, 3],
      ]);
      // The first of August 2026 is a Saturday.
      expect(hours[5]?.[12]).toBe(5);
    });

    it('know which files were edited most, by whatever name', async () => {
      const edit = (id: string, day: number, path: string, status = 'ok', more: object = {}) => ({
        id,
        type: 'tool_call' as const,
        timestamp: at(day),
        tool: { name: 'Edit', kind: 'edit', callId: id, status, input: { file_path: path } },
        ...more,
      });
      const result = { type: 'tool_result' as const, tool: { name: 'apply_patch', callId: 'p1', status: 'ok' } };
      const patched = { type: 'file_ref', path: '/srv/a.ts', action: 'patch' };
      await harness.add({
        first: {
          facts: { environment: { cwd: '/srv' } } as never,
          events: [
            edit('e1', 10, '/srv/a.ts'),
            edit('e2', 11, 'a.ts'),
            edit('e3', 11, '/srv/a.ts', 'error'),
            edit('e4', 12, '/srv/b.ts'),
            edit('e5', 12, '/srv/b.ts', 'ok', { withdrawn: true }),
            { ...edit('e6', 12, '/srv/c.ts'), tool: { name: 'Read', kind: 'read', input: { file_path: '/srv/c.ts' } } },
          ] as never,
        },
        second: {
          facts: { environment: { cwd: '/srv/' } } as never,
          events: [{ id: 'e7', timestamp: at(13), ...result, parts: [patched] }] as never,
        },
      });
      const named = async (selection = {}) =>
        editedFiles(await harness.store.numbers.editedFiles(selection))
          .filter(({ path }) => path.startsWith('/srv'))
          .map(({ path, project, sessions, edits }) => [path, project, sessions, edits]);
      expect(await named()).toEqual([
        ['/srv/a.ts', '/srv', 2, 3],
        ['/srv/b.ts', '/srv', 1, 1],
      ]);
      expect(await named({ since: Date.parse(at(12)) })).toEqual([
        ['/srv/a.ts', '/srv/', 1, 1],
        ['/srv/b.ts', '/srv', 1, 1],
      ]);
      expect(await named({ query: query('before:2026-08-12') })).toEqual([['/srv/a.ts', '/srv', 1, 2]]);
      expect(await named({ query: query('project:nowhere') })).toEqual([]);
    });
  });
}
