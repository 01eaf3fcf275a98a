/** Whose a range of commits is, as a pull request would show it. */
import { neutraliseLine } from '@hansard/core/formats/neutralise.ts';
import { useAnswer } from '../../answers/use-answer.ts';
import { api } from '../../api.ts';
import { Trouble } from '../../parts/trouble.tsx';
import { Link } from '../../route/link.tsx';
import { sessionAddress } from '../../route/pages.ts';
import { counted } from '../../words/numbers.ts';
import { historyAddress } from './history-address.ts';

const KINDS = [
  ['agent', 'Agents'],
  ['human', 'People'],
  ['uncertain', 'Uncertain'],
] as const;

export function RangeView({ id, range }: { id: string; range: string }) {
  const { data, error, reload } = useAnswer(`range ${id} ${range}`, (signal) => api.range(id, { range }, { signal }));
  if (error !== undefined && !data) return <Trouble error={error} onRetry={reload} />;
  if (!data) return <p className="nothing">Reading the range…</p>;
  const all = data.survived.agent + data.survived.human + data.survived.uncertain;
  const share = (part: number) => (all === 0 ? '–' : `${((100 * part) / all).toFixed(1)}%`);
  return (
    <section className="history-summary" aria-label={`Range ${range}`}>
      <h2>{neutraliseLine(range)}</h2>
      <p className="quiet">
        {counted(data.commits, 'commit')}, {data.from.slice(0, 10)}..{data.to.slice(0, 10)}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Author</th>
            <th scope="col">Written</th>
            <th scope="col">Still there</th>
            <th scope="col">Share</th>
          </tr>
        </thead>
        <tbody>
          {KINDS.map(([kind, label]) => (
            <tr key={kind}>
              <th scope="row">{label}</th>
              <td>{data.written[kind]}</td>
              <td>{data.survived[kind]}</td>
              <td>{share(data.survived[kind])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {data.sessions.length > 0 && (
        <ul>
          {data.sessions.map(({ session, agent, model, written, survived, commits }) => (
            <li key={`${agent} ${session}`}>
              <Link href={sessionAddress(session)}>{session.slice(0, 8) || 'unknown'}</Link> {neutraliseLine(agent)}{' '}
              {neutraliseLine(model ?? '')}{' '}
              <span className="quiet">{`${counted(written, 'line')}, ${survived} still there, in ${counted(commits, 'commit')}`}</span>
            </li>
          ))}
        </ul>
      )}
      <table>
        <thead>
          <tr>
            <th scope="col">File</th>
            <th scope="col">Agents</th>
            <th scope="col">People</th>
            <th scope="col">Uncertain</th>
          </tr>
        </thead>
        <tbody>
          {data.files.map(({ path, agent, human, uncertain }) => (
            <tr key={path}>
              <th scope="row">
                <Link href={historyAddress(id, { commit: data.to, file: path })}>{neutraliseLine(path)}</Link>
              </th>
              <td>{agent}</td>
              <td>{human}</td>
              <td>{uncertain}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
