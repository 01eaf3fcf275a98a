/** Two sessions side by side: what each took, what was asked, which files and tools it came to. */

import type { SessionDetail } from '@hansard/client';
import { useAnswer } from '../answers/use-answer.ts';
import { api } from '../api.ts';
import { AgentBadge } from '../parts/agent-badge.tsx';
import { Trouble } from '../parts/trouble.tsx';
import { Link } from '../route/link.tsx';
import { sessionAddress } from '../route/pages.ts';
import { usePlace, withQuery } from '../route/place.ts';
import { useSession } from '../session/use-session.ts';
import { titleText } from '../words/names.ts';
import { fullTime } from '../words/times.ts';
import { CompareMenu } from './compare-menu.tsx';
import { FactsTable, NamedTable, PromptsTable } from './compare-tables.tsx';
import { both, factRows, fileRows, namesOf, type Pair, promptRows, toolRows } from './comparison.ts';

export function ComparePage() {
  const { query } = usePlace();
  const ids = [query.get('a') ?? '', query.get('b') ?? ''] as const;
  if (ids.some((id) => id === '')) {
    return (
      <>
        <h1 className="visually-hidden">Compare two sessions</h1>
        <p className="nothing">
          Open a session and choose <b>Compare</b> in its details. <Link href="/">All sessions</Link>
        </p>
      </>
    );
  }
  return <Comparison key={ids.join(' ')} ids={ids} />;
}

function Comparison({ ids }: { ids: Pair<string> }) {
  const [a, b] = [useSession(ids[0]), useSession(ids[1])];
  const error = a.error ?? b.error;
  if (a.data && b.data) return <Compared sessions={[a.data, b.data]} />;
  return error === undefined ? <p className="nothing">Reading the sessions…</p> : <Trouble error={error} />;
}

function Compared({ sessions }: { sessions: Pair<SessionDetail> }) {
  const outlines = useBoth(sessions, 'outline', api.outline);
  const changes = useBoth(sessions, 'changes', api.changes);
  const maps = useBoth(sessions, 'map', api.map);
  const names = namesOf(sessions);
  return (
    <div className="compare-page">
      <h1 className="visually-hidden">Compare two sessions</h1>
      <div className="compare-heads">
        <Head session={sessions[0]} place="a" />
        <Head session={sessions[1]} place="b" />
      </div>
      <FactsTable rows={factRows(sessions)} names={names} />
      {outlines && <PromptsTable rows={promptRows(outlines)} names={names} ids={both(sessions, ({ id }) => id)} />}
      {changes && (
        <NamedTable
          title="Files changed"
          rows={fileRows(
            changes,
            both(sessions, ({ project }) => project),
          )}
          names={names}
        />
      )}
      {maps && <NamedTable title="Tools called" rows={toolRows(maps)} names={names} />}
    </div>
  );
}

function Head({ session, place }: { session: SessionDetail; place: 'a' | 'b' }) {
  return (
    <header>
      <h2 dir="auto">
        <Link href={sessionAddress(session.id)}>{titleText(session)}</Link>
      </h2>
      <p className="quiet">
        <AgentBadge agent={session.agent} label={session.agentLabel} />{' '}
        {session.startedAt && fullTime(session.startedAt)}
      </p>
      <CompareMenu
        session={session}
        words="Another session"
        label={`Another session in place of ${titleText(session)}`}
        address={(id) => withQuery({ [place]: id })}
      />
    </header>
  );
}

/** The same of both, once both are there. */
function useBoth<T>(
  [a, b]: Pair<SessionDetail>,
  what: string,
  ask: (id: string, options: { signal: AbortSignal }) => Promise<T>,
): Pair<T> | undefined {
  const first = useAnswer(`${what} ${a.id} ${a.lastSeq}`, (signal) => ask(a.id, { signal }));
  const second = useAnswer(`${what} ${b.id} ${b.lastSeq}`, (signal) => ask(b.id, { signal }));
  return first.data && second.data ? [first.data, second.data] : undefined;
}
