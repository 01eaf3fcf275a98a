/** Lists, outline, statistics, SQL and exported documents say the same of one session. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adapters, loadPriceBook } from '@hansard/core';
import { readNumbers } from '@hansard/core/numbers/report.ts';
import { goldenCases, hostOf } from '@hansard/core/testing/fixtures.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Archive } from '../../archive.ts';
import { archivedTranscript } from '../../streaming/archived-source.ts';
import { sync } from '../../sync/sync.ts';
import { outlineIn } from '../../testing/session-views.ts';
import { listSessions } from '../sessions/session-rows.ts';

const NOW = '2026-01-01T00:00:00.000Z';
const prices = await loadPriceBook();
let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'hansard-agreeing-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

it.each(goldenCases())('$agent: $name', async (golden) => {
  const host = hostOf(golden, { env: { HANSARD_HOME: home } });
  const archive = await Archive.open(host, adapters);
  try {
    await sync({ archive, adapters, host, now: NOW });
    const { groups } = await readNumbers(archive.store, { by: ['session'], timezone: 'UTC', prices, tools: true });
    for (const { id, number, errors, state, nativeId, lineage } of listSessions(archive)) {
      // A subagent whose session is not in the archive is not described by its own log.
      if (nativeId === null) continue;
      const { session, metrics } = await archivedTranscript(archive, host, number, { now: NOW });
      const stats = groups.find(({ key }) => key[0] === id);
      const prompts = (await outlineIn(archive.store, id, prices)).length;
      expect([state, errors, prompts]).toEqual([session.state, metrics.errorCount, metrics.promptCount]);
      if (!stats) continue;
      // What is inherited counts where it comes from, and here if that is not in the archive.
      const inherits = !stats.inherited.isEmpty || metrics.inheritedTokens !== undefined;
      expect(stats.own.input + stats.inherited.input).toBe(
        (metrics.tokens?.input ?? 0) + (metrics.inheritedTokens?.input ?? 0),
      );
      expect(stats.own.output + stats.inherited.output).toBe(
        (metrics.tokens?.output ?? 0) + (metrics.inheritedTokens?.output ?? 0),
      );
      // What a missing parent asked of its child is no prompt of a person.
      if (inherits || lineage?.kind === 'child') continue;
      expect([stats.prompts, stats.own.input, stats.own.output]).toEqual([
        prompts,
        metrics.tokens?.input ?? 0,
        metrics.tokens?.output ?? 0,
      ]);
    }
  } finally {
    archive.close();
  }
});
