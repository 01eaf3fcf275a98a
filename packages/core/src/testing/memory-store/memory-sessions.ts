/** Sessions of the store in memory. */
import { Failure } from '../../failure.ts';
import type { Query } from '../../query/query.ts';
import type { SessionId, SessionPageRequest, SessionRow, StoreSessions } from '../../store/sessions.ts';
import { sessionSpending } from '../../views/session-spending.ts';
import { isListed } from './match-query.ts';
import type { MemoryStore } from './memory-store.ts';

const SHORTEST_PREFIX = 4;
const LENGTHS = [8, 13, 18, 23];

export function memorySessions(store: MemoryStore): StoreSessions {
  const rows = () => [...store.kept.values()].map((session) => store.rowOf(session));
  const listed = (query: Query | undefined) =>
    [...store.kept.values()]
      .map((session) => ({ session, row: store.rowOf(session) }))
      .filter(({ session, row }) => query === undefined || isListed(query, session, row))
      .map(({ row }) => row);
  const rowsOf = (ids: readonly SessionId[]) =>
    ids.flatMap((id) => {
      const session = store.kept.get(id);
      return session ? [store.rowOf(session)] : [];
    });
  return {
    find: async (name) => {
      const exact = rows().filter(({ id, nativeId }) => id === name.toLowerCase() || nativeId === name);
      if (exact.length > 0) return exact.map(({ id }) => id);
      if (name.length < SHORTEST_PREFIX) return [];
      const begins = ({ id, nativeId }: SessionRow) => id.startsWith(name.toLowerCase()) || nativeId?.startsWith(name);
      return rows()
        .filter(begins)
        .map(({ id }) => id);
    },
    rows: async (ids) => rowsOf(ids),
    page: async (request) => page(store, request, listed(request.query)),
    count: async (query) => listed(query).length,
    names: async (ids) => rowsOf(ids),
    kin: async (ids) =>
      rowsOf(ids).map(({ id, agent, nativeId, lineage }) => ({
        id,
        shortId: shortId(id, rows()),
        children: rows().filter(
          (one) =>
            nativeId !== null && one.lineage?.of === nativeId && one.agent === agent && one.nativeId !== nativeId,
        ).length,
        origin: rows().find((one) => one.nativeId === lineage?.of && one.agent === agent && one.id !== id)?.id ?? null,
      })),
    facts: async (id) => factsOf(store, id, rows()),
    agents: async () => counted(rows().map(({ agent }) => agent)),
    projects: async () => [...new Set(rows().flatMap(({ project }) => project ?? []))],
    sizes: async () => ({
      sessions: store.kept.size,
      events: rows().reduce((sum, { events }) => sum + events, 0),
      bytes: 0,
    }),
  };
}

const counted = (agents: readonly string[]) =>
  [...new Set(agents)].map((agent) => ({ agent, sessions: agents.filter((one) => one === agent).length }));

function shortId(id: SessionId, rows: readonly SessionRow[]): string {
  const isOne = (length: number) => rows.filter((row) => row.id.startsWith(id.slice(0, length))).length < 2;
  const length = LENGTHS.find(isOne);
  return length === undefined ? id : id.slice(0, length);
}

function factsOf(store: MemoryStore, id: SessionId, rows: readonly SessionRow[]) {
  const session = store.kept.get(id);
  const row = rows.find((one) => one.id === id);
  if (!session || !row) return undefined;
  const sources = [...new Set(session.events.map(({ event }) => event.source as string))];
  const names = [row.nativeId, row.lineage?.of].filter((name) => typeof name === 'string');
  const isRelated = (one: SessionRow) =>
    one.id !== id &&
    one.agent === row.agent &&
    (names.includes(one.lineage?.of ?? '') || (one.nativeId !== null && one.nativeId === row.lineage?.of));
  return {
    agentVersion: session.transcript.source.agentVersion ?? null,
    problems: (session.transcript.session.problems ?? []).map(({ kind, message }) => ({ kind, message })),
    agents: sources.map((source) => {
      const own = session.events.filter(({ event }) => event.source === source);
      return { ...session.sourceOf(source), events: own.length, logSeq: own[0]?.event.logSeq ?? 0 };
    }),
    related: rows
      .filter(isRelated)
      .sort((a, b) => timeOf(b.endedAt) - timeOf(a.endedAt))
      .map((one) => one.id),
  };
}

const timeOf = (text: string | null): number => (text === null ? 0 : Date.parse(text));

async function page(store: MemoryStore, request: SessionPageRequest, rows: readonly SessionRow[]) {
  const keys = await keysOf(store, request, rows);
  const order = [...rows].sort(
    (a, b) => (keys.get(a.id) as number) - (keys.get(b.id) as number) || (a.id < b.id ? -1 : 1),
  );
  const from = request.cursor === undefined ? 0 : placeOf(request.cursor, request.order, order);
  const sessions = order.slice(from, from + request.limit);
  const last = sessions.at(-1);
  const next = last && from + request.limit < order.length ? `${request.order} ${last.id}` : null;
  return { sessions, next, total: rows.length };
}

async function keysOf(store: MemoryStore, request: SessionPageRequest, rows: readonly SessionRow[]) {
  if (request.order !== 'costliest') {
    const key = ({ startedAt, endedAt, events }: SessionRow) =>
      request.order === 'newest'
        ? -timeOf(endedAt)
        : request.order === 'oldest'
          ? timeOf(startedAt ?? endedAt)
          : -events;
    return new Map(rows.map((row) => [row.id, key(row)]));
  }
  const spending = await sessionSpending(
    store.numbers,
    request.prices,
    rows.map(({ id }) => id),
  );
  return new Map(rows.map(({ id }) => [id, -Number(spending.get(id)?.own.pico ?? 0n)]));
}

function placeOf(cursor: string, order: string, rows: readonly SessionRow[]): number {
  const [of, id] = cursor.split(' ');
  const at = of === order ? rows.findIndex((row) => row.id === id) : -1;
  if (at >= 0) return at + 1;
  throw new Failure('bad-argument', 'The cursor is not one of this list.');
}
