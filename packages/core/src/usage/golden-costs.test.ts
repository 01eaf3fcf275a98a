/** Costs of every golden session: whatever an adapter reads, what is priced adds up and the document stays valid. */
import { describe, expect, it } from 'vitest';
import { adapters } from '../adapters/index.ts';
import { transcriptCheck } from '../formats/transcript/validate.ts';
import { readFolder } from '../reading/read-session.ts';
import { assemble } from '../reading/transcripts.ts';
import { goldenCases, HOME, hostOf, sha256 } from '../testing/fixtures.ts';
import { loadPriceBook } from './load-prices.ts';

const prices = await loadPriceBook();
const check = await transcriptCheck();

describe.each(goldenCases())('$agent: $name', (golden) => {
  it('has costs that add up', async () => {
    const { reads } = await readFolder(adapters, hostOf(golden), HOME);
    for (const transcript of assemble(reads, { now: '2026-01-01T00:00:00.000Z', digest: sha256, prices })) {
      expect(check(transcript)).toEqual([]);
      const { cost, tokens } = transcript.metrics;
      expect(cost !== undefined).toBe(tokens !== undefined);
      const priced = transcript.events.flatMap(({ costMicroUsd }) => costMicroUsd ?? []);
      const sum = priced.reduce((total, micro) => total + micro, 0);
      expect(Math.abs(sum - (cost?.microUsd ?? 0))).toBeLessThanOrEqual(priced.length / 2 + 1);
      const named = [...(cost?.models ?? []).map(({ model }) => model), ...(cost?.unpriced ?? [])];
      expect(named.filter((model) => model === '<synthetic>' || model === '')).toEqual([]);
    }
  });
});
