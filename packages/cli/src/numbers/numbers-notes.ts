/** What stands below a table: whose prices, what is an estimate, what has no price, what is counted elsewhere. */

import { neutraliseLine } from '@hansard/core';
import type { Grouping } from '@hansard/core/numbers/groups.ts';
import type { ModelNote, Numbers } from '@hansard/core/numbers/report.ts';
import { wrap } from '../terminal/wrap.ts';
import { durationText, shortNumber, wholeNumber } from './number-words.ts';

const MOST_NAMED = 8;
const OF_TIME: ReadonlySet<Grouping> = new Set(['day', 'week', 'month']);

export interface NoteOptions {
  readonly timezone: string;
  readonly money: boolean;
  readonly inherited: boolean;
  /** How many groups are not shown. */
  readonly hidden: number;
}

export function numbersNotes(numbers: Numbers, { timezone, money, inherited, hidden }: NoteOptions): string {
  const { by, models, priceDate, total } = numbers;
  const estimated = models.filter((model) => model.estimated);
  const own = models.filter((model) => model.override);
  const unpriced = models.filter(({ matched }) => matched === undefined);
  const lines = [
    hidden > 0 ? `${wholeNumber(hidden)} more are not shown; the total is of all.` : '',
    timezone !== 'local' && by.some((grouping) => OF_TIME.has(grouping)) ? `Times are of ${timezone}.` : '',
    total.turns.count > 0
      ? `Half of the turns took at most ${durationText(total.turns.within(0.5))}, ` +
        `nine of ten at most ${durationText(total.turns.within(0.9))}.`
      : '',
    money ? `US dollars, by prices of ${priceDate}${own.length > 0 ? `; your own for ${named(own)}` : ''}.` : '',
    money && estimated.length > 0 ? `~ estimated, by the price of a similar model: ${matches(estimated)}.` : '',
    money && unpriced.length > 0 ? `* without a price, and not in the cost: ${withTokens(unpriced)}.` : '',
    by.includes('tool') && money ? 'A response counts for the tools that it called, in equal parts.' : '',
    !inherited && !total.inherited.isEmpty
      ? `Forks and resumed sessions hold copies of ${shortNumber(total.inherited.input + total.inherited.output)} ` +
        'tokens that are counted once, where they were used; --inherited shows them.'
      : '',
  ];
  const shown = lines.filter(Boolean).map((line) => wrap(line));
  return shown.length === 0 ? '' : `\n${shown.join('\n')}\n`;
}

function list(models: readonly ModelNote[], text: (model: ModelNote) => string): string {
  const rest = models.length - MOST_NAMED;
  const shown = models.slice(0, MOST_NAMED).map((model) => neutraliseLine(text(model)));
  return [...shown, ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
}

const nameOf = ({ model }: ModelNote): string => model || '(unnamed)';
const named = (models: readonly ModelNote[]) => list(models, nameOf);
const matches = (models: readonly ModelNote[]) => list(models, (model) => `${nameOf(model)} as ${model.matched}`);
const withTokens = (models: readonly ModelNote[]) =>
  list(models, (model) => `${nameOf(model)} (${shortNumber(model.tokens)} tokens)`);
