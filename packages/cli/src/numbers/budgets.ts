/** Budgets: what may be spent in a day, week or month before there is a warning. Nothing is ever stopped by one. */
import type { PriceBook } from '@hansard/core';
import { type NumbersStore, readNumbers } from '@hansard/core/numbers/report.ts';
import { dayText, monthText, weekText, ZoneDays } from '@hansard/core/numbers/zone-days.ts';
import type { Settings } from '../config/load-settings.ts';
import { picoText } from './number-words.ts';

const DAY_MS = 86_400_000;
/** Longer than any month. */
const LONGEST_MS = 32 * DAY_MS;
/** From which share on people are told. */
const CLOSE = 0.8;
const PICO = 1_000_000_000_000;

/** A budget's setting, the name of its period, and what days of one period have in common. */
const BUDGETS = [
  { setting: 'budget.day', name: 'today', of: dayText },
  { setting: 'budget.week', name: 'this week', of: weekText },
  { setting: 'budget.month', name: 'this month', of: monthText },
] as const;

export interface Budget {
  readonly name: string;
  readonly limitUsd: number;
  readonly spentUsd: number;
  /** `$12.30 of $10.00 today (123%)` */
  readonly text: string;
  readonly state: 'within' | 'close' | 'over';
}

export interface BudgetOptions {
  readonly settings: Pick<Settings, 'get'>;
  readonly prices: PriceBook;
  readonly now: number;
}

/** Those that are set, with what was spent of them so far. */
export async function budgetsIn(store: NumbersStore, { settings, prices, now }: BudgetOptions): Promise<Budget[]> {
  const set = BUDGETS.flatMap((budget) => {
    const limitUsd = dollarsOf(settings.get(budget.setting));
    return limitUsd === undefined ? [] : [{ ...budget, limitUsd }];
  });
  if (set.length === 0) return [];
  const timezone = settings.get('timezone');
  const since = Math.floor((now - LONGEST_MS) / DAY_MS) * DAY_MS;
  const { groups } = await readNumbers(store, { by: ['day'], timezone, prices, since });
  const days = groups.flatMap(({ key: [day], own }) =>
    day ? [{ day: Date.parse(day) / DAY_MS, pico: own.pico }] : [],
  );
  const today = new ZoneDays(timezone, now, now).dayOf(now) as number;
  return set.map(({ name, limitUsd, of }) => {
    const pico = days.filter(({ day }) => of(day) === of(today)).reduce((sum, one) => sum + one.pico, 0n);
    return budgetOf(name, limitUsd, pico);
  });
}

function budgetOf(name: string, limitUsd: number, pico: bigint): Budget {
  const spentUsd = Number(pico) / PICO;
  const share = spentUsd / limitUsd;
  const limit = picoText(BigInt(Math.round(limitUsd * 100)) * (BigInt(PICO) / 100n));
  return {
    name,
    limitUsd,
    spentUsd,
    text: `${picoText(pico)} of ${limit} ${name} (${Math.floor(share * 100)}%)`,
    state: share >= 1 ? 'over' : share >= CLOSE ? 'close' : 'within',
  };
}

/** A line for each that is used up, or nearly. */
export function budgetWarnings(budgets: readonly Budget[]): string[] {
  return budgets.flatMap(({ state, text }) => {
    if (state === 'within') return [];
    return [state === 'over' ? `Over budget: ${text}.` : `Close to the budget: ${text}.`];
  });
}

/** `20`, `$20` or `20.50`. */
export function dollarsOf(text: string): number | undefined {
  const amount = /^\$?(\d{1,9}(?:\.\d{1,2})?)$/.exec(text.trim())?.[1];
  return amount === undefined || Number(amount) === 0 ? undefined : Number(amount);
}
