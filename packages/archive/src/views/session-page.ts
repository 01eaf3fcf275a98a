/** Pages of the list of sessions, in the order that was asked for. A cursor names the place behind the last one. */
import { Failure, type PriceBook } from '@hansard/core';
import type { Sql } from '../database/sql.ts';
import { readNumbers } from '../numbers/report.ts';
import { allOf, type Condition } from '../search/condition.ts';
import { countSessions, listSessions, type SessionListed } from '../sessions/list-sessions.ts';

export type SessionOrder = 'newest' | 'oldest' | 'longest' | 'costliest';

export interface PageOptions {
  readonly order: SessionOrder;
  readonly limit: number;
  readonly cursor: string | undefined;
  readonly prices: PriceBook;
  /** On `session`. */
  readonly where?: Condition;
}

export interface SessionPage {
  readonly sessions: readonly SessionListed[];
  readonly next: string | null;
  readonly total: number;
}

/** What sessions are ordered by, and their number where that is the same. */
const KEYS: Record<Exclude<SessionOrder, 'costliest'>, string> = {
  newest: '-coalesce(session.ended, 0)',
  oldest: 'coalesce(session.started, session.ended, 0)',
  longest: '-session.events',
};

export function sessionPage(sql: Sql, options: PageOptions): SessionPage {
  const where = options.where ?? allOf([]);
  const ids = options.order === 'costliest' ? costliest(sql, options, where) : ordered(sql, options, where);
  const shown = ids.slice(0, options.limit);
  const last = shown.at(-1);
  return {
    sessions: inOrder(sql, shown),
    next: ids.length > options.limit && last ? cursorText(options.order, last.key, last.id) : null,
    total: countSessions({ sql }, where),
  };
}

interface Placed {
  readonly id: number;
  readonly key: number;
}

function ordered(sql: Sql, { order, limit, cursor }: PageOptions, { where, parameters }: Condition): Placed[] {
  const key = KEYS[order as Exclude<SessionOrder, 'costliest'>];
  const after = cursor === undefined ? undefined : cursorOf(order, cursor);
  const behind = after ? `AND (${key}, -session.id) > (?, ?)` : '';
  const statement = sql.connection.prepare(
    `SELECT session.id, ${key} AS key FROM session WHERE (${where}) ${behind} ORDER BY 2, session.id DESC LIMIT ?`,
  );
  const rows = statement.all(...parameters, ...(after ? [after.key, -after.id] : []), limit + 1);
  return rows.map(({ id, key: place }) => ({ id: id as number, key: place as number }));
}

/** Prices are no columns: all that was used is summed up, and sessions without any come last. */
function costliest(sql: Sql, { prices, limit, cursor }: PageOptions, { where, parameters }: Condition): Placed[] {
  const rows = sql.connection
    .prepare(`SELECT session.id FROM session WHERE ${where}`)
    .all(...parameters)
    .map(({ id }) => id as number);
  const { groups } = readNumbers(sql, { by: ['session'], timezone: 'UTC', prices });
  const costs = new Map(groups.map(({ key, own }) => [key[0] as number, Number(own.pico / 1_000_000n)]));
  const placed = rows.map((id) => ({ id, key: -(costs.get(id) ?? 0) }));
  placed.sort((a, b) => a.key - b.key || b.id - a.id);
  const after = cursor === undefined ? undefined : cursorOf('costliest', cursor);
  const behind = after
    ? placed.filter(({ id, key }) => key > after.key || (key === after.key && id < after.id))
    : placed;
  return behind.slice(0, limit + 1);
}

function inOrder(sql: Sql, placed: readonly Placed[]): SessionListed[] {
  const parameters = [JSON.stringify(placed.map(({ id }) => id))];
  const listed = listSessions({ sql }, { where: 'session.id IN (SELECT value FROM json_each(?))', parameters });
  const byId = new Map(listed.map((session) => [session.id, session]));
  return placed.flatMap(({ id }) => byId.get(id) ?? []);
}

const cursorText = (order: SessionOrder, key: number, id: number): string =>
  Buffer.from(JSON.stringify([order, key, id])).toString('base64url');

function cursorOf(order: SessionOrder, text: string): Placed {
  try {
    const [of, key, id] = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (of === order && Number.isSafeInteger(key) && Number.isSafeInteger(id)) return { key, id };
  } catch {}
  throw new Failure('bad-argument', 'The cursor is not one of this list.', {
    remedy: 'Take `next` of the page before, and leave the other parameters as they were.',
  });
}
