/** Above the changes: what was committed, each with the command that did it. */
import { neutraliseLine } from '@hansard/core/formats/neutralise.ts';
import { Link } from '../../route/link.tsx';
import { sessionAddress } from '../../route/pages.ts';
import { counted } from '../../words/numbers.ts';
import { fullTime } from '../../words/times.ts';
import type { SessionCommits } from './use-commits.ts';

export function CommitList({ found: { commits, hasMore }, id }: { found: SessionCommits; id: string }) {
  if (commits.length === 0) return null;
  return (
    <section className="commits" aria-label="Commits">
      <h2>
        {counted(commits.length, 'commit')}
        {hasMore && ' and perhaps more'}
      </h2>
      <ol>
        {commits.map(({ hash, subject, branch, time, eventId }) => (
          <li key={`${eventId} ${hash}`}>
            <Link href={sessionAddress(id, eventId)} title={`${fullTime(time)}: the command that made it`}>
              <code>{hash.slice(0, 10)}</code>
            </Link>
            <span className="words" dir="auto">
              {neutraliseLine(subject)}
            </span>
            <span className="quiet">{neutraliseLine(branch)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
