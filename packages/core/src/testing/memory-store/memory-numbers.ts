/** Numbers of the store in memory: response by response, in the session that holds each first. */

import { FLAGS } from '../../events/event-facts.ts';
import { isPrompt } from '../../events/event-kinds.ts';
import { isSubagentSource } from '../../events/source-path.ts';
import { ResponseWalk, type WalkStep } from '../../numbers/response-walk.ts';
import { toolShares } from '../../numbers/tool-shares.ts';
import { ZoneDays } from '../../numbers/zone-days.ts';
import type { Filter, Query } from '../../query/query.ts';
import type { NumbersSelection, StoreNumbers, UsageRow } from '../../store/numbers.ts';
import type { Usage } from '../../transcript.ts';
import { type TurnStep, turnStepKind } from '../../turns/turn-step.ts';
import { turnTimes, workedMs } from '../../turns/turn-times.ts';
import { countedEvents, inheritedEvents, isSum } from '../../usage/counted.ts';
import type { KeptEvent, KeptSession } from './kept-session.ts';
import { isListed } from './match-query.ts';
import type { MemoryStore } from './memory-store.ts';

const HOUR = 3_600_000;
const OF_USAGE: ReadonlySet<string> = new Set(['model', 'after', 'before']);

interface Response extends UsageRow {
  readonly at: number;
}

export function memoryNumbers(store: MemoryStore): StoreNumbers {
  const zone = (timezone: string) => new ZoneDays(timezone, Date.UTC(2000, 0), Date.UTC(2100, 0));
  const all = (selection: NumbersSelection, timezone = 'UTC') =>
    chosen(store, selection).flatMap((session) =>
      responsesOf(store, session, zone(timezone)).filter((row) => isAsked(row, selection)),
    );
  return {
    models: async () => [...new Set(all({}).map(({ model }) => model))].filter((model) => model !== ''),
    extent: async () => {
      const rows = all({});
      const times = rows.map(({ time }) => time).filter((time) => time > 0);
      return {
        sessions: new Set(rows.map(({ session }) => session)).size,
        first: times.length === 0 ? null : Math.min(...times),
        last: times.length === 0 ? null : Math.max(...times),
      };
    },
    usage: async ({ by, timezone, ...selection }) =>
      all(selection, timezone).map((row) => ({
        ...row,
        day: by.has('day') ? row.day : null,
        session: by.has('session') ? row.session : '',
        agent: by.has('agent') ? row.agent : '',
        project: by.has('project') ? row.project : null,
      })),
    toolUsage: async ({ timezone, ...selection }) =>
      chosen(store, selection).flatMap((session) =>
        byTool(session, responsesOf(store, session, zone(timezone))).filter((row) => isAsked(row, selection)),
      ),
    responses: async (selection) =>
      all(selection)
        .filter(({ time, inherited }) => time > 0 && !inherited)
        .sort((a, b) => a.time - b.time),
    toolCalls: async ({ timezone, ...selection }) =>
      chosen(store, selection).flatMap((session) =>
        callsOf(store, session)
          .map(({ event, columns, ms }) => ({
            ...placeOf(session, columns.time, zone(timezone)),
            model: columns.model ?? '',
            tool: columns.tool ?? undefined,
            time: columns.time,
            subagent: isSubagentSource(event.source),
            status: columns.status ?? '',
            count: 1,
            ms: ms === null ? [] : [ms],
          }))
          .filter((row) => isAsked(row, selection) && toolFits(row.tool ?? '', selection.query)),
      ),
    prompts: async ({ timezone, ...selection }) =>
      chosen(store, selection).flatMap((session) =>
        promptsOf(store, session)
          .map(({ time, model, ms }) => ({
            ...placeOf(session, time, zone(timezone)),
            time,
            model,
            ms,
            subagent: false,
          }))
          .filter((row) => isAsked(row, selection)),
      ),
    hours: async (timezone) => hoursOf(store, zone(timezone)),
  };
}

/** Sessions by what is asked of them; filters about usage choose responses. */
function chosen(store: MemoryStore, { query, sessions }: NumbersSelection): KeptSession[] {
  const rest = query && { ...query, filters: query.filters.filter((filter) => !isOfUsage(filter)) };
  return [...store.kept.values()].filter(
    (session) =>
      (sessions === undefined || sessions.includes(session.id)) &&
      (rest === undefined || isListed(rest, session, store.rowOf(session))),
  );
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

const placeOf = (session: KeptSession, time: number, zone: ZoneDays) => ({
  day: zone.dayOf(time) ?? null,
  session: session.id,
  agent: session.transcript.source.agent,
  project: session.transcript.session.environment.cwd ?? null,
});

function responsesOf(store: MemoryStore, session: KeptSession, zone: ZoneDays): Response[] {
  const events = session.events.map(({ event }) => event);
  const inherited = new Set(inheritedEvents(events));
  return [...countedEvents(events), ...inherited].map((event) => {
    const usage = event.usage as Usage;
    const { input, output, cacheRead, cacheWrite5m, cacheWrite1h, reasoning } = usage;
    const time = session.events[(event.logSeq as number) - 1]?.columns.time ?? 0;
    const request = isSum(usage) ? 0 : input + cacheRead + cacheWrite5m + cacheWrite1h;
    return {
      ...placeOf(session, time, zone),
      at: event.logSeq as number,
      model: event.model ?? '',
      subagent: isSubagentSource(event.source),
      inherited: inherited.has(event) || isHeldEarlier(store, session, usage.responseId),
      time,
      request,
      responses: isSum(usage) ? 0 : 1,
      tokens: { input, output, cacheRead, cacheWrite5m, cacheWrite1h, reasoning },
      largest: request,
    };
  });
}

/** A session that began earlier holds the same response. */
function isHeldEarlier(store: MemoryStore, session: KeptSession, responseId: string | undefined): boolean {
  if (responseId === undefined) return false;
  const start = session.times().first ?? Number.POSITIVE_INFINITY;
  return [...store.kept.values()].some(
    (other) =>
      other !== session &&
      (other.times().first ?? Number.POSITIVE_INFINITY) < start &&
      other.events.some(({ event }) => event.usage?.responseId === responseId),
  );
}

function byTool(session: KeptSession, responses: readonly Response[]): UsageRow[] {
  const found: UsageRow[] = [];
  const walk = new ResponseWalk<Response>(({ at: _at, ...row }, tools) => void found.push(...toolShares(row, tools)));
  const steps = session.events.flatMap(({ event }): WalkStep[] => {
    const at = event.logSeq as number;
    if (event.type === 'tool_call') return [{ at, call: event.tool?.name ?? '' }];
    return event.type === 'tool_result' || event.type === 'user_message' ? [{ at, call: undefined }] : [];
  });
  walk.read(
    steps,
    [...responses].sort((a, b) => a.at - b.at),
  );
  walk.end();
  return found;
}

/** The same event at the same time in a session that began earlier: a fork holds a copy. */
function isCopy(store: MemoryStore, session: KeptSession, { event, columns }: KeptEvent): boolean {
  const start = session.times().first ?? Number.POSITIVE_INFINITY;
  return [...store.kept.values()].some((other) => {
    const seq = other === session ? undefined : other.seqOf(event.id);
    const same = seq === undefined ? undefined : other.events[seq - 1];
    return same?.columns.time === columns.time && (other.times().first ?? Number.POSITIVE_INFINITY) < start;
  });
}

function callsOf(store: MemoryStore, session: KeptSession) {
  const ms = new Map([...session.skeleton()].map((row) => [row.logSeq, row.ms]));
  return session.events
    .filter((kept) => kept.event.type === 'tool_call' && !kept.event.withdrawn && !isCopy(store, session, kept))
    .map((kept) => ({ ...kept, ms: ms.get(kept.event.logSeq as number) ?? null }));
}

function promptsOf(store: MemoryStore, session: KeptSession) {
  const prompts: { kept: KeptEvent; time: number; model: string }[] = [];
  const steps: TurnStep[] = [];
  for (const row of session.skeleton()) {
    const kept = session.events[row.logSeq - 1] as KeptEvent;
    if (kept.event.withdrawn || isSubagentSource(kept.event.source)) continue;
    const asks = isPrompt(kept.event);
    const kind = turnStepKind(row.type, { isPrompt: asks, isEnd: (row.flags & FLAGS.turnEnd) !== 0 });
    if (asks) prompts.push({ kept, time: row.time, model: '' });
    const asked = prompts.at(-1);
    if (kind && asked?.model === '') asked.model = row.model;
    const time = row.flags & FLAGS.inferredTime ? 0 : row.time;
    if (kind) steps.push({ kind, time, ms: row.ms ?? undefined });
  }
  const times = turnTimes(steps);
  return prompts.flatMap(({ kept, time, model }, i) => {
    const turn = times[i];
    return isCopy(store, session, kept) ? [] : [{ time, model, ms: turn && workedMs(turn) }];
  });
}

function hoursOf(store: MemoryStore, zone: ZoneDays) {
  const counts = new Map<string, { hour: number; session: string; events: number }>();
  for (const session of store.kept.values()) {
    for (const { columns } of session.events) {
      if (columns.time === 0 || columns.flags & (FLAGS.withdrawn | FLAGS.inferredTime)) continue;
      const offset = (zone.offsets.findLast(({ from }) => from <= columns.time) ?? zone.offsets[0])?.offset ?? 0;
      const hour = Math.floor((columns.time + offset) / HOUR);
      const key = `${hour} ${session.id}`;
      const known = counts.get(key) ?? { hour, session: session.id, events: 0 };
      counts.set(key, { ...known, events: known.events + 1 });
    }
  }
  return [...counts.values()];
}
