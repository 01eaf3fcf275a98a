/** What a run took: tokens and money for each step, each flow and the whole. Stubs are marked and cost nothing. */
import type { RunAnswer } from '@hansard/client';
import { dollars } from '../words/money.ts';
import { shownName } from '../words/names.ts';
import { wholeNumber } from '../words/numbers.ts';
import { durationText } from '../words/times.ts';
import { StubBadge } from './status-badge.tsx';

const money = (cost: number | null): string => (cost === null ? 'no price' : dollars(cost));

export function CostTable({ run }: { run: RunAnswer }) {
  return (
    <section aria-labelledby="run-cost">
      <h2 id="run-cost">Cost</h2>
      <div className="table-scroll">
        <table className="runs-table">
          <thead>
            <tr>
              <th scope="col">Step</th>
              <th scope="col">Agent</th>
              <th scope="col">Model</th>
              <th scope="col" className="number">
                Time
              </th>
              <th scope="col" className="number">
                Prompt
              </th>
              <th scope="col" className="number">
                Completion
              </th>
              <th scope="col" className="number">
                Money
              </th>
            </tr>
          </thead>
          {run.flows.map((flow) => (
            <tbody key={flow.flow_key}>
              {run.step_list
                .filter(({ flow_key: key }) => key === flow.flow_key)
                .map((step) => (
                  <tr key={`${step.step_id}\n${step.agent_key}`}>
                    <th scope="row">{shownName(step.step_id)}</th>
                    <td>{shownName(step.agent_key ?? '')}</td>
                    <td>
                      {shownName(step.model ?? '')} {step.stub && <StubBadge />}
                    </td>
                    <td className="number">{step.duration_ms === null ? '' : durationText(step.duration_ms)}</td>
                    <td className="number">{step.tokens ? wholeNumber(step.tokens.prompt) : ''}</td>
                    <td className="number">{step.tokens ? wholeNumber(step.tokens.completion) : ''}</td>
                    <td className="number">{step.stub ? 'stub' : money(step.micro_usd)}</td>
                  </tr>
                ))}
              <tr className="sum">
                <th scope="row" colSpan={4}>
                  Flow {shownName(flow.flow_key)}
                </th>
                <td className="number">{wholeNumber(flow.tokens.prompt)}</td>
                <td className="number">{wholeNumber(flow.tokens.completion)}</td>
                <td className="number">{money(flow.micro_usd)}</td>
              </tr>
            </tbody>
          ))}
          <tfoot>
            <tr className="sum">
              <th scope="row" colSpan={4}>
                The run
              </th>
              <td className="number">{wholeNumber(run.tokens.prompt)}</td>
              <td className="number">{wholeNumber(run.tokens.completion)}</td>
              <td className="number">{money(run.micro_usd)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
    </section>
  );
}
