/** Which tools the run used, by tool and step: calls, outputs and failures. Each number leads to its step. */
import type { RunAnswer, RunStepEntry } from '@hansard/client';
import { useMemo, useState } from 'react';
import { Link } from '../route/link.tsx';
import { withQuery } from '../route/place.ts';
import { shownName } from '../words/names.ts';
import { counted, wholeNumber } from '../words/numbers.ts';
import { sumOf, type ToolCounts, type ToolRow, toolMatrix } from './tool-matrix.ts';

/** Of a run of a thousand steps the first are shown, and the tools that were used most. */
const FIRST = { steps: 50, tools: 12 };
const MORE = { steps: 500, tools: 50 };

const nameOf = (tool: string): string => (tool === '' ? 'unnamed' : shownName(tool));

interface ToolTableProps {
  run: RunAnswer;
  /** A step was gone to by its link. */
  onGo: () => void;
}

export function ToolTable({ run, onGo }: ToolTableProps) {
  const [steps, setSteps] = useState(FIRST.steps);
  const [columns, setColumns] = useState(FIRST.tools);
  const rows = useMemo(() => toolMatrix(run), [run]);
  const { tools = [] } = run;
  if (tools.length === 0) return null;
  const shown = tools.slice(0, columns);
  const several = run.flow_keys.length > 1;
  return (
    <section aria-labelledby="run-tools">
      <h2 id="run-tools">Tools</h2>
      {run.tools_cut && <p className="quiet">The tools that were used least are left out: there are too many.</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: wide tables are scrolled by keyboard */}
      <section className="table-scroll" tabIndex={0} aria-label="Tools by step">
        <table className="runs-table tool-table">
          <thead>
            <tr>
              <th scope="col">Step</th>
              {shown.map(({ tool }, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: long names are cut, and may then be the same
                <th key={column} scope="col" className="number">
                  <span className="tool-name" title={nameOf(tool)}>
                    {nameOf(tool)}
                  </span>
                </th>
              ))}
              <th scope="col" className="number">
                All
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, steps).map((row) => (
              <StepRow key={row.key} row={row} shown={shown} several={several} onGo={onGo} />
            ))}
          </tbody>
          <tfoot>
            <tr className="sum">
              <th scope="row">The run</th>
              {shown.map(({ steps: _steps, tool, ...sum }, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <td key={column} className="number">
                  <Counts counts={sum} />
                </td>
              ))}
              <td className="number">
                <Counts counts={sumOf(tools)} />
              </td>
            </tr>
          </tfoot>
        </table>
      </section>
      <p className="more-of-it">
        {rows.length > steps && (
          <button type="button" className="button framed" onClick={() => setSteps((before) => before + MORE.steps)}>
            {counted(rows.length - steps, 'more step', 'more steps')}
          </button>
        )}
        {tools.length > columns && (
          <button type="button" className="button framed" onClick={() => setColumns((before) => before + MORE.tools)}>
            {counted(tools.length - columns, 'more tool', 'more tools')}
          </button>
        )}
      </p>
    </section>
  );
}

interface StepRowProps {
  row: ToolRow;
  shown: NonNullable<RunAnswer['tools']>;
  several: boolean;
  onGo: () => void;
}

function StepRow({ row: { step, cells, sum }, shown, several, onGo }: StepRowProps) {
  const name = shownName(step.step_id);
  const href = addressOfStep(step);
  const link = (label: string, counts: ToolCounts) => (
    <Link replace href={href} onClick={onGo} aria-label={`${label}: ${inWords(counts)}`}>
      <Counts counts={counts} />
    </Link>
  );
  return (
    <tr>
      <th scope="row">
        <Link replace href={href} onClick={onGo}>
          {name}
        </Link>
        {several && <span className="quiet"> {shownName(step.flow_key)}</span>}
      </th>
      {shown.map(({ tool }, column) => {
        const counts = cells.get(column);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: as in the head
          <td key={column} className="number">
            {counts && link(`${nameOf(tool)} in ${name}`, counts)}
          </td>
        );
      })}
      <td className="number">{link(`All tools in ${name}`, sum)}</td>
    </tr>
  );
}

const addressOfStep = ({ flow_key: flow, step_id: step }: RunStepEntry): string =>
  withQuery({ flow, step, version: null });

const inWords = ({ calls, outputs, failures }: ToolCounts): string =>
  `${counted(calls, 'call')}, ${counted(outputs, 'output')}${failures > 0 ? `, ${wholeNumber(failures)} failed` : ''}`;

function Counts({ counts }: { counts: ToolCounts }) {
  const { calls, outputs, failures } = counts;
  return (
    <span className="tool-counts">
      <span>{counted(calls, 'call')}</span> <span className="quiet">{counted(outputs, 'output')}</span>{' '}
      {failures > 0 && <span className="failed">{wholeNumber(failures)} failed</span>}
    </span>
  );
}
