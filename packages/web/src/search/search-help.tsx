/** How to ask, before anything was asked; and why nothing was found, with what to ask instead. */
import type { SearchAnswer } from '@hansard/client';
import { Link } from '../route/link.tsx';
import { addressOf } from '../route/place.ts';
import { counted } from '../words/numbers.ts';

const EXAMPLES = [
  ['race condition queue', 'All of these words in one event'],
  ['"out of memory" -project:playground', 'A phrase, but not in one project'],
  ['tool:Bash is:error after:7d', 'Commands that failed this week'],
  ['file:src/index.ts is:edit', 'Where a file was changed'],
  ['"be concise" is:system', 'In system prompts and reminders, which are left out otherwise'],
  ['timeout /after \\d+ ?ms/', 'By pattern, in sessions about timeouts'],
] as const;

export function SearchHelp() {
  return (
    <section className="search-help" aria-label="How to search">
      <p className="quiet">Words, phrases and filters, the same as for the command hansard search:</p>
      <dl>
        {EXAMPLES.map(([query, meaning]) => (
          <div key={query}>
            <dt>
              <Link href={addressOf('/search', { q: query })}>
                <code>{query}</code>
              </Link>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface WhyNothingProps {
  answer: SearchAnswer;
  query: string;
  onQuery: (query: string) => void;
}

export function WhyNothing({ answer, query, onQuery }: WhyNothingProps) {
  const reasons = answer.explanation ?? [];
  return (
    <div className="why-nothing">
      <p>No matches.</p>
      <ul>
        {reasons.map(({ clause, fitsNothing, sessionsWithout, instead }) => (
          <li key={clause}>
            <code>{clause}</code> {fitsNothing ? 'matches nothing.' : 'excludes everything else.'}{' '}
            {sessionsWithout > 0 && (
              <button type="button" className="as-link" onClick={() => onQuery(query.replace(clause, '').trim())}>
                {`Without it: ${sessionsWithout >= 20 ? '20 sessions or more' : counted(sessionsWithout, 'session')}`}
              </button>
            )}
            {instead.map((text) => (
              <button key={text} type="button" className="as-link" onClick={() => onQuery(query.replace(clause, text))}>
                {`Search for ${text}`}
              </button>
            ))}
          </li>
        ))}
      </ul>
    </div>
  );
}
