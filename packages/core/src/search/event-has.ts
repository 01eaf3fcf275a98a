/** Whether an event is what a filter asks for, by the event alone: for stores without an index, and behind the gate. */
import { columnsOf, type EventColumns, FLAGS, touchesOf } from '../events/event-facts.ts';
import { isBookkeeping, isInjected } from '../events/event-kinds.ts';
import { isSubagentSource } from '../events/source-path.ts';
import type { Filter, State } from '../query/query.ts';
import type { SessionRow } from '../store/sessions.ts';
import type { Event } from '../transcript.ts';
import { CHANGING_ACTIONS } from '../views/changing-actions.ts';

const TYPES: Partial<Record<State, readonly string[]>> = {
  user: ['user_message'],
  assistant: ['assistant_message'],
  tool: ['tool_call', 'tool_result'],
  reasoning: ['reasoning'],
  unparsed: ['unparsed'],
};

/** An event with its columns, and the files that it touches where they are known already: then its content is not needed. */
export interface FilteredEvent {
  readonly event: Event;
  readonly columns: EventColumns;
  readonly touches?: readonly { readonly path: string; readonly action: string }[] | undefined;
}

export const filtered = (event: Event): FilteredEvent => ({ event, columns: columnsOf(event) });

export function eventHas(
  filter: Filter,
  { event, columns, touches }: FilteredEvent,
  row: Pick<SessionRow, 'starred' | 'missingSince' | 'run'>,
): boolean {
  if (filter.name === 'after') return columns.time >= filter.time;
  if (filter.name === 'before') return columns.time < filter.time;
  if (filter.name === 'is') {
    return filter.states.some((state) => {
      if (state === 'starred') return row.starred;
      if (state === 'missing') return row.missingSince !== null;
      if (state === 'stub') return row.run?.stub === true;
      if (state === 'any') return true;
      if (state === 'system') return isInjected(event);
      if (state === 'bookkeeping') return isBookkeeping(event);
      if (state === 'error') return (columns.flags & FLAGS.error) !== 0;
      if (state === 'subagent') return isSubagentSource(event.source);
      if (state === 'edit')
        return (touches ?? touchesOf(event)).some(({ action }) => CHANGING_ACTIONS.includes(action));
      return TYPES[state]?.includes(event.type) ?? false;
    });
  }
  if (!('texts' in filter)) return false;
  return filter.texts.some((text) => {
    if (filter.name === 'tool') return isAll(columns.tool, text);
    if (filter.name === 'model') return includes(columns.model, text);
    return (touches ?? touchesOf(event)).some(({ path }) => includes(`/${slashed(path)}/`, `/${plainPath(text)}/`));
  });
}

const slashed = (path: string): string => path.replaceAll('\\', '/');

const plainPath = (text: string): string =>
  slashed(text)
    .replaceAll(/\/+/g, '/')
    .replace(/^(?:~|\.)?\//, '')
    .replace(/\/$/, '');

/** `*` stands for anything; capitals do not matter. */
const pattern = (text: string): string =>
  text
    .split('*')
    .map((piece) => piece.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');

/** All of a name. */
export const isAll = (value: string | null, text: string): boolean =>
  value !== null && new RegExp(`^${pattern(text)}$`, 'is').test(value);
/** A part of one. */
export const includes = (value: string | null, text: string): boolean =>
  value !== null && new RegExp(pattern(text), 'is').test(value);
