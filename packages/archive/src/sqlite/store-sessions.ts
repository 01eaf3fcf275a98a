/** The sessions of the contract. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionId, SessionRow, StoreSessions } from '@hansard/core/store/sessions.ts';
import { integer, rowReader, text } from '../database/row-shape.ts';
import type { Sql } from '../database/sql.ts';
import { WhileUnchanged } from '../database/while-unchanged.ts';
import { isOneOf } from './search/condition.ts';
import { sessionsMatching } from './search/session-filter.ts';
import type { SessionIds } from './session-ids.ts';
import { sessionPage } from './session-page.ts';
import { agentsOf } from './sessions/agents.ts';
import { findSessions } from './sessions/find-sessions.ts';
import { kinOf } from './sessions/kin.ts';
import { sessionFacts } from './sessions/session-facts.ts';
import { sessionNames } from './sessions/session-names.ts';
import { countSessions, listSessions } from './sessions/session-rows.ts';

const MOST_KNOWN = 1000;

/** `home` is the folder that the archive lies in. */
export function storeSessions(sql: Sql, ids: SessionIds, home: string): StoreSessions {
  const found = new WhileUnchanged<string, readonly SessionId[]>(sql, MOST_KNOWN);
  return {
    // Whoever pages through a session names it each time.
    find: async (name) => found.get(name, () => findSessions(sql, name)),
    rows: async (wanted) => rowsOf(sql, wanted),
    page: (request) => sessionPage(sql, request),
    count: async (query) => countSessions({ sql }, query && sessionsMatching(sql, query)),
    names: async (wanted) => sessionNames(sql, wanted),
    kin: async (wanted) => kinOf(sql, wanted),
    facts: async (id) => {
      const number = ids.numberOf(id);
      return number === undefined ? undefined : sessionFacts(sql, number);
    },
    agents: async () => agentsOf(sql),
    projects: async () =>
      sql.all('SELECT DISTINCT project FROM session WHERE project IS NOT NULL').map((row) => readProject(row).project),
    sizes: async () => ({ ...sizesOf(sql), bytes: bytesIn(home) }),
  };
}

const readProject = rowReader({ project: text });
const readSizes = rowReader({ sessions: integer, events: integer });

export function sizesOf(sql: Sql): { sessions: number; events: number } {
  const row = sql.get('SELECT count(*) AS sessions, coalesce(sum(events), 0) AS events FROM session');
  return readSizes(row ?? {});
}

/** In the order of the list. */
export function rowsOf(sql: Sql, ids: readonly SessionId[]): SessionRow[] {
  const rows = ids.length === 0 ? [] : listSessions({ sql }, isOneOf('session.uuid', ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function bytesIn(home: string): number {
  const size = (name: string) => statSync(join(home, name), { throwIfNoEntry: false })?.size ?? 0;
  return size('archive.db') + size('archive.db-wal');
}
