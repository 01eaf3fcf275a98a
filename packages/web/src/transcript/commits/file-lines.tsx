/** A file of the session's repository, line by line. */
import { neutraliseLine } from '@hansard/core/formats/neutralise.ts';
import { useAnswer } from '../../answers/use-answer.ts';
import { api } from '../../api.ts';
import { Trouble } from '../../parts/trouble.tsx';
import { Link } from '../../route/link.tsx';
import { AuthoredLines } from './authored-lines.tsx';
import { historyAddress } from './history-address.ts';

interface FileLinesProps {
  id: string;
  own: string;
  file: string;
  at: string | null;
}

export function FileLines({ id, own, file, at }: FileLinesProps) {
  const { data, error, reload } = useAnswer(`blame ${id} ${file} ${at}`, (signal) =>
    api.blame(id, { file, ...(at === null ? {} : { at }) }, { signal }),
  );
  if (error !== undefined && !data) return <Trouble error={error} onRetry={reload} />;
  if (!data) return <p className="nothing">Reading the file’s history…</p>;
  const count = (author: string) => data.lines.filter((line) => line.author === author).length;
  return (
    <section className="authored-file" aria-label={`Blame of ${file}`}>
      <h2>{neutraliseLine(data.file)}</h2>
      <p className="quiet">
        At {data.revision.slice(0, 12)}: {count('agent')} lines of agents, {count('human')} of people,{' '}
        {count('uncertain')} uncertain.{' '}
        <Link href={historyAddress(id, at === null ? { file } : { commit: at })}>Back to the commit</Link>
      </p>
      <AuthoredLines lines={data.lines} own={own} />
    </section>
  );
}
