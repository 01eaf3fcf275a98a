/** Runs of flows, where a store keeps them. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseQuery } from '../../query/parse-query.ts';
import type { RunRow, StoreRuns } from '../../store/runs.ts';
import { runFiles } from '../run-files.ts';
import type { OpenHarness, StoreHarness } from './harness.ts';

const PLAN = { step: 'plan-it', agent: 'the-planner' };
const CODE = { step: 'code', agent: 'coder', engine: 'other', model: 'other-stub' };

export function runsContract(open: OpenHarness): void {
  describe('runs, if it keeps any,', () => {
    let harness: StoreHarness;
    beforeEach(async () => {
      harness = await open();
    });
    afterEach(() => harness.close());

    const withRuns = (
      name: string,
      test: (runs: StoreRuns, add: NonNullable<StoreHarness['addRuns']>) => Promise<void>,
    ) =>
      it(name, async () => {
        const { store, addRuns } = harness;
        if (store.runs && addRuns) await test(store.runs, (base, files) => addRuns.call(harness, base, files));
      });
    const ask = (text: string) => parseQuery(text, { now: Date.parse('2026-05-01T00:00:00Z'), timezone: 'UTC' });
    const idsOf = async (runs: StoreRuns, text: string) =>
      (await runs.page({ limit: 10, offset: 0, query: ask(text) })).runs.map(({ id }) => id);

    withRuns('are described by their files', async (runs, add) => {
      await add('swarm', { 'run-1': { ...runFiles('run-1', [PLAN, CODE]), 'build/notes.md': '# Notes\n' } });
      const [row] = await runs.find('run-1');
      expect(row).toMatchObject({
        ...{ id: 'run-1', aliases: [], title: 'The wombat', status: 'succeeded', stub: true, flows: ['build'] },
        ...{ backend: 'sketch-step-orchestrator', initiator: 'test', stepCount: 2, failedSteps: 0, exemplar: false },
        ...{ tokens: { prompt: 200, completion: 40, total: 240 }, startedAt: '2026-04-01T10:00:01.000000Z' },
      });
      const detail = await runs.detail(row?.key as string);
      expect(detail?.params).toEqual({ ticket: '7' });
      expect(detail?.steps).toMatchObject([
        {
          ...{ flow: 'build', step: 'plan-it', agent: 'the-planner', engine: 'sketch-step', model: 'sketch-1' },
          ...{ status: 'succeeded', stub: false, role: 'To plan-it', durationMs: 3000, iterations: [{ n: 1 }] },
          transcript: 'build/llm/plan-it-the-planner-sketch.jsonl',
          receipt: 'build/receipts/plan-it-the-planner.json',
        },
        { step: 'code', stub: true, model: 'other-stub' },
      ]);
      expect(detail?.files.map(({ path, kind }) => [path, kind])).toEqual([
        ['build/llm/code-coder-other.jsonl', 'transcript'],
        ['build/llm/plan-it-the-planner-sketch.jsonl', 'transcript'],
        ['build/notes.md', 'artefact'],
        ['build/receipts/code-coder.json', 'receipt'],
        ['build/receipts/plan-it-the-planner.json', 'receipt'],
        ['events.jsonl', 'events'],
        ['meta.json', 'meta'],
      ]);
      expect(detail?.files[2]).toMatchObject({ bytes: 8, hash: expect.stringMatching(/^[0-9a-f]{64}$/), versions: 1 });
    });

    withRuns('are found by the name of their folder, then by the ids in their files', async (runs, add) => {
      await add('swarm', {
        one: runFiles('run-x', [PLAN]),
        two: runFiles('run-x', [PLAN]),
        'run-y': runFiles('run-y', [PLAN]),
      });
      await add('elsewhere', { three: runFiles('run-y', [PLAN]) });
      const names = async (name: string) => (await runs.find(name)).map(({ id }) => id).sort();
      expect(await names('one')).toEqual(['one']);
      expect(await names('run-x')).toEqual(['one', 'two']);
      expect(await names('run-y')).toEqual(['run-y']);
      expect(await names('nobody')).toEqual([]);
      const [two] = await runs.find('two');
      expect(two?.aliases).toEqual(['run-x']);
      expect(await names(two?.key as string)).toEqual(['two']);
    });

    withRuns('are listed page by page, newest first, by what is asked', async (runs, add) => {
      const started = (minute: number) => ({
        title: `Run ${minute}`,
        started_at: `2026-04-01T1${minute}:00:00.000000Z`,
      });
      await add('swarm', {
        a: runFiles('a', [PLAN], { ...started(1), status: 'succeeded' }),
        b: runFiles('b', [{ ...PLAN, flow: 'sign' }, CODE], { ...started(2), status: 'failed' }),
        c: runFiles('alias-c', [{ ...PLAN, step: 'ship' }], { ...started(3), status: 'running' }),
      });
      const page = async (limit: number, offset: number) => {
        const { runs: rows, total } = await runs.page({ limit, offset });
        return [total, rows.map(({ id }: RunRow) => id)];
      };
      expect(await page(2, 0)).toEqual([3, ['c', 'b']]);
      expect(await page(2, 2)).toEqual([3, ['a']]);
      expect(await page(2, 9)).toEqual([3, []]);
      expect(await idsOf(runs, 'flow:sign')).toEqual(['b']);
      expect(await idsOf(runs, '-flow:sign')).toEqual(['c', 'a']);
      expect(await idsOf(runs, 'step:ship')).toEqual(['c']);
      expect(await idsOf(runs, 'engine:other')).toEqual(['b']);
      expect(await idsOf(runs, 'engine:sketch-step run:a,b')).toEqual(['b', 'a']);
      expect(await idsOf(runs, 'run:alias-*')).toEqual(['c']);
      expect(await idsOf(runs, 'is:stub')).toEqual(['b']);
      expect(await idsOf(runs, 'is:error')).toEqual(['b']);
      expect(await idsOf(runs, 'after:2026-04-01T12:00Z before:2026-04-01T13:00Z')).toEqual(['b']);
      expect(await idsOf(runs, '"run 3"')).toEqual(['c']);
      await expect(idsOf(runs, 'tool:Bash')).rejects.toMatchObject({ code: 'bad-query' });
    });

    withRuns('give their files byte for byte, and what was written over', async (runs, add) => {
      const first = runFiles('run-1', [PLAN]);
      await add('swarm', { 'run-1': first });
      const path = 'build/llm/plan-it-the-planner-sketch.jsonl';
      const again = '{"timestamp": "2026-04-01T10:09:00.000000Z", "role": "user",   "content": "Again ✓"}\r\n';
      await add('swarm', { 'run-1': { [path]: again } });
      const [row] = await runs.find('run-1');
      const read = async (version?: number) => {
        const file = await runs.file(row?.key as string, path, version);
        const pieces: Uint8Array[] = [];
        for await (const piece of file?.pieces() ?? []) pieces.push(piece);
        return new TextDecoder().decode(Uint8Array.from(pieces.flatMap((piece) => [...piece])));
      };
      expect(await read()).toBe(again);
      expect(await read(1)).toBe(first[path]);
      expect(await runs.file(row?.key as string, path, 3)).toBeUndefined();
      const detail = await runs.detail(row?.key as string);
      expect(detail?.files.find((file) => file.path === path)?.versions).toBe(2);
      for (const wrong of ['../run-1/meta.json', 'build/../meta.json', '/etc/hostname', 'nothing', '']) {
        expect(await runs.file(row?.key as string, wrong)).toBeUndefined();
      }
    });

    withRuns('tell the events of their log in its order, and go on behind a line', async (runs, add) => {
      await add('swarm', { 'run-1': runFiles('run-1', [PLAN]) });
      const [{ key }] = (await runs.find('run-1')) as [RunRow];
      const events = await runs.events(key);
      expect(events.map(({ line, kind }) => [line, kind])).toEqual([
        [1, 'run_created'],
        [2, 'step_start'],
        [3, 'step_end'],
        [4, 'run_completed'],
      ]);
      expect(events[1]).toMatchObject({
        flow: 'build',
        step: 'plan-it',
        agent: 'the-planner',
        payload: { role: 'To plan-it' },
      });
      expect((await runs.events(key, 3)).map(({ line }) => line)).toEqual([4]);
    });

    withRuns('are marked as examples, and no longer', async (runs, add) => {
      await add('swarm', { 'run-1': runFiles('run-1', [PLAN]) });
      const [{ key }] = (await runs.find('run-1')) as [RunRow];
      expect(await runs.mark(key, true, '2026-05-01T00:00:00.000Z')).toBe(true);
      expect(await idsOf(runs, 'is:starred')).toEqual(['run-1']);
      expect(await runs.mark(key, false, '2026-05-01T00:00:00.000Z')).toBe(true);
      expect(await idsOf(runs, 'is:starred')).toEqual([]);
      expect(await runs.mark('nobody', true, '2026-05-01T00:00:00.000Z')).toBe(false);
    });
  });
}
