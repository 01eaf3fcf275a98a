/** What belongs to a session: those it descends from and those that descend from it, its subagents, its problems. */

import type { SessionDetail, SessionSummary } from '@hansard/client';
import { Icon } from '../parts/icon.tsx';
import { Link } from '../route/link.tsx';
import { useAddressFor } from '../sessions/list-query.ts';
import { shownName, sourceText, titleText } from '../words/names.ts';
import { shortNumber } from '../words/numbers.ts';
import { shortTime } from '../words/times.ts';

export function RelatedSection({ session }: { session: SessionDetail }) {
  const addressFor = useAddressFor();
  if (session.related.length === 0) return null;
  return (
    <section className="details-section" aria-label="Related sessions">
      <h3>Related sessions</h3>
      <ul className="related">
        {session.related.map((other) => (
          <li key={other.id}>
            <Link href={addressFor(other.id)}>
              <span className="quiet">{relation(session, other)}</span>
              <span className="title-words" dir="auto">
                {titleText(other)}
              </span>
              <span className="quiet">{other.endedAt ? shortTime(other.endedAt) : ''}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function relation(session: SessionSummary, other: SessionSummary): string {
  if (session.lineage?.id === other.id) return `${session.lineage.kind} of`;
  return other.lineage?.kind ?? 'related';
}

export function SubagentsSection({ session }: { session: SessionDetail }) {
  const addressFor = useAddressFor();
  const subagents = session.sources.filter(({ parent }) => parent !== null);
  if (subagents.length === 0) return null;
  return (
    <section className="details-section" aria-label="Subagents">
      <h3>Subagents</h3>
      <ul className="related">
        {subagents.map((subagent) => (
          <li key={subagent.source}>
            <Link href={addressFor(session.id, { source: subagent.source })}>
              <Icon name="agents" />
              <span className="title-words" dir="auto">
                {sourceText(subagent)}
              </span>
              <span className="quiet">{shortNumber(subagent.events)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const SHOWN = 20;

export function ProblemsSection({ session }: { session: SessionDetail }) {
  const { problems } = session;
  if (problems.length === 0) return null;
  return (
    <section className="details-section" aria-label="Problems in its files">
      <h3>Problems in its files</h3>
      <ul className="problems">
        {problems.slice(0, SHOWN).map(({ kind, message, line }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: problems have no ids and do not move
          <li key={index}>
            <strong>{kind}</strong> {shownName(message)}
            {line ? <span className="quiet"> line {line}</span> : null}
          </li>
        ))}
      </ul>
      {problems.length > SHOWN && <p className="quiet note">and {problems.length - SHOWN} more</p>}
    </section>
  );
}
