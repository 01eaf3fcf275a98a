/** The lines that a commit added, by file. */
import { neutraliseLine } from '@hansard/core/formats/neutralise.ts';
import { useAnswer } from '../../answers/use-answer.ts';
import { api } from '../../api.ts';
import { Trouble } from '../../parts/trouble.tsx';
import { Link } from '../../route/link.tsx';
import { counted } from '../../words/numbers.ts';
import { fullTime } from '../../words/times.ts';
import { AuthoredLines } from './authored-lines.tsx';
import { historyAddress } from './history-address.ts';

export function CommitLines({ id, own, revision }: { id: string; own: string; revision: string }) {
  const { data, error, reload } = useAnswer(`commit ${id} ${revision}`, (signal) =>
    api.commit(id, revision, { signal }),
  );
  if (error !== undefined && !data) return <Trouble error={error} onRetry={reload} />;
  if (!data) return <p className="nothing">Reading the commit…</p>;
  const { commit, files } = data;
  return (
    <section aria-label={`Commit ${commit.id.slice(0, 10)}`}>
      <h2 dir="auto">{neutraliseLine(commit.summary)}</h2>
      <p className="quiet">
        {neutraliseLine(commit.author)}, {fullTime(commit.time)}, {commit.id.slice(0, 12)}
      </p>
      {files.length === 0 && <p className="nothing">It adds no line.</p>}
      {files.map(({ path, lines }) => (
        <article key={path} className="authored-file">
          <h3>
            {neutraliseLine(path)} <span className="quiet">{counted(lines.length, 'new line')}</span>{' '}
            <Link href={historyAddress(id, { commit: revision, file: path })}>Blame the file</Link>
          </h3>
          <AuthoredLines lines={lines} own={own} />
        </article>
      ))}
    </section>
  );
}
