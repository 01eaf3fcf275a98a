/**
 * Which sessions and events a query chooses, by looking at them: what an index must agree with. Where events are held
 * without their content, whoever asks says by `hasText` whether a text is in one.
 */
import { isBackground } from '../events/event-kinds.ts';
import type { Filter, Query, State, TextClause } from '../query/query.ts';
import { eventHas, includes, isAll } from '../search/event-has.ts';
import { type Highlight, highlighter } from '../search/highlight.ts';
import type { SessionRow } from '../store/sessions.ts';
import { composed } from '../words/fold.ts';
import { eachText } from '../words/index-text.ts';
import type { HeldEvent, HeldSession } from './held-session.ts';

const OF_SESSIONS: ReadonlySet<string> = new Set([
  'agent',
  'project',
  'session',
  'tag',
  'machine',
  'origin',
  'branch',
  'commit',
  'title',
  'run',
  'flow',
  'step',
  'engine',
]);
const SESSION_STATES: ReadonlySet<State> = new Set(['starred', 'missing', 'stub']);

/** Whether a filter is about sessions, not about events in them. */
export const isOfSession = (filter: Filter): boolean =>
  OF_SESSIONS.has(filter.name) || (filter.name === 'is' && filter.states.every((state) => SESSION_STATES.has(state)));

/** Words, or filters about events: without any, sessions are asked for as such. */
export const choosesEvents = (query: Query): boolean =>
  query.text.length > 0 || query.filters.some((filter) => !isOfSession(filter));

/** What is asked of a session itself. */
export function sessionFits({ filters }: Query, row: SessionRow): boolean {
  return filters.filter(isOfSession).every((filter) => sessionHas(filter, row) !== filter.excluded);
}

/** An event fits when everything that is asked of events holds of it. */
export function eventFits(
  { text, filters, background }: Query,
  kept: HeldEvent,
  row: SessionRow,
  has: HasText = hasText,
): boolean {
  return (
    (background || !isBackground(kept.event)) &&
    filters
      .filter((filter) => !isOfSession(filter))
      .every((filter) => eventHas(filter, kept, row) !== filter.excluded) &&
    text.every((clause) => has(clause, kept) !== clause.excluded)
  );
}

/** A session is listed when some event has all that is wanted, and none has anything that is excluded. */
export function isListed(query: Query, session: HeldSession, row: SessionRow, has: HasText = hasText): boolean {
  if (!sessionFits(query, row)) return false;
  const ofEvents = query.filters.filter((filter) => !isOfSession(filter));
  const wanted = { text: query.text.filter((one) => !one.excluded), filters: ofEvents.filter((one) => !one.excluded) };
  const some = (test: (kept: HeldEvent) => boolean) => session.events.some(test);
  const hasWanted =
    wanted.text.length + wanted.filters.length === 0 ||
    some((kept) => eventFits({ ...query, ...wanted, background: seesAll(query) }, kept, row, has));
  return (
    hasWanted &&
    ofEvents.every((filter) => !filter.excluded || !some((kept) => eventHas(filter, kept, row))) &&
    query.text.every(
      (clause) =>
        !clause.excluded || !some((kept) => (query.background || !isBackground(kept.event)) && has(clause, kept)),
    )
  );
}

/** Lists leave the background out of words alone: filters choose sessions by whatever is in them. */
const seesAll = ({ text, background }: Query): boolean => background || text.every(({ excluded }) => excluded);

/** Whether an event has what a clause asks for, whether it is excluded or not. */
export type HasText = (clause: TextClause, held: HeldEvent) => boolean;

/** Made once for all events that a clause is asked of. */
const highlights = new WeakMap<TextClause, Highlight>();

/** In events that are held with their content. */
export function hasText(clause: TextClause, { event }: Pick<HeldEvent, 'event'>): boolean {
  const marks = highlights.get(clause) ?? highlighter({ text: [{ ...clause, excluded: false }] });
  highlights.set(clause, marks);
  let found = false;
  eachText(event, (text) => {
    found ||= marks(composed(text)).length > 0;
  });
  return found;
}

function sessionHas(filter: Filter, row: SessionRow): boolean {
  if (filter.name === 'agent') return filter.ids.includes(row.agent);
  if (filter.name === 'is')
    return filter.states.some((state) =>
      state === 'stub' ? row.run?.stub === true : state === 'starred' && row.starred,
    );
  if (!('texts' in filter)) return false;
  return filter.texts.some((text) => {
    if (filter.name === 'project') return includes(row.project, text) || includes(row.repository, text);
    if (filter.name === 'title') return includes(row.title, text);
    if (filter.name === 'branch') return [row.branch, ...(row.branches ?? [])].some((one) => isAll(one, text));
    if (filter.name === 'commit') return (row.commits ?? []).some((one) => isAll(one, `${text}*`));
    if (filter.name === 'tag') return row.tags.some((tag) => isAll(tag, text));
    if (filter.name === 'origin') return isAll(row.origin, text);
    if (filter.name === 'run')
      return [row.run?.id, ...(row.run?.aliases ?? [])].some((one) => isAll(one ?? null, text));
    if (filter.name === 'flow' || filter.name === 'step') return isAll(row.run?.[filter.name] ?? null, text);
    if (filter.name === 'engine') return isEngine(row.run?.engine ?? null, text);
    if (filter.name === 'machine') return text.toLowerCase() === 'this' && row.machine === null;
    return isAll(row.id, `${text}*`) || isAll(row.nativeId, `${text}*`);
  });
}

/** `claude` and `claude-step` are the same engine. */
const isEngine = (engine: string | null, text: string): boolean => isAll(engine, text) || isAll(engine, `${text}-step`);
