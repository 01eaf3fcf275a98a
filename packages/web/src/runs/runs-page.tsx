/** All runs: a table by what is asked for, page by page; two of them can be chosen to be compared. */
import type { RunEntry } from '@hansard/client';
import { useCallback, useState } from 'react';
import { problemOf } from '../answers/problem.ts';
import { useAnswer } from '../answers/use-answer.ts';
import { api } from '../api.ts';
import { Trouble } from '../parts/trouble.tsx';
import { Link } from '../route/link.tsx';
import { runAddress } from '../route/pages.ts';
import { addressOf, navigate, usePlace, withQuery } from '../route/place.ts';
import { shownName } from '../words/names.ts';
import { counted, shortNumber } from '../words/numbers.ts';
import { fullTime, shortTime } from '../words/times.ts';
import { RunFilter } from './run-filter.tsx';
import { StatusBadge, StubBadge } from './status-badge.tsx';

const PAGE = 100;

export function RunsPage() {
  const { query } = usePlace();
  const q = query.get('q') ?? '';
  const offset = Math.max(0, Number(query.get('from')) || 0);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const onQuery = useCallback(
    (next: string) => navigate(withQuery({ q: next || null, from: null }), { replace: true }),
    [],
  );
  const asked = { limit: PAGE, offset, ...(q === '' ? {} : { q }) };
  const { data, error, reload } = useAnswer(`runs ${JSON.stringify(asked)}`, (signal) => api.runs(asked, { signal }));
  const problem = error === undefined ? undefined : problemOf(error);
  const choose = (key: string) =>
    setChosen((before) => (before.includes(key) ? before.filter((one) => one !== key) : [...before.slice(-1), key]));
  return (
    <div className="runs-page">
      <h1>Runs</h1>
      <RunFilter query={q} onQuery={onQuery} problem={problem?.status === 400 ? problem.detail : undefined} />
      {problem && problem.status !== 400 && <Trouble error={error} onRetry={reload} />}
      {chosen.length === 2 && (
        <p>
          <Link className="button framed" href={addressOf('/compare-runs', { a: chosen[0], b: chosen[1] })}>
            Compare the two chosen runs
          </Link>
        </p>
      )}
      {data && data.total === 0 && (
        <p className="nothing">
          {q === '' ? 'There are no runs yet. ' : 'No run fits. '}
          {q === '' ? <code>hansard import RUNDIR</code> : <Link href="/runs">All runs</Link>}
        </p>
      )}
      {data && data.total > 0 && (
        <>
          <p className="quiet" role="status">
            {counted(data.total, 'run')}
          </p>
          <RunTable runs={data.runs} chosen={chosen} onChoose={choose} />
          <nav className="run-pages" aria-label="Pages of runs">
            {offset > 0 && (
              <Link href={withQuery({ from: offset > PAGE ? String(offset - PAGE) : null })}>Newer runs</Link>
            )}
            {data.has_more && <Link href={withQuery({ from: String(offset + PAGE) })}>Older runs</Link>}
          </nav>
        </>
      )}
    </div>
  );
}

interface RunTableProps {
  runs: readonly RunEntry[];
  chosen: readonly string[];
  onChoose: (key: string) => void;
}

function RunTable({ runs, chosen, onChoose }: RunTableProps) {
  const names = new Map<string, number>();
  for (const { run_id: id } of runs) names.set(id, (names.get(id) ?? 0) + 1);
  return (
    <div className="table-scroll">
      <table className="runs-table">
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Compare</span>
            </th>
            <th scope="col">Run</th>
            <th scope="col">Status</th>
            <th scope="col">Flows</th>
            <th scope="col" className="number">
              Steps
            </th>
            <th scope="col" className="number">
              Tokens
            </th>
            <th scope="col">Started</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <tr key={run.key}>
              <td>
                <input
                  type="checkbox"
                  aria-label={`Compare ${shownName(run.run_id)}`}
                  checked={chosen.includes(run.key)}
                  onChange={() => onChoose(run.key)}
                />
              </td>
              <th scope="row">
                <Link href={runAddress((names.get(run.run_id) ?? 0) > 1 ? run.key : run.run_id)}>
                  {shownName(run.run_id)}
                </Link>
                {run.title !== undefined && <span className="run-title">{shownName(run.title)}</span>}
              </th>
              <td>
                <StatusBadge status={run.status} /> {run.stub && <StubBadge />}
              </td>
              <td>{run.flow_keys.map(shownName).join(', ')}</td>
              <td className="number">
                {run.steps}
                {run.failed_steps > 0 && <span className="failed"> {run.failed_steps} failed</span>}
              </td>
              <td className="number">{shortNumber(run.tokens.total)}</td>
              <td title={run.started_at === null ? undefined : fullTime(run.started_at)}>
                {run.started_at === null ? '' : shortTime(run.started_at)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
