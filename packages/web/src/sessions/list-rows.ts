/**
 * The rows of the list: days, sessions, and under a session those that descend from it (forks, continuations, resumed
 * ones) and its subagents. A family stands where its latest member does.
 */
import type { SessionSource, SessionSummary } from '@hansard/client';
import { folderName } from '../words/paths.ts';
import { dayName } from '../words/times.ts';

export type ListRow =
  | { readonly kind: 'day'; readonly key: string; readonly name: string }
  | {
      readonly kind: 'session';
      readonly key: string;
      readonly session: SessionSummary;
      readonly depth: number;
      /** Undefined when nothing is under it. */
      readonly open: boolean | undefined;
      /** It stands under a heading with its day. */
      readonly underDay: boolean;
    }
  | {
      readonly kind: 'subagent';
      readonly key: string;
      readonly session: SessionSummary;
      readonly source: SessionSource;
      readonly depth: number;
    };

export interface RowsOptions {
  /** By time: with days, and descendants under their session. */
  readonly byTime: boolean;
  /** Under the folders that they were in, each where its first session would stand. */
  readonly byProject?: boolean;
  /** Sessions whose descendants the reader wants to see, or not, against what is usual. */
  readonly toggled: ReadonlySet<string>;
  /** Subagents of the sessions that are open. */
  readonly sources: ReadonlyMap<string, readonly SessionSource[]>;
  readonly now: Date;
}

const DEEPEST = 6;

export function listRows(sessions: readonly SessionSummary[], options: RowsOptions): ListRow[] {
  return options.byProject ? projectRows(sessions, options) : familyRows(sessions, options);
}

function projectRows(sessions: readonly SessionSummary[], options: RowsOptions): ListRow[] {
  const projects = new Map<string, SessionSummary[]>();
  for (const session of sessions) {
    const own = projects.get(session.project ?? '');
    if (own) own.push(session);
    else projects.set(session.project ?? '', [session]);
  }
  return [...projects].flatMap(([project, own]) => {
    const name = project === '' ? 'Without a project' : folderName(project);
    const head: ListRow = { kind: 'day', key: `project ${project}`, name: `${name} (${own.length})` };
    return [head, ...familyRows(own, { ...options, byTime: false })];
  });
}

function familyRows(sessions: readonly SessionSummary[], options: RowsOptions): ListRow[] {
  const families = options.byTime ? familiesOf(sessions) : { parents: new Map(), children: new Map() };
  const rows: ListRow[] = [];
  const done = new Set<SessionSummary>();
  let day = '';
  for (const session of sessions) {
    const root = rootOf(session, families.parents);
    if (done.has(root)) continue;
    done.add(root);
    const name = options.byTime ? dayName(session.endedAt, options.now) : '';
    if (name !== day) rows.push({ kind: 'day', key: `day ${name}`, name });
    day = name;
    addFamily({ rows, day, children: families.children, options }, root, 0);
  }
  return rows;
}

interface Families {
  readonly parents: Map<SessionSummary, SessionSummary>;
  readonly children: Map<SessionSummary, SessionSummary[]>;
}

/** Logs can claim anything: a session that would be its own ancestor is nobody's child. */
function familiesOf(sessions: readonly SessionSummary[]): Families {
  const byId = new Map(sessions.map((session) => [session.id, session]));
  const parents = new Map<SessionSummary, SessionSummary>();
  const children = new Map<SessionSummary, SessionSummary[]>();
  for (const session of sessions) {
    const parent = session.lineage?.id ? byId.get(session.lineage.id) : undefined;
    if (!parent || rootOf(parent, parents) === session || parent === session) continue;
    parents.set(session, parent);
    children.set(parent, [...(children.get(parent) ?? []), session]);
  }
  return { parents, children };
}

function rootOf(session: SessionSummary, parents: ReadonlyMap<SessionSummary, SessionSummary>): SessionSummary {
  let root = session;
  for (let above = parents.get(root); above; above = parents.get(root)) root = above;
  return root;
}

interface Family {
  readonly rows: ListRow[];
  /** The day under which it stands; empty when there are none. */
  readonly day: string;
  readonly children: Families['children'];
  readonly options: RowsOptions;
}

/** Descendants show unless the reader closed them; subagents only when the reader opened them. */
function addFamily(family: Family, session: SessionSummary, depth: number): void {
  const { rows, day, children, options } = family;
  const under = children.get(session) ?? [];
  const toggled = options.toggled.has(session.id);
  const open = under.length > 0 ? !toggled : session.subagents > 0 ? toggled : undefined;
  const underDay = day !== '' && dayName(session.endedAt, options.now) === day;
  rows.push({ kind: 'session', key: session.id, session, depth, open, underDay });
  if (!open) return;
  for (const source of options.sources.get(session.id) ?? []) {
    if (source.parent === null) continue;
    const key = `${session.id} ${source.source}`;
    rows.push({ kind: 'subagent', key, session, source, depth: Math.min(DEEPEST, depth + levelOf(source)) });
  }
  for (const child of under) addFamily(family, child, Math.min(DEEPEST, depth + 1));
}

/** `subagent:a/b` is one level below `subagent:a`. */
const levelOf = ({ source }: SessionSource): number => source.split('/').length;
