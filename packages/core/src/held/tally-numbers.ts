/** Numbers made of the tallies of sessions. A response, and a copied event, counts in the session that began first. */
import { toolShares } from '../numbers/tool-shares.ts';
import { ZoneDays } from '../numbers/zone-days.ts';
import type { Filter, Query } from '../query/query.ts';
import type { EditedFileRow, HourRow, NumbersSelection, StoreNumbers, UsageRow } from '../store/numbers.ts';
import type { SessionId } from '../store/sessions.ts';
import { QUARTER, type SessionTally, type TalliedEvent, type TalliedResponse } from './session-tally.ts';

export interface TalliedSession {
  readonly id: SessionId;
  readonly agent: string;
  readonly project: string | null;
  readonly tally: SessionTally;
}

export interface TallySource {
  /** Every session that there is to see; the same list as long as none has changed. */
  all(): Promise<readonly TalliedSession[]>;
  /** Those that a query chooses. */
  listed(query: Query): Promise<ReadonlySet<SessionId>>;
}

const HOUR = 3_600_000;
const OF_USAGE: ReadonlySet<string> = new Set(['model', 'after', 'before']);

export function tallyNumbers(source: TallySource): StoreNumbers {
  const all = async (selection: NumbersSelection, timezone = 'UTC') => {
    const days = zone(timezone);
    const { sessions, first } = await chosen(source, selection);
    return sessions.flatMap((session) =>
      session.tally.responses.map((row) => rowOf(session, row, days, first)).filter((row) => isAsked(row, selection)),
    );
  };
  return {
    models: async () => [...new Set((await all({})).map(({ model }) => model))].filter((model) => model !== ''),
    extent: async () => extentOf(await all({})),
    usage: async ({ by, timezone, ...selection }) =>
      (await all(selection, timezone)).map(({ tools: _tools, ...row }) => ({
        ...row,
        day: by.has('day') ? row.day : null,
        session: by.has('session') ? row.session : '',
        agent: by.has('agent') ? row.agent : '',
        project: by.has('project') ? row.project : null,
      })),
    toolUsage: async ({ timezone, ...selection }) =>
      (await all(selection, timezone)).flatMap(({ tools, ...row }) => toolShares(row, tools)),
    responses: async (selection) =>
      (await all(selection)).filter(({ time, inherited }) => time > 0 && !inherited).sort((a, b) => a.time - b.time),
    toolCalls: async ({ timezone, ...selection }) => {
      const days = zone(timezone);
      const { sessions, first } = await chosen(source, selection);
      return sessions.flatMap((session) =>
        session.tally.calls
          .filter((call) => !first.isCopy(session, call))
          .map(({ id: _id, ms, ...call }) => ({
            ...placeOf(session, call.time, days),
            ...call,
            tool: call.tool === '' ? undefined : call.tool,
            count: 1,
            ms: ms === null ? [] : [ms],
          }))
          .filter((row) => isAsked(row, selection) && toolFits(row.tool ?? '', selection.query)),
      );
    },
    prompts: async ({ timezone, ...selection }) => {
      const days = zone(timezone);
      const { sessions, first } = await chosen(source, selection);
      return sessions.flatMap((session) =>
        session.tally.prompts
          .filter((prompt) => !first.isCopy(session, prompt))
          .map(({ time, model, ms }) => ({
            ...placeOf(session, time, days),
            time,
            model,
            ms: ms ?? undefined,
            subagent: false,
          }))
          .filter((row) => isAsked(row, selection)),
      );
    },
    editedFiles: async ({ since = 0, until = Number.POSITIVE_INFINITY, ...selection }) => {
      const { sessions, first } = await chosen(source, selection);
      return sessions.flatMap((session) => editedBy(session, first, periodOf(selection, since, until)));
    },
    hours: async (timezone) => (await source.all()).flatMap((session) => hoursOf(session, zone(timezone))),
  };
}

const zone = (timezone: string) => new ZoneDays(timezone, Date.UTC(2000, 0), Date.UTC(2100, 0));

type Row = UsageRow & Pick<TalliedResponse, 'tools'>;

function extentOf(rows: readonly Row[]) {
  let [first, last] = [Number.POSITIVE_INFINITY, 0];
  for (const { time } of rows) {
    if (time > 0) [first, last] = [Math.min(first, time), Math.max(last, time)];
  }
  const sessions = new Set(rows.map(({ session }) => session)).size;
  return { sessions, first: last === 0 ? null : first, last: last === 0 ? null : last };
}

/** Sessions by what is asked of them; filters about usage choose responses. */
async function chosen(source: TallySource, { query, sessions }: NumbersSelection) {
  const all = await source.all();
  const rest = query && { ...query, filters: query.filters.filter((filter) => !isOfUsage(filter)) };
  const listed = rest && rest.text.length + rest.filters.length > 0 ? await source.listed(rest) : undefined;
  const named = sessions && new Set(sessions);
  return {
    sessions: all.filter(({ id }) => (named?.has(id) ?? true) && (listed?.has(id) ?? true)),
    first: firstHolders(all),
  };
}

const isOfUsage = (filter: Filter): boolean =>
  OF_USAGE.has(filter.name) || (filter.name === 'is' && filter.states.every((state) => state === 'subagent'));

function isAsked(
  { time, model, subagent }: Pick<UsageRow, 'time' | 'model' | 'subagent'>,
  { query, since = 0, until = Number.POSITIVE_INFINITY }: NumbersSelection,
): boolean {
  if (time < since || time >= until) return false;
  return (query?.filters ?? []).filter(isOfUsage).every((filter) => {
    if (filter.name === 'after') return time >= filter.time !== filter.excluded;
    if (filter.name === 'before') return time < filter.time !== filter.excluded;
    if (filter.name === 'is') return subagent !== filter.excluded;
    if (!('texts' in filter)) return true;
    return filter.texts.some((text) => model.toLowerCase().includes(text.toLowerCase())) !== filter.excluded;
  });
}

const toolFits = (tool: string, query: Query | undefined): boolean =>
  (query?.filters ?? []).every(
    (filter) =>
      filter.name !== 'tool' ||
      filter.texts.some((text) => text.toLowerCase() === tool.toLowerCase()) !== filter.excluded,
  );

const placeOf = ({ id, agent, project }: TalliedSession, time: number, days: ZoneDays) => ({
  day: days.dayOf(time) ?? null,
  session: id,
  agent,
  project,
});

function rowOf(session: TalliedSession, row: TalliedResponse, days: ZoneDays, first: FirstHolders): Row {
  const { id, at: _at, ...rest } = row;
  return {
    ...placeOf(session, row.time, days),
    ...rest,
    inherited: row.inherited || first.isHeldEarlier(session, id),
    largest: row.request,
  };
}

function hoursOf({ id, tally }: TalliedSession, days: ZoneDays): HourRow[] {
  const counts = new Map<number, number>();
  for (const [quarter, events] of tally.quarters) {
    const time = quarter * QUARTER;
    const offset = (days.offsets.findLast(({ from }) => from <= time) ?? days.offsets[0])?.offset ?? 0;
    const hour = Math.floor((time + offset) / HOUR);
    counts.set(hour, (counts.get(hour) ?? 0) + events);
  }
  return [...counts].map(([hour, events]) => ({ hour, session: id, events }));
}

interface Period {
  readonly since: number;
  readonly until: number;
}

/** Of the filters, only times say something of a change. */
function periodOf({ query }: NumbersSelection, since: number, until: number): Period {
  let period = { since, until };
  for (const filter of query?.filters ?? []) {
    if (filter.name !== 'after' && filter.name !== 'before') continue;
    const isStart = (filter.name === 'after') !== filter.excluded;
    if (isStart) period = { ...period, since: Math.max(period.since, filter.time) };
    else period = { ...period, until: Math.min(period.until, filter.time) };
  }
  return period;
}

function editedBy(session: TalliedSession, first: FirstHolders, { since, until }: Period): EditedFileRow[] {
  const files = new Map<string, { calls: number; others: number }>();
  for (const edit of session.tally.edits ?? []) {
    if (edit.time < since || edit.time >= until || first.isCopy(session, edit)) continue;
    for (const path of edit.paths) {
      const { calls, others } = files.get(path) ?? { calls: 0, others: 0 };
      files.set(path, edit.isCall ? { calls: calls + 1, others } : { calls, others: others + 1 });
    }
  }
  return [...files].map(([path, counts]) => ({ session: session.id, project: session.project, path, ...counts }));
}

/** Which session, of those that hold the same, began first. */
class FirstHolders {
  readonly #starts = new Map<string, number>();

  constructor(sessions: readonly TalliedSession[]) {
    for (const { tally } of sessions) {
      const start = startOf(tally);
      for (const { id } of tally.responses) if (id !== undefined) this.#note(`r ${id}`, start);
      for (const event of [...tally.calls, ...tally.prompts, ...(tally.edits ?? [])]) this.#note(keyOf(event), start);
    }
  }

  /** A session that began earlier holds the same response. */
  isHeldEarlier({ tally }: TalliedSession, id: string | undefined): boolean {
    return id !== undefined && (this.#starts.get(`r ${id}`) ?? Number.POSITIVE_INFINITY) < startOf(tally);
  }

  /** The same event at the same time in a session that began earlier: a fork holds a copy. */
  isCopy({ tally }: TalliedSession, event: Pick<TalliedEvent, 'id' | 'time'>): boolean {
    return (this.#starts.get(keyOf(event)) ?? Number.POSITIVE_INFINITY) < startOf(tally);
  }

  #note(key: string, start: number): void {
    const known = this.#starts.get(key);
    if (known === undefined || start < known) this.#starts.set(key, start);
  }
}

const startOf = ({ start }: SessionTally): number => start ?? Number.POSITIVE_INFINITY;
const keyOf = ({ id, time }: Pick<TalliedEvent, 'id' | 'time'>): string => `e ${time} ${id}`;

const holders = new WeakMap<readonly TalliedSession[], FirstHolders>();

/** Looking at everything takes its time: it is done once for a list. */
function firstHolders(sessions: readonly TalliedSession[]): FirstHolders {
  const known = holders.get(sessions) ?? new FirstHolders(sessions);
  holders.set(sessions, known);
  return known;
}
