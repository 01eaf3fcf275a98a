/** Search over everything: sessions with their hits, in the order that was chosen. All of it is in the address. */
import { useCallback } from 'react';
import { problemOf } from '../answers/problem.ts';
import { Button } from '../parts/button.tsx';
import { Trouble } from '../parts/trouble.tsx';
import { FilterBar } from '../query/filter-bar.tsx';
import { Link } from '../route/link.tsx';
import { navigate, usePlace, withQuery } from '../route/place.ts';
import { counted } from '../words/numbers.ts';
import { SearchHelp, WhyNothing } from './search-help.tsx';
import { SearchResult } from './search-result.tsx';
import { type Found, type SearchOrder, useSearch } from './use-search.ts';

const LIMITS = { limit: 20, hits: 5, waitMs: 0 };

export function SearchPage() {
  const { query } = usePlace();
  const q = query.get('q') ?? '';
  const order: SearchOrder = query.get('order') === 'newest' ? 'newest' : 'ranked';
  const found = useSearch(q, { ...LIMITS, order });
  const onQuery = useCallback((next: string) => navigate(withQuery({ q: next || null }), { replace: true }), []);
  const problem = found.error === undefined ? undefined : problemOf(found.error);
  const isBadQuery = problem?.status === 400;
  return (
    <div className="search-page">
      <h1 className="visually-hidden">Search</h1>
      <FilterBar
        query={q}
        onQuery={onQuery}
        placeholder="Search all sessions"
        does="Search all sessions"
        focused={q === ''}
        problem={isBadQuery ? problem : undefined}
      />
      {q === '' && <SearchHelp />}
      {problem && !isBadQuery && <Trouble error={found.error} />}
      {q !== '' && !problem && <Results found={found} order={order} onQuery={onQuery} />}
    </div>
  );
}

interface ResultsProps {
  found: Found;
  order: SearchOrder;
  onQuery: (query: string) => void;
}

function Results({ found, order, onQuery }: ResultsProps) {
  const { answer, sessions, loading, more } = found;
  return (
    <>
      <div className="search-head">
        <p role="status">{loading && sessions.length === 0 ? 'Searching…' : countWords(found)}</p>
        <nav aria-label="Order" className="segments">
          <OrderLink order="ranked" current={order} words="Best" />
          <OrderLink order="newest" current={order} words="Newest" />
        </nav>
      </div>
      {answer?.rankedPartly && <p className="quiet note">Only the newest of the hits were ranked.</p>}
      {answer?.patterns && !answer.patterns.complete && (
        <p className="quiet note">
          The expression was tried on {counted(answer.patterns.events, 'event')}, not on all.
        </p>
      )}
      {sessions.map((one) => (
        <SearchResult key={one.session.id} found={one} />
      ))}
      {answer && sessions.length === 0 && !loading && (
        <WhyNothing answer={answer} query={found.query} onQuery={onQuery} />
      )}
      {more && (
        <p className="nothing">
          <Button look="framed" onClick={more}>
            More sessions
          </Button>
        </p>
      )}
    </>
  );
}

function countWords({ answer, sessions }: Found): string {
  if (!answer) return '';
  const hits = answer.total === null ? '' : `${counted(answer.total, 'hit')} in `;
  return `${hits}${counted(sessions.length, 'session')}${answer.more ? ' and more' : ''}`;
}

function OrderLink({ order, current, words }: { order: SearchOrder; current: SearchOrder; words: string }) {
  return (
    <Link
      href={withQuery({ order: order === 'newest' ? 'newest' : null })}
      replace
      aria-current={order === current ? 'true' : undefined}
    >
      {words}
    </Link>
  );
}
