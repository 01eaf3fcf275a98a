/** Lists of sessions, and how they hang together, made of the rows of all that there are to see. */
import { Failure } from '../failure.ts';
import type { StoreNumbers } from '../store/numbers.ts';
import type {
  SessionFactsRow,
  SessionId,
  SessionKin,
  SessionPage,
  SessionPageRequest,
  SessionRow,
} from '../store/sessions.ts';
import { sessionSpending } from '../views/session-spending.ts';
import type { HeldSession } from './held-session.ts';

const SHORTEST_PREFIX = 4;
const LENGTHS = [8, 13, 18, 23];
const MOST_RELATED = 100;
const MOST_PROBLEMS = 200;

/** The sessions that a name fits: exact ones before those that begin with it. */
export function namedAmong(rows: readonly SessionRow[], name: string): SessionId[] {
  const id = name.toLowerCase();
  const exact = rows.filter((row) => row.id === id || row.nativeId === name);
  if (exact.length > 0) return exact.map((row) => row.id);
  if (name.length < SHORTEST_PREFIX) return [];
  return rows.filter((row) => row.id.startsWith(id) || row.nativeId?.startsWith(name)).map((row) => row.id);
}

export function kinOf(rows: readonly SessionRow[], ids: readonly SessionId[]): SessionKin[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const descend = (one: SessionRow, { agent, nativeId }: SessionRow) =>
    nativeId !== null && one.lineage?.of === nativeId && one.agent === agent && one.nativeId !== nativeId;
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    const origin = rows.find(
      (one) => one.nativeId !== null && one.nativeId === row.lineage?.of && one.agent === row.agent && one.id !== id,
    );
    return [
      {
        id,
        shortId: shortIdAmong(rows, id),
        children: rows.filter((one) => descend(one, row)).length,
        origin: origin?.id ?? null,
      },
    ];
  });
}

/** The beginning of an id, as long as it takes to tell it from all others. */
export function shortIdAmong(rows: readonly SessionRow[], id: SessionId): string {
  const isOne = (length: number) => rows.filter((row) => row.id.startsWith(id.slice(0, length))).length < 2;
  const length = LENGTHS.find(isOne);
  return length === undefined ? id : id.slice(0, length);
}

export function factsAmong(rows: readonly SessionRow[], session: HeldSession): SessionFactsRow | undefined {
  const row = rows.find((one) => one.id === session.id);
  if (!row) return undefined;
  const sources = [...new Set(session.events.map(({ event }) => event.source as string))];
  const names = [row.nativeId, row.lineage?.of].filter((name) => typeof name === 'string');
  const isRelated = (one: SessionRow) =>
    one.id !== row.id &&
    one.agent === row.agent &&
    (names.includes(one.lineage?.of ?? '') || (one.nativeId !== null && one.nativeId === row.lineage?.of));
  return {
    agentVersion: session.head.source.agentVersion ?? null,
    problems: (session.head.session.problems ?? [])
      .slice(0, MOST_PROBLEMS)
      .map(({ kind, message }) => ({ kind, message })),
    agents: sources.map((source) => {
      const own = session.events.filter(({ event }) => event.source === source);
      return { ...session.sourceOf(source), events: own.length, logSeq: own[0]?.event.logSeq ?? 0 };
    }),
    related: rows
      .filter(isRelated)
      .sort((a, b) => timeOf(b.endedAt) - timeOf(a.endedAt))
      .slice(0, MOST_RELATED)
      .map((one) => one.id),
  };
}

export const agentsAmong = (rows: readonly SessionRow[]): { agent: string; sessions: number }[] => {
  const counts = new Map<string, number>();
  for (const { agent } of rows) counts.set(agent, (counts.get(agent) ?? 0) + 1);
  return [...counts].map(([agent, sessions]) => ({ agent, sessions }));
};

export const projectsAmong = (rows: readonly SessionRow[]): string[] => [
  ...new Set(rows.flatMap(({ project }) => project ?? [])),
];

/** A page of the sessions that a query has chosen. */
export async function pageAmong(
  rows: readonly SessionRow[],
  request: SessionPageRequest,
  numbers: StoreNumbers,
): Promise<SessionPage> {
  const keys = await keysOf(rows, request, numbers);
  const order = [...rows].sort(
    (a, b) => (keys.get(a.id) as number) - (keys.get(b.id) as number) || (a.id < b.id ? -1 : 1),
  );
  const from = request.cursor === undefined ? 0 : placeOf(request.cursor, request.order, order);
  const sessions = order.slice(from, from + request.limit);
  const last = sessions.at(-1);
  const next = last && from + request.limit < order.length ? `${request.order} ${last.id}` : null;
  return { sessions, next, total: rows.length };
}

async function keysOf(rows: readonly SessionRow[], request: SessionPageRequest, numbers: StoreNumbers) {
  if (request.order !== 'costliest') {
    const key = ({ startedAt, endedAt, events }: SessionRow) =>
      request.order === 'newest'
        ? -timeOf(endedAt)
        : request.order === 'oldest'
          ? timeOf(startedAt ?? endedAt)
          : -events;
    return new Map(rows.map((row) => [row.id, key(row)]));
  }
  const ids = rows.map(({ id }) => id);
  const spending = await sessionSpending(numbers, request.prices, ids);
  return new Map(ids.map((id) => [id, -Number(spending.get(id)?.own.pico ?? 0n)]));
}

function placeOf(cursor: string, order: string, rows: readonly SessionRow[]): number {
  const [of, id] = cursor.split(' ');
  const at = of === order ? rows.findIndex((row) => row.id === id) : -1;
  if (at >= 0) return at + 1;
  throw new Failure('bad-argument', 'The cursor is not one of this list.');
}

const timeOf = (text: string | null): number => (text === null ? 0 : Date.parse(text));
