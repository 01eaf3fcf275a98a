/** The sums of everything that is shown, and the models whose price is not known: named, never counted as free. */

import type { NumbersAnswer } from '@hansard/client';
import { moneyText } from '../words/money.ts';
import { shownName } from '../words/names.ts';
import { shareText, shortNumber, wholeNumber } from '../words/numbers.ts';
import { roughDuration } from '../words/times.ts';

export function Totals({ numbers: { total, groups } }: { numbers: NumbersAnswer }) {
  const sum = (pick: (group: (typeof groups)[number]) => number | undefined) =>
    groups.reduce((all, group) => all + (pick(group) ?? 0), 0);
  const unpriced = (total.unpricedTokens ?? 0) > 0;
  const { calls = 0, failureRate = null } = total.tools ?? {};
  const { medianMs = null, p90Ms = null } = total.turns ?? {};
  const facts: [name: string, value: string][] = [
    ['Cost', moneyText({ microUsd: total.costMicroUsd ?? null, unpriced, estimated: total.estimated ?? false })],
    ['Tokens', shortNumber(total.tokens?.total ?? 0)],
    ['Sessions', wholeNumber(total.sessions ?? sum(({ sessions }) => sessions))],
    ['Prompts', wholeNumber(total.prompts ?? 0)],
    ['Median turn', medianMs === null ? '–' : roughDuration(medianMs)],
    ['90% of turns', p90Ms === null ? '–' : `≤ ${roughDuration(p90Ms)}`],
    ['Tool calls', shortNumber(calls)],
    ['Failed calls', failureRate === null ? '–' : shareText(failureRate)],
    ['Input from cache', total.cacheHitShare == null ? '–' : shareText(total.cacheHitShare)],
  ];
  return (
    <dl className="totals" aria-label="Totals">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function UnpricedModels({ prices }: { prices: NumbersAnswer['prices'] }) {
  const without = prices.models.filter(({ matched }) => matched === null);
  const similar = prices.models.filter(({ estimated, matched }) => estimated && matched !== null);
  if (without.length === 0 && similar.length === 0) return null;
  return (
    <p className="price-note">
      {without.length > 0 && (
        <>
          <strong>No price is known for</strong>{' '}
          {without
            .map(
              ({ model, tokens }) =>
                `${shownName(model ?? 'models that are not named')} (${shortNumber(tokens)} tokens)`,
            )
            .join(', ')}
          ; they are not included in costs.{' '}
        </>
      )}
      {similar.length > 0 && (
        <>
          <strong>Estimated</strong> by a similar model:{' '}
          {similar.map(({ model, matched }) => `${shownName(model ?? '')} as ${matched}`).join(', ')}.{' '}
        </>
      )}
      Prices of {prices.date}.
    </p>
  );
}
