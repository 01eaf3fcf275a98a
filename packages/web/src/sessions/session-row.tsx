/**
 * One session in the list: two lines in a narrow pane, one line with columns where there is room. Beside a transcript
 * every row counts, so that it has no element that is not seen.
 */

import type { SessionSource, SessionSummary } from '@hansard/client';
import { AgentBadge } from '../parts/agent-badge.tsx';
import { Icon } from '../parts/icon.tsx';
import { Link } from '../route/link.tsx';
import { useWaiting } from '../running/waiting.ts';
import { moneyText, UNPRICED_NOTE } from '../words/money.ts';
import { shownName, sourceText, titleText } from '../words/names.ts';
import { counted, shortNumber } from '../words/numbers.ts';
import { folderName } from '../words/paths.ts';
import { clockTime, fullTime, shortTime } from '../words/times.ts';
import { selection, useSelected, useSelecting } from './selection.ts';

/** Where it is in the list. */
export interface RowPlace {
  'aria-setsize': number;
  'aria-posinset': number;
  height: number;
}

interface SessionRowProps {
  place: RowPlace;
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

export function SessionRow({
  place,
  session,
  depth,
  open,
  current,
  address,
  underDay,
  wide,
  onToggle,
}: SessionRowProps) {
  const title = titleText(session);
  return (
    <RowItem
      place={place}
      depth={depth}
      kind={open === undefined ? 'session-row single' : 'session-row'}
      current={current}
    >
      <SelectBox id={session.id} title={title} />
      {open !== undefined && (
        <button
          type="button"
          className="disclosure drawn"
          aria-expanded={open}
          aria-label={`${open ? 'Hide' : 'Show'} what belongs to ${title}`}
          onClick={onToggle}
        />
      )}
      <Link
        href={address}
        className="session-link"
        data-time={timeText(session, underDay)}
        title={session.endedAt ? fullTime(session.endedAt) : undefined}
        aria-current={current ? 'page' : undefined}
        data-session={session.id}
      >
        <Title session={session} title={title} />
        <Facts session={session} wide={wide} />
      </Link>
    </RowItem>
  );
}

/** Only while sessions are being chosen: rows have no element that is not needed. */
function SelectBox({ id, title }: { id: string; title: string }) {
  const isOn = useSelecting();
  const selected = useSelected();
  if (!isOn) return null;
  return (
    <input
      type="checkbox"
      className="select-box"
      aria-label={`Select ${title}`}
      checked={selected.has(id)}
      onChange={() => selection.toggle(id)}
    />
  );
}

interface RowItemProps {
  place: RowPlace;
  depth: number;
  kind: string;
  current?: boolean;
  children: React.ReactNode;
}

function RowItem({ place: { height, ...place }, depth, kind, current, children }: RowItemProps) {
  const style = { height, '--depth': depth } as React.CSSProperties;
  return (
    <li {...place} className={kind} style={style} data-current={current || undefined}>
      {children}
    </li>
  );
}

function Title({ session: { id, live, starred }, title }: { session: SessionSummary; title: string }) {
  const waits = useWaiting().some((item) => item.id === id);
  const words = (
    <span className="title-words session-title" dir="auto">
      {title}
    </span>
  );
  if (!live && !starred && !waits) return words;
  return (
    <span className="marked-title">
      {live && <span className="live-dot" role="img" aria-label="Live" />}
      {words}
      {waits && <span className="waiting-mark">waiting for you</span>}
      {starred && (
        <span className="star" role="img" aria-label="Starred">
          <Icon name="star-filled" />
        </span>
      )}
    </span>
  );
}

/** Shown behind everything else, by `::after`. */
function timeText({ endedAt }: SessionSummary, underDay: boolean): string {
  return endedAt ? (underDay ? clockTime(endedAt) : shortTime(endedAt)) : '';
}

function Facts({ session, wide }: Pick<SessionRowProps, 'session' | 'wide'>) {
  const { project, errors, lineage, subagents, tags } = session;
  const isRelated = lineage !== null || subagents > 0;
  return (
    <>
      <AgentBadge agent={session.agent} label={session.agentLabel} />
      {(wide || project) && (
        <span className="fact project" title={project === null ? undefined : shownName(project)}>
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
        <span
          className="fact errors drawn"
          role="img"
          aria-label={counted(errors, 'error')}
          title={counted(errors, 'error')}
        >
          {shortNumber(errors)}
        </span>
      ) : (
        wide && <span />
      )}
      {(wide || session.tokens > 0) && <Cost session={session} />}
    </>
  );
}

function Relations({ lineage, subagents, tags }: Pick<SessionSummary, 'lineage' | 'subagents' | 'tags'>) {
  const relations = [
    ...(lineage ? [{ kind: 'lineage', title: `${lineage.kind} of another session`, words: lineage.kind }] : []),
    ...(subagents > 0 ? [{ kind: 'agents', title: counted(subagents, 'subagent'), words: subagents }] : []),
  ];
  const [only] = relations;
  if (only && relations.length + tags.length === 1) {
    return (
      <span className={`fact relation drawn ${only.kind}`} title={only.title}>
        {only.words}
      </span>
    );
  }
  return (
    <span className="fact relation several">
      {relations.map(({ kind, title, words }) => (
        <span key={kind} className={`drawn ${kind}`} title={title}>
          {words}
        </span>
      ))}
      {tags.map((tag) => (
        <span key={tag} className="tag">
          {shownName(tag)}
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

interface SubagentRowProps {
  place: RowPlace;
  source: SessionSource;
  depth: number;
  address: string;
}

export function SubagentRow({ place, source, depth, address }: SubagentRowProps) {
  const name = sourceText(source);
  return (
    <RowItem place={place} depth={depth} kind="subagent-row">
      <Link href={address} title={name} className="drawn agents">
        <span className="title-words" dir="auto">
          {name}
        </span>
        <span className="fact">{shortNumber(source.events)}</span>
      </Link>
    </RowItem>
  );
}

export function DayRow({ place, name }: { place: RowPlace; name: string }) {
  const { height, ...rest } = place;
  return (
    <li {...rest} style={{ height }}>
      <h2 className="day-row">{name}</h2>
    </li>
  );
}
