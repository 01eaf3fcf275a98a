/** Brings the archive up to date and writes what the status line shows of it. Runs beside the status line, once at a time. */
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Archive, makeFile, replaceFile } from '@hansard/archive';
import { readBlocks } from '@hansard/core/numbers/read-blocks.ts';
import { readNumbers } from '@hansard/core/numbers/report.ts';
import { microUsd } from '@hansard/core/numbers/spent.ts';
import { dayText, ZoneDays } from '@hansard/core/numbers/zone-days.ts';
import type { Context } from '../context.ts';
import { hostOf, syncedReaders } from '../machine.ts';
import { budgetsIn, budgetWarnings } from '../numbers/budgets.ts';
import { runSync } from '../sync/run-sync.ts';
import { priceBook } from '../transcripts/price-book.ts';
import { type StatusSummary, summaryPath } from './summary-file.ts';

/** A process that takes longer was killed. */
const STALE_MS = 120_000;
const DAY_MS = 86_400_000;

export async function refresh(context: Context): Promise<void> {
  const archive = await Archive.open(hostOf(context));
  const lock = join(archive.home, 'statusline.lock');
  try {
    if (!takeLock(lock)) return;
    try {
      await runSync(context, archive, await syncedReaders(context));
      replaceFile(summaryPath(archive.home), JSON.stringify(await summarise(context, archive)));
    } finally {
      rmSync(lock, { force: true });
    }
  } finally {
    archive.close();
  }
}

function takeLock(lock: string): boolean {
  const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  if (age > STALE_MS) rmSync(lock, { force: true });
  return makeFile(lock, String(process.pid));
}

async function summarise(context: Context, { store }: Archive): Promise<StatusSummary> {
  const settings = await context.settings();
  const prices = await priceBook(settings.get('prices'));
  const timezone = settings.get('timezone');
  const now = Date.now();
  const today = new ZoneDays(timezone, now, now).dayOf(now) as number;
  const { groups } = await readNumbers(store, {
    by: ['day'],
    timezone,
    prices,
    since: (Math.floor(now / DAY_MS) - 2) * DAY_MS,
  });
  const spent = groups.find(({ key }) => key[0] === dayText(today))?.own;
  const block = (await readBlocks(store.numbers, { prices, now })).find(({ active }) => active);
  return {
    at: now,
    dayEnds: endOfDay(timezone, today, now),
    todayMicroUsd: spent ? microUsd(spent) : 0,
    ...(block && { block: { end: block.end, microUsd: microUsd(block.spent) } }),
    warnings: budgetWarnings(await budgetsIn(store, { settings, prices, now })),
  };
}

/** When the next day of the zone begins, to the quarter of an hour. */
function endOfDay(timezone: string, today: number, now: number): number {
  const days = new ZoneDays(timezone, now, now + 2 * DAY_MS);
  let time = Math.ceil(now / QUARTER_MS) * QUARTER_MS;
  while ((days.dayOf(time) as number) <= today) time += QUARTER_MS;
  return time;
}

const QUARTER_MS = 900_000;
