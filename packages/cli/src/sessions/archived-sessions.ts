/** The sessions of the archive that a selection names, and the list of them as people read it. */
import { adapterOf, type Host, neutraliseLine, resumeCommand } from '@hansard/core';
import type { Query } from '@hansard/core/query/query.ts';
import type { SessionRow, StoreSessions } from '@hansard/core/store/sessions.ts';
import { fit, fitEnd, table } from '../terminal/table.ts';
import { count, grouped, tilde } from '../terminal/words.ts';
import { rememberList } from './last-list.ts';
import type { TextOptions } from './sessions-text.ts';

export interface ArchivedList {
  readonly sessions: readonly SessionRow[];
  /** How many fit the selection, listed or not. */
  readonly total: number;
  /** How many there are at all. */
  readonly all: number;
}

/** More than there are. */
const ALL = 1_000_000_000;

/** Newest first. */
export async function archivedList(
  store: StoreSessions,
  host: Host,
  { query, limit = ALL }: { readonly query?: Query | undefined; readonly limit?: number | undefined },
): Promise<ArchivedList> {
  const { sessions, total } = await store.page({ order: 'newest', query, limit });
  rememberList(
    host,
    sessions.map(({ id }) => id),
  );
  return { sessions, total, all: query === undefined ? total : await store.count() };
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

function row(session: SessionRow, number: number, { home, minute, columns }: TextOptions): string[] {
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

function titleOf({ title, starred, tags }: SessionRow): string {
  const marks = `${starred ? '★ ' : ''}${tags.map((tag) => `[${tag}] `).join('')}`;
  return neutraliseLine(marks + (title ?? '(no title)'));
}

function reference(session: SessionRow, home: string): string {
  const { id, agent, nativeId, project, path, missingSince, machine, lineage, subagents, scrubbed, imported, origin } =
    session;
  const resume = resumeCommand(adapterOf(agent), nativeId, project && tilde(project, home));
  return [
    id.slice(0, 8),
    subagents > 0 ? count(subagents, 'subagent') : '',
    lineage ? `${lineage.kind} of ${(lineage.of ?? '?').slice(0, 8)}` : '',
    (machine ?? origin) === null ? '' : `from ${neutraliseLine(machine ?? origin ?? '')}`,
    missingSince === null ? '' : '(removed by the agent, kept in the archive)',
    scrubbed ? '(secrets removed)' : '',
    imported ? '(imported)' : '',
    missingSince === null && machine === null && !imported && resume ? resume : path ? shownPath(path, home) : '',
  ]
    .filter(Boolean)
    .join('  ');
}

/** What was brought is kept under a name of its own, below which is the path that it had. */
const shownPath = (path: string, home: string): string =>
  tilde(path.replace(/^imported[\\/][0-9a-f]{16}(?=[\\/])/, ''), home);

/** `id` is the number in the archive. */
export function sessionJson(session: SessionRow) {
  const { id: uuid, number: id, agent, nativeId, project, missingSince, lastSeq: _lastSeq, ...rest } = session;
  return {
    id,
    uuid,
    ...rest,
    agent,
    nativeId,
    project,
    missingSince,
    removed: missingSince !== null,
    resume: rest.imported ? null : (resumeCommand(adapterOf(agent), nativeId, project) ?? null),
  };
}
