/** What became of a session in git: its commits with what ties them to it, then the lines of one, a file, or a range. */
import { neutraliseLine } from '@hansard/core/formats/neutralise.ts';
import { type FormEvent, useState } from 'react';
import { useAnswer } from '../../answers/use-answer.ts';
import { api } from '../../api.ts';
import { Trouble } from '../../parts/trouble.tsx';
import { Link } from '../../route/link.tsx';
import { useQueryValue } from '../../route/place.ts';
import { counted } from '../../words/numbers.ts';
import { fullTime } from '../../words/times.ts';
import type { Reading } from '../use-reader.ts';
import { CommitLines } from './commit-lines.tsx';
import { FileLines } from './file-lines.tsx';
import { historyAddress } from './history-address.ts';
import { RangeView } from './range-view.tsx';
import { tierWords } from './tier-words.ts';

type SessionCommit = Awaited<ReturnType<typeof api.commits>>['commits'][number];

export function CommitsView({ reading: { store } }: { reading: Reading }) {
  const { id } = store;
  // The address may have the agent's own id; lines name sessions by ours.
  const own = store.detail?.id ?? id;
  const [commit] = useQueryValue('commit');
  const [file] = useQueryValue('file');
  const [range] = useQueryValue('range');
  const { data, error, reload } = useAnswer(`history ${id} ${store.lastSeq}`, (signal) => api.commits(id, { signal }));
  if (error !== undefined && !data) return <Trouble error={error} onRetry={reload} />;
  if (!data) return <p className="nothing">Looking for commits…</p>;
  return (
    <div className="history">
      <nav className="history-commits" aria-label="Commits of this session">
        <RangeForm id={id} current={range} />
        {data.trouble !== null && <p className="nothing">{neutraliseLine(data.trouble)} What is known is shown.</p>}
        {data.commits.length === 0 && (
          <p className="nothing">No known commit contains anything that this session wrote.</p>
        )}
        <ol>
          {data.commits.map((one) => (
            <CommitEntry key={`${one.vcs} ${one.revision}`} commit={one} id={id} isCurrent={one.revision === commit} />
          ))}
        </ol>
      </nav>
      <div className="history-body">
        {range !== null ? (
          <RangeView id={id} range={range} />
        ) : file !== null ? (
          <FileLines id={id} own={own} file={file} at={commit} />
        ) : commit !== null ? (
          <CommitLines id={id} own={own} revision={commit} />
        ) : (
          <p className="nothing">Choose a commit to see which of its lines this session wrote.</p>
        )}
      </div>
    </div>
  );
}

function CommitEntry({ commit, id, isCurrent }: { commit: SessionCommit; id: string; isCurrent: boolean }) {
  const { revision, summary, tier, branch, committedAt, lines, alive, reachable, evidence, vcs } = commit;
  const name = <code>{revision.slice(0, 10)}</code>;
  return (
    <li className={isCurrent ? 'current' : undefined}>
      {vcs === 'git' ? (
        <Link href={historyAddress(id, { commit: revision })} title={fullTime(committedAt)}>
          {name}
        </Link>
      ) : (
        name
      )}{' '}
      <span className={`tier ${tier}`} title={`${tier}: ${evidence}`}>
        {tierWords(tier)}
      </span>
      <p className="words" dir="auto">
        {neutraliseLine(summary)}
      </p>
      <p className="quiet">
        {counted(lines, 'line')}
        {alive !== null && lines > 0 && `, ${alive} still there`}
        {branch !== null && ` · ${neutraliseLine(branch)}`}
        {!reachable && ' · no branch leads to it'}
      </p>
    </li>
  );
}

function RangeForm({ id, current }: { id: string; current: string | null }) {
  const [, setRange] = useQueryValue('range');
  const [text, setText] = useState(current ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setRange(text.trim() === '' ? null : text.trim());
  };
  return (
    <form className="history-range" onSubmit={submit} aria-label="Pull request or range">
      <input
        value={text}
        onChange={({ target }) => setText(target.value)}
        placeholder="main..HEAD"
        aria-label="Range of commits"
        spellCheck={false}
      />
      <button type="submit">Whose is it?</button>
      {current !== null && <Link href={historyAddress(id, {})}>Close</Link>}
    </form>
  );
}
