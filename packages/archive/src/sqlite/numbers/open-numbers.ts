/**
 * The archive for those who only read numbers. The archive as a whole brings all adapters with it, whose code takes
 * longer to load than a report takes to be made.
 */
import type { Host } from '@hansard/core';
import type { NumbersStore } from '@hansard/core/numbers/report.ts';
import { Sql } from '../../database/sql.ts';
import { archiveHome } from '../../home.ts';
import { openArchiveDatabase } from '../opening/open-database.ts';
import { sessionsMatching } from '../search/session-filter.ts';
import { SessionIds } from '../session-ids.ts';
import { agentsOf } from '../sessions/agents.ts';
import { sessionNames } from '../sessions/session-names.ts';
import { countSessions } from '../sessions/session-rows.ts';
import { storeNumbers } from '../store-numbers.ts';

export async function withNumbers<T>(host: Host, work: (store: NumbersStore) => Promise<T> | T): Promise<T> {
  const connection = await openArchiveDatabase(archiveHome(host));
  try {
    return await work(numbersStore(new Sql(connection)));
  } finally {
    connection.close();
  }
}

export function numbersStore(sql: Sql): NumbersStore {
  return {
    numbers: storeNumbers(sql, new SessionIds(sql)),
    sessions: {
      names: async (ids) => sessionNames(sql, ids),
      agents: async () => agentsOf(sql),
      count: async (query) => countSessions({ sql }, query && sessionsMatching(sql, query)),
    },
  };
}
