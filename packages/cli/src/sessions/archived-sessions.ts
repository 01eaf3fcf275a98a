/** The sessions of the archive that a selection names, and the list of them as people read it. */
import { type Archive, countSessions, listSessions, type SessionListed, type SessionSelection } from '@hansard/archive';
import { adapterOf, type Host, neutraliseLine, resumeCommand } from '@hansard/core';
import { fit, fitEnd, table } from '../terminal/table.ts';
import { count, grouped, tilde } from '../terminal/words.ts';
import { rememberList } from './last-list.ts';
import type { TextOptions } from './sessions-text.ts';

export interface ArchivedList {
  readonly sessions: readonly SessionListed[];
  /** How many fit the selection, listed or not. */
  readonly total: number;
  /** How many there are at all. */
  readonly all: number;
}

export function archivedList(archive: Archive, host: Host, selection: SessionSelection): ArchivedList {
  const sessions = listSessions(archive, selection);
  rememberList(
    host,
    sessions.map(({ uuid }) => uuid),
  );
  const total = countSessions(archive, selection);
  return { sessions, total, all: selection.where === undefined ? total : countSessions(archive) };
}

/** Narrower than this, what stands before a title would leave it a word or two. */
const WIDE_ENOUGH = 100;

/** Two lines a session: what it is, and what to give to other commands; the title between them where it is narrow. */
export function archivedText({ sessions, total }: ArchivedList, options: TextOptions): string {
  const isNarrow = options.columns < WIDE_ENOUGH;
  const rows = table(
    sessions.map((session, i) => [...row(session, i + 1, options), ...(isNarrow ? [] : [titleOf(session)])]),
    ['right', 'left', 'left', 'right'],
  ).split('\n');
  const lines = sessions.flatMap((session, i) => [
    fit(rows[i] as string, options.columns),
    ...(isNarrow ? [fit(`    ${titleOf(session)}`, options.columns)] : []),
    // Whole: a command that is cut cannot be run.
    options.colors.dim(`    ${neutraliseLine(reference(session, options.home))}`),
  ]);
  const rest = total > sessions.length ? ` of ${grouped(total)} (--all lists all)` : '';
  return `${lines.join('\n')}\n\n${count(sessions.length, 'session')}${rest}. ${HINT}\n`;
}

const HINT = 'Read one with `hansard show 1`, the number in this list; `hansard search WORDS` finds what was said.';

function row(session: SessionListed, number: number, { home, minute, columns }: TextOptions): string[] {
  const { agent, events, project, startedAt, endedAt } = session;
  const time = startedAt ?? endedAt;
  return [
    String(number),
    time ? minute(time) : '-',
    adapterOf(agent)?.label ?? agent,
    count(events, 'event'),
    // The title says more than the folders above the project's own.
    fitEnd(neutraliseLine(project ? tilde(project, home) : '-'), Math.max(16, columns / 4)),
  ];
}

function titleOf({ title, starred, tags }: SessionListed): string {
  const marks = `${starred ? '★ ' : ''}${tags.map((tag) => `[${tag}] `).join('')}`;
  return neutraliseLine(marks + (title ?? '(no title)'));
}

function reference(session: SessionListed, home: string): string {
  const { uuid, agent, nativeId, project, path, missingSince, machine, lineage, subagents, scrubbed, imported } =
    session;
  const resume = resumeCommand(adapterOf(agent), nativeId, project && tilde(project, home));
  return [
    uuid.slice(0, 8),
    subagents > 0 ? count(subagents, 'subagent') : '',
    lineage ? `${lineage.kind} of ${(lineage.of ?? '?').slice(0, 8)}` : '',
    machine === null ? '' : `from ${machine}`,
    missingSince === null ? '' : '(removed by the agent, kept in the archive)',
    scrubbed ? '(secrets removed)' : '',
    imported ? '(imported)' : '',
    missingSince === null && machine === null && !imported && resume ? resume : path ? tilde(path, home) : '',
  ]
    .filter(Boolean)
    .join('  ');
}

export function sessionJson(session: SessionListed) {
  const { agent, nativeId, project, missingSince, ...rest } = session;
  return {
    ...rest,
    agent,
    nativeId,
    project,
    missingSince,
    removed: missingSince !== null,
    resume: rest.imported ? null : (resumeCommand(adapterOf(agent), nativeId, project) ?? null),
  };
}
