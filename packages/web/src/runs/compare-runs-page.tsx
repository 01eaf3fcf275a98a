/** Two runs side by side: what became of each step, what it took, and which files differ. */
import type { RunComparison, RunEntry } from '@hansard/client';
import { useAnswer } from '../answers/use-answer.ts';
import { api } from '../api.ts';
import { Trouble } from '../parts/trouble.tsx';
import { Link } from '../route/link.tsx';
import { runAddress } from '../route/pages.ts';
import { usePlace } from '../route/place.ts';
import { dollars } from '../words/money.ts';
import { shownName } from '../words/names.ts';
import { bytesText, wholeNumber } from '../words/numbers.ts';
import { durationText } from '../words/times.ts';

type Step = RunComparison['steps'][number];

const CHANGES: Readonly<Record<Step['change'], string>> = {
  same: 'same',
  changed: 'changed',
  only_a: 'only in A',
  only_b: 'only in B',
};

export function CompareRunsPage() {
  const { query } = usePlace();
  const [a, b] = [query.get('a') ?? '', query.get('b') ?? ''];
  const asked = a === '' || b === '' ? null : `compare runs ${JSON.stringify([a, b])}`;
  const { data, error, reload } = useAnswer(asked, (signal) => api.compareRuns({ run_a: a, run_b: b }, { signal }));
  return (
    <div className="runs-page">
      <h1>Compare runs</h1>
      {asked === null && (
        <p className="nothing">
          Choose two runs in <Link href="/runs">the list</Link>.
        </p>
      )}
      {error !== undefined && <Trouble error={error} onRetry={reload} />}
      {data && <Comparison comparison={data} />}
    </div>
  );
}

const name = (run: RunEntry) => <Link href={runAddress(run.key)}>{shownName(run.run_id)}</Link>;

function Comparison({ comparison: { run_a, run_b, steps, artefacts } }: { comparison: RunComparison }) {
  return (
    <>
      <p>
        A: {name(run_a)} · B: {name(run_b)}
      </p>
      <div className="table-scroll">
        <table className="runs-table">
          <thead>
            <tr>
              {['Step', 'Change', 'Status', 'Model', 'Time', 'Tokens', 'Money'].map((words) => (
                <th key={words} scope="col">
                  {words}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {steps.map((step) => (
              <StepRow key={JSON.stringify([step.flow_key, step.step_id, step.agent_key])} step={step} />
            ))}
          </tbody>
        </table>
      </div>
      {artefacts.length > 0 && (
        <>
          <h2>Artefacts</h2>
          <ul>
            {artefacts.map(({ path, change, bytes }) => (
              <li key={path} className={`change ${change}`}>
                {shownName(path)}: {CHANGES[change]} ({both(bytes, bytesText)})
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function both<T>({ a, b }: { a: T | null; b: T | null }, words: (value: T) => string): string {
  const [one, other] = [a === null ? '–' : words(a), b === null ? '–' : words(b)];
  return one === other ? one : `${one} → ${other}`;
}

function StepRow({ step }: { step: Step }) {
  return (
    <tr className={`change ${step.change}`}>
      <th scope="row">
        {shownName(`${step.flow_key} / ${step.step_id}`)}{' '}
        <span className="quiet">{shownName(step.agent_key ?? '')}</span>
      </th>
      <td>{CHANGES[step.change]}</td>
      <td>{both(step.status, shownName)}</td>
      <td>{both(step.model, shownName)}</td>
      <td>{both(step.duration_ms, durationText)}</td>
      <td>{both(step.total_tokens, wholeNumber)}</td>
      <td>{both(step.micro_usd, dollars)}</td>
    </tr>
  );
}
