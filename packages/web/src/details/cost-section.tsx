/** What a session cost: its own agent, with subagents, what it inherited; by model; cache and context. */

import type { SessionDetail } from '@hansard/client';
import { moneyText, UNPRICED_NOTE } from '../words/money.ts';
import { shownName } from '../words/names.ts';
import { shareText, shortNumber, wholeNumber } from '../words/numbers.ts';

export function CostSection({ session }: { session: SessionDetail }) {
  const { cost, unpriced, tokens } = session;
  const hasMore = cost.withSubagentsMicroUsd !== cost.ownMicroUsd;
  const inherited = cost.inheritedMicroUsd ?? 0;
  if (tokens === 0 && inherited === 0) return null;
  const money = (microUsd: number | null) => moneyText({ microUsd, unpriced });
  return (
    <section className="details-section" aria-label="Cost">
      <h3>Cost</h3>
      <dl className="facts">
        <Fact name={hasMore ? 'Own' : 'Total'}>{money(cost.ownMicroUsd)}</Fact>
        {hasMore && <Fact name="With subagents">{money(cost.withSubagentsMicroUsd)}</Fact>}
        {inherited > 0 && <Fact name="Inherited">{money(cost.inheritedMicroUsd)}</Fact>}
        <Fact name="Tokens">{wholeNumber(tokens)}</Fact>
        {cost.byModel.length === 1 && <OnlyModel model={cost.byModel[0]} />}
      </dl>
      {cost.byModel.length > 1 && <Models models={cost.byModel} />}
      {unpriced && <p className="quiet note">{UNPRICED_NOTE}</p>}
      {cost.cacheHitShare !== null && (
        <Meter name="Input from cache" share={cost.cacheHitShare} words={shareText(cost.cacheHitShare)} />
      )}
      {cost.contextFill && <Context fill={cost.contextFill} />}
    </section>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** What it cost is what the session did. */
function OnlyModel({ model }: { model: SessionDetail['cost']['byModel'][number] | undefined }) {
  return (
    <Fact name="Model">{`${shownName(model?.model ?? 'not named')}${model?.estimated ? ', by the price of a similar one' : ''}`}</Fact>
  );
}

function Models({ models }: { models: SessionDetail['cost']['byModel'] }) {
  return (
    <table className="small-table">
      <thead>
        <tr>
          <th scope="col">Model</th>
          <th scope="col" className="number">
            Tokens
          </th>
          <th scope="col" className="number">
            Cost
          </th>
        </tr>
      </thead>
      <tbody>
        {models.map(({ model, tokens, costMicroUsd, estimated }) => (
          <tr key={model ?? ''}>
            <th scope="row">{shownName(model ?? 'not named')}</th>
            <td className="number">{shortNumber(tokens)}</td>
            <td className="number" title={estimated ? 'The price of a similar model' : undefined}>
              {moneyText({ microUsd: costMicroUsd, estimated })}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Context({ fill }: { fill: NonNullable<SessionDetail['cost']['contextFill']> }) {
  const { tokens, window, share } = fill;
  if (share === null || window === null)
    return <p className="quiet note">Largest context: {shortNumber(tokens)} tokens</p>;
  const words = `${shareText(share)} of ${shortNumber(window)}`;
  return <Meter name="Peak context" share={share} words={words} />;
}

function Meter({ name, share, words }: { name: string; share: number; words: string }) {
  return (
    <div className="meter">
      {name}
      <span className="meter-words">{words}</span>
      <meter min={0} max={1} value={Math.min(1, share)} aria-label={name}>
        {words}
      </meter>
    </div>
  );
}
