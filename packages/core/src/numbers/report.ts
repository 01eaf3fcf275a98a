/** Numbers about all sessions: what was used, what it cost, which tools ran; grouped as asked. */
import type { NumbersRequest, NumbersSelection, StoreNumbers, UsageRow } from '../store/numbers.ts';
import type { SessionId, SessionName, StoreSessions } from '../store/sessions.ts';
import type { PriceBook } from '../usage/prices.ts';
import { addUse, type Group, type Grouping, Groups } from './groups.ts';
import { PriceClasses } from './price-classes.ts';
import { allTokens } from './spent.ts';

export interface NumbersOptions extends NumbersSelection {
  readonly by: readonly Grouping[];
  /** As `Intl` names it, or `local`. */
  readonly timezone: string;
  readonly prices: PriceBook;
  /** Whether to look at tools, prompts and turns too, which takes longer than sums of tokens; by tool, at these alone. */
  readonly tools?: boolean;
}

/** How the price of a model was found. */
export interface ModelNote {
  readonly model: string;
  readonly tokens: number;
  /** Undefined when there is no price. */
  readonly matched?: string;
  readonly estimated?: boolean;
  readonly override?: boolean;
}

export interface Numbers {
  readonly by: readonly Grouping[];
  /** Groups by time in order; others by what they cost, then by what they used. */
  readonly groups: readonly Group[];
  readonly total: Group;
  readonly priceDate: string;
  /** Models of what counts, those that used most first. */
  readonly models: readonly ModelNote[];
  /** The sessions of the groups, when they are grouped by session. */
  readonly sessions: ReadonlyMap<SessionId, SessionName>;
}

/** What reports are read from. */
export interface NumbersStore {
  readonly numbers: StoreNumbers;
  readonly sessions: Pick<StoreSessions, 'names' | 'agents' | 'count'>;
}

export async function readNumbers(store: NumbersStore, options: NumbersOptions): Promise<Numbers> {
  const { by, prices } = options;
  const groups = new Groups(by);
  const classes = new PriceClasses(prices, await store.numbers.models());
  await addAll(store.numbers, options, groups, classes);
  const all = groups
    .all()
    .filter((group) => !isEmpty(group))
    .sort(orderOf(by));
  return {
    by,
    groups: all,
    total: groups.total,
    priceDate: prices.date,
    models: modelNotes(groups.total, prices),
    sessions: by.includes('session') ? await sessionsOf(store, all, by) : new Map(),
  };
}

async function addAll(
  numbers: StoreNumbers,
  { by, timezone, query, since, until, sessions, tools = false }: NumbersOptions,
  groups: Groups,
  classes: PriceClasses,
): Promise<void> {
  const request: NumbersRequest = { timezone, query, since, until, sessions };
  const byTool = by.includes('tool');
  if (!byTool || !tools) {
    const asked = { ...request, by: columnsOf(by, tools), steps: classes.steps };
    const rows = await (byTool ? numbers.toolUsage(asked) : numbers.usage(asked));
    for (const row of rows) addUsage(row, groups, classes);
  }
  if (!tools) return;
  for (const row of await numbers.toolCalls(request)) {
    for (const group of groups.of(row)) {
      group.sessions.add(row.session);
      group.tools.add(row.status, row.count, row.ms);
    }
  }
  // By tool, prompts are of the whole alone, and turns of nothing.
  for (const row of await numbers.prompts(request)) {
    for (const group of byTool ? [groups.total] : groups.of(row)) {
      group.prompts++;
      if (row.ms && !byTool) group.turns.add([row.ms]);
    }
  }
}

const OF_TIME: ReadonlySet<Grouping> = new Set(['day', 'week', 'month']);

function columnsOf(by: readonly Grouping[], countsSessions: boolean) {
  const columns = new Set<'day' | 'session' | 'agent' | 'project'>();
  for (const grouping of by) {
    if (OF_TIME.has(grouping)) columns.add('day');
    if (grouping === 'session' || grouping === 'agent' || grouping === 'project') columns.add(grouping);
  }
  if (countsSessions) columns.add('session');
  return columns;
}

/** Adds a row of usage to the groups that it belongs to. */
export function addUsage(row: UsageRow, groups: Groups, classes: PriceClasses): void {
  const { model, responses, tokens, largest, request, time, session, inherited } = row;
  const found = groups.of(row);
  const window = model === '' ? undefined : classes.book.windowOf(model);
  addUse(found, { model, responses, tokens, largest, priced: classes.priceOf(model, request, time), window }, row);
  if (session !== '' && !inherited) for (const group of found) group.sessions.add(session);
}

const isEmpty = ({ own, inherited, tools, prompts }: Group): boolean =>
  own.isEmpty && inherited.isEmpty && tools.calls + prompts === 0;

/** Times and headings in order, what is under them by cost; what is not known comes last. */
function orderOf(by: readonly Grouping[]): (a: Group, b: Group) => number {
  const heads = by.map((grouping, n) => OF_TIME.has(grouping) || n < by.length - 1);
  return (a, b) => {
    for (const [n, isHead] of heads.entries()) {
      const [one = null, other = null] = [a.key[n], b.key[n]];
      if (!isHead || one === other) continue;
      if (one === null || other === null) return one === null ? 1 : -1;
      return one < other ? -1 : 1;
    }
    if (a.own.pico !== b.own.pico) return a.own.pico > b.own.pico ? -1 : 1;
    const more = allTokens(b.own.tokens) - allTokens(a.own.tokens) || b.tools.calls - a.tools.calls;
    return more || (String(a.key) < String(b.key) ? -1 : 1);
  };
}

function modelNotes({ models }: Group, book: PriceBook): ModelNote[] {
  const notes = [...models].map(([model, { tokens }]) => {
    const price = model === '' ? undefined : book.priceOf(model);
    return {
      model,
      tokens: allTokens(tokens),
      ...(price && { matched: price.model, estimated: price.estimated, override: price.override }),
    };
  });
  return notes.filter(({ tokens }) => tokens > 0).sort((a, b) => b.tokens - a.tokens || (a.model < b.model ? -1 : 1));
}

async function sessionsOf(
  { sessions }: NumbersStore,
  groups: readonly Group[],
  by: readonly Grouping[],
): Promise<Map<SessionId, SessionName>> {
  const at = by.indexOf('session');
  const names = await sessions.names([...new Set(groups.map(({ key }) => key[at] ?? ''))]);
  return new Map(names.map((name) => [name.id, name]));
}
