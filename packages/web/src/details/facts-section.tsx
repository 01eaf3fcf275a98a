/** The plain facts of a session; what is not known is left out. */
import type { SessionDetail } from '@hansard/client';
import { Fragment, type ReactNode } from 'react';
import { filterText } from '../query/pieces.ts';
import { Link } from '../route/link.tsx';
import { addressOf } from '../route/place.ts';
import { bytesText, wholeNumber } from '../words/numbers.ts';
import { durationText, fullTime } from '../words/times.ts';

export function FactsSection({ session }: { session: SessionDetail }) {
  const facts = factsOf(session).filter(([, value]) => value !== null && value !== undefined && value !== '');
  return (
    <section className="details-section" aria-label="Session">
      <h3>Session</h3>
      <dl className="facts">
        {facts.map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}

function factsOf(session: SessionDetail): [name: string, value: ReactNode][] {
  const { project, repository, branch, startedAt, endedAt, durationMs, missingSince, machine } = session;
  const path = (text: string | null) => text && <span className="path">{text}</span>;
  const bad = (text: string) => <span className="bad">{text}</span>;
  return [
    ['Project', project && <Filtered name="project" value={project} />],
    ['Repository', path(repository)],
    ['Branch', branch && <Filtered name="branch" value={branch} />],
    ['Started', startedAt && fullTime(startedAt)],
    ['Last event', endedAt && fullTime(endedAt)],
    ['Lasted', durationMs > 0 ? durationText(durationMs) : null],
    ['Events', wholeNumber(session.events)],
    ['Messages', wholeNumber(session.messages)],
    ['Tool calls', wholeNumber(session.toolCalls)],
    ['Errors', session.errors > 0 ? bad(wholeNumber(session.errors)) : '0'],
    ['Agent', [session.agentLabel, session.agentVersion].filter(Boolean).join(' ')],
    ['Machine', machine],
    ['Removed', missingSince && `by the agent, noticed ${fullTime(missingSince)}; kept here`],
    ['File', path(session.path)],
    ['Size', bytesText(session.bytes)],
    ['Agent’s id', path(session.nativeId)],
    ['Id', path(session.id)],
  ];
}

/** A value that leads to all sessions that share it. */
function Filtered({ name, value }: { name: string; value: string }) {
  return (
    <Link className="path" href={addressOf('/', { q: filterText(name, value) })} title={`All sessions of ${value}`}>
      {value}
    </Link>
  );
}
