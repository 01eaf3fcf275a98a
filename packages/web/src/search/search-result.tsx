/** A session that was found, with its hits; each leads to its event. */

import type { SearchSession } from '@hansard/client';
import { AgentBadge } from '../parts/agent-badge.tsx';
import { Link } from '../route/link.tsx';
import { sessionAddress } from '../route/pages.ts';
import { hitWords } from '../transcript/quote/hit.ts';
import { titleText } from '../words/names.ts';
import { wholeNumber } from '../words/numbers.ts';
import { folderName } from '../words/paths.ts';
import { clockTime, fullTime, shortTime } from '../words/times.ts';
import { HitKind, Snippet } from './snippet.tsx';

export function SearchResult({ found: { session, hits, count } }: { found: SearchSession }) {
  const title = titleText(session);
  return (
    <article className="search-result">
      <header>
        <h2>
          <Link href={sessionAddress(session.id)} dir="auto">
            {title}
          </Link>
        </h2>
        <AgentBadge agent={session.agent} label={session.agentLabel} />
        {session.project && <span className="quiet">{folderName(session.project)}</span>}
        <span className="quiet time">{session.endedAt ? shortTime(session.endedAt) : ''}</span>
      </header>
      <ol>
        {hits.map((hit) => (
          <li key={hit.eventId}>
            <Link href={sessionAddress(session.id, hit.eventId, hitWords(hit.snippet))} className="hit">
              <span className="hit-kind" title={fullTime(hit.time)}>
                <HitKind hit={hit} />
                <span className="hit-time">{clockTime(hit.time)}</span>
              </span>
              <Snippet snippet={hit.snippet} />
            </Link>
          </li>
        ))}
      </ol>
      {count && count.number > hits.length && (
        <p className="quiet">
          {wholeNumber(count.number - hits.length)}
          {count.exact ? '' : '+'} more in this session
        </p>
      )}
    </article>
  );
}
