/** The plain facts of a session; what is not known is left out. */

import type { SessionDetail } from '@hansard/client';
import { Fragment, type ReactNode } from 'react';
import { filterText } from '../query/pieces.ts';
import { Link } from '../route/link.tsx';
import { addressOf } from '../route/place.ts';
import { shownName } from '../words/names.ts';
import { bytesText, wholeNumber } from '../words/numbers.ts';
import { durationText, fullTime } from '../words/times.ts';

export function FactsSection({ session }: { session: SessionDetail }) {
  const facts = factsOf(session).filter(([, value]) => value !== null && value !== undefined && value !== '');
  return (
    <section className="details-section" aria-label="Session">
      <h3>Session</h3>
      <dl className="facts">
        {facts.map(([name, value, look]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd className={look}>{typeof value === 'string' ? shownName(value) : value}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}

function factsOf(session: SessionDetail): [name: string, value: ReactNode, look?: string][] {
  const { project, repository, branch, startedAt, endedAt, durationMs, missingSince, machine } = session;
  return [
    ['Project', project && <Filtered name="project" value={project} />],
    ['Repository', repository, 'path'],
    ['Branch', branch && <Filtered name="branch" value={branch} />],
    ['Started', startedAt && fullTime(startedAt)],
    ['Last event', endedAt && fullTime(endedAt)],
    ['Duration', durationMs > 0 ? durationText(durationMs) : null],
    ['Events', wholeNumber(session.events)],
    ['Messages', wholeNumber(session.messages)],
    ['Tool calls', wholeNumber(session.toolCalls)],
    ['Errors', wholeNumber(session.errors), session.errors > 0 ? 'bad' : undefined],
    ['Agent', [session.agentLabel, session.agentVersion].filter(Boolean).join(' ')],
    ['Machine', machine],
    ['Removed', missingSince && `by the agent, noticed ${fullTime(missingSince)}; kept here`],
    ['File', session.path, 'path'],
    ['Size', bytesText(session.bytes)],
    ['Agent’s id', session.nativeId, 'path'],
    ['Id', session.id, 'path'],
  ];
}

/** A value that leads to all sessions that share it. */
function Filtered({ name, value }: { name: string; value: string }) {
  return (
    <Link
      className="path"
      href={addressOf('/', { q: filterText(name, value) })}
      title={`All sessions of ${shownName(value)}`}
    >
      {shownName(value)}
    </Link>
  );
}
