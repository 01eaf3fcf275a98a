/** One session in the list: two lines in a narrow pane, one line with columns where there is room. */
import type { SessionSource, SessionSummary } from '@hansard/client';
import { AgentBadge } from '../parts/agent-badge.tsx';
import { Icon } from '../parts/icon.tsx';
import { Link } from '../route/link.tsx';
import { moneyText, UNPRICED_NOTE } from '../words/money.ts';
import { counted, shortNumber } from '../words/numbers.ts';
import { folderName } from '../words/paths.ts';
import { clockTime, fullTime, shortTime } from '../words/times.ts';

interface SessionRowProps {
  session: SessionSummary;
  depth: number;
  open: boolean | undefined;
  current: boolean;
  address: string;
  /** Under a heading with its day, the time of day is enough. */
  underDay: boolean;
  /** One line with columns: a fact that is missing leaves its column empty. Else it takes no element. */
  wide: boolean;
  onToggle: () => void;
}

export function SessionRow({ session, depth, open, current, address, underDay, wide, onToggle }: SessionRowProps) {
  const title = session.title ?? 'Untitled session';
  const row = `session-row ${open === undefined ? 'single' : ''}`;
  return (
    <div className={row} data-current={current || undefined} style={{ '--depth': depth } as React.CSSProperties}>
      {open !== undefined && <Disclosure open={open} title={title} onToggle={onToggle} />}
      <Link
        href={address}
        className="session-link"
        aria-current={current ? 'page' : undefined}
        data-session={session.id}
      >
        <span className="session-title">
          {session.live && <span className="live-dot" role="img" aria-label="Live" />}
          <span className="title-words" dir="auto">
            {title}
          </span>
          {session.starred && (
            <span className="star" role="img" aria-label="Starred">
              <Icon name="star" filled />
            </span>
          )}
        </span>
        <Facts session={session} underDay={underDay} wide={wide} />
      </Link>
    </div>
  );
}

function Disclosure({ open, title, onToggle }: { open: boolean; title: string; onToggle: () => void }) {
  return (
    <button
      type="button"
      className="disclosure"
      aria-expanded={open}
      aria-label={`${open ? 'Hide' : 'Show'} what belongs to ${title}`}
      onClick={onToggle}
    >
      <Icon name={open ? 'down' : 'right'} />
    </button>
  );
}

function Facts({ session, underDay, wide }: Pick<SessionRowProps, 'session' | 'underDay' | 'wide'>) {
  const { endedAt, project, errors, lineage, subagents, tags } = session;
  const isRelated = lineage !== null || subagents > 0;
  return (
    <>
      <AgentBadge agent={session.agent} label={session.agentLabel} />
      {(wide || project) && (
        <span className="fact project" title={project ?? undefined}>
          {project ? folderName(project) : ''}
        </span>
      )}
      {(wide || isRelated) && <Relations lineage={lineage} subagents={subagents} tags={wide ? tags : []} />}
      {wide && (
        <span className="fact events" title={counted(session.events, 'event')}>
          {shortNumber(session.events)}
        </span>
      )}
      {errors > 0 ? (
        <span className="fact errors" role="img" aria-label={counted(errors, 'error')} title={counted(errors, 'error')}>
          <Icon name="error" />
          {shortNumber(errors)}
        </span>
      ) : (
        wide && <span />
      )}
      {(wide || session.tokens > 0) && <Cost session={session} />}
      <span className="fact time" title={endedAt ? fullTime(endedAt) : undefined}>
        {endedAt ? (underDay ? clockTime(endedAt) : shortTime(endedAt)) : ''}
      </span>
    </>
  );
}

function Relations({ lineage, subagents, tags }: Pick<SessionSummary, 'lineage' | 'subagents' | 'tags'>) {
  return (
    <span className="fact relation">
      {lineage && (
        <span title={`${lineage.kind} of another session`}>
          <Icon name="fork" />
          {lineage.kind}
        </span>
      )}
      {subagents > 0 && (
        <span title={counted(subagents, 'subagent')}>
          <Icon name="agents" />
          {subagents}
        </span>
      )}
      {tags.map((tag) => (
        <span key={tag} className="tag">
          {tag}
        </span>
      ))}
    </span>
  );
}

/** A session without tokens has no cost to speak of; one without a price says so. */
function Cost({ session }: { session: SessionSummary }) {
  const { costMicroUsd, unpriced, tokens } = session;
  if (tokens === 0) return <span className="fact cost" />;
  const none = costMicroUsd === null || (costMicroUsd === 0 && unpriced);
  return (
    <span className={`fact cost ${none ? 'unpriced' : ''}`} title={unpriced ? UNPRICED_NOTE : undefined}>
      {moneyText({ microUsd: costMicroUsd, unpriced })}
    </span>
  );
}

export function SubagentRow({ source, depth, address }: { source: SessionSource; depth: number; address: string }) {
  const name = source.title ?? source.type ?? source.source.replace(/^subagent:/, '');
  return (
    <div className="subagent-row" style={{ '--depth': depth } as React.CSSProperties}>
      <Link href={address} title={name}>
        <Icon name="agents" />
        <span className="title-words" dir="auto">
          {name}
        </span>
        <span className="fact">{shortNumber(source.events)}</span>
      </Link>
    </div>
  );
}
