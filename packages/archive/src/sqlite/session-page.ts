/** Pages of the list of sessions, in the order that was asked for. A cursor names the place behind the last one. */
import { Failure } from '@hansard/core';
import { readNumbers } from '@hansard/core/numbers/report.ts';
import type { SessionOrder, SessionPage, SessionPageRequest } from '@hansard/core/store/sessions.ts';
import { integer, rowReader, text } from '../database/row-shape.ts';
import type { Sql } from '../database/sql.ts';
import { numbersStore } from './numbers/open-numbers.ts';
import { allOf, type Condition } from './search/condition.ts';
import { sessionsMatching } from './search/session-filter.ts';
import { type ArchivedSession, countSessions, listSessions } from './sessions/session-rows.ts';

/** What sessions are ordered by, and their number where that is the same. */
const KEYS: Record<Exclude<SessionOrder, 'costliest'>, string> = {
  newest: '-coalesce(session.ended, 0)',
  oldest: 'coalesce(session.started, session.ended, 0)',
  longest: '-session.events',
};

export async function sessionPage(sql: Sql, request: SessionPageRequest): Promise<SessionPage> {
  const where = request.query ? sessionsMatching(sql, request.query) : allOf([]);
  const ids = request.order === 'costliest' ? await costliest(sql, request, where) : ordered(sql, request, where);
  const shown = ids.slice(0, request.limit);
  const last = shown.at(-1);
  return {
    sessions: inOrder(sql, shown),
    next: ids.length > request.limit && last ? cursorText(request.order, last.key, last.id) : null,
    total: countSessions({ sql }, where),
  };
}

interface Placed {
  readonly id: number;
  readonly key: number;
}

function ordered(sql: Sql, { order, limit, cursor }: SessionPageRequest, { where, parameters }: Condition): Placed[] {
  const key = KEYS[order as Exclude<SessionOrder, 'costliest'>];
  const after = cursor === undefined ? undefined : cursorOf(order, cursor);
  const behind = after ? `AND (${key}, -session.id) > (?, ?)` : '';
  const statement = sql.connection.prepare(
    `SELECT session.id, ${key} AS key FROM session WHERE (${where}) ${behind} ORDER BY 2, session.id DESC LIMIT ?`,
  );
  return statement.all(...parameters, ...(after ? [after.key, -after.id] : []), limit + 1).map(readPlaced);
}

const readPlaced = rowReader({ id: integer, key: integer });
const readId = rowReader({ id: integer, uuid: text });

/** Prices are no columns: all that was used is summed up, and sessions without any come last. */
async function costliest(
  sql: Sql,
  { prices, limit, cursor }: Extract<SessionPageRequest, { order: 'costliest' }>,
  { where, parameters }: Condition,
): Promise<Placed[]> {
  const rows = sql.connection.prepare(`SELECT session.id, session.uuid FROM session WHERE ${where}`).all(...parameters);
  const { groups } = await readNumbers(numbersStore(sql), { by: ['session'], timezone: 'UTC', prices });
  const costs = new Map(groups.map(({ key, own }) => [key[0], Number(own.pico / 1_000_000n)]));
  const placed = rows.map(readId).map(({ id, uuid }) => ({ id, key: -(costs.get(uuid) ?? 0) }));
  placed.sort((a, b) => a.key - b.key || b.id - a.id);
  const after = cursor === undefined ? undefined : cursorOf('costliest', cursor);
  const behind = after
    ? placed.filter(({ id, key }) => key > after.key || (key === after.key && id < after.id))
    : placed;
  return behind.slice(0, limit + 1);
}

function inOrder(sql: Sql, placed: readonly Placed[]): ArchivedSession[] {
  const parameters = [JSON.stringify(placed.map(({ id }) => id))];
  const listed = listSessions({ sql }, { where: 'session.id IN (SELECT value FROM json_each(?))', parameters });
  const byId = new Map(listed.map((session) => [session.number, session]));
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
