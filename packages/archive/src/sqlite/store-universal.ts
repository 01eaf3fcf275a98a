/** The universal stream of the contract. Its code is large, and is loaded when somebody first asks for the stream. */
import type { StoreUniversal } from '@hansard/core/store/universal.ts';
import type { EventSource } from '@hansard/core/universal/universal-log.ts';
import type { Sql } from '../database/sql.ts';
import type { SessionIds } from './session-ids.ts';

export function storeUniversal(sql: Sql, ids: SessionIds, events: EventSource): StoreUniversal {
  let log: Promise<StoreUniversal> | undefined;
  const load = async (): Promise<StoreUniversal> => {
    const [{ UniversalLog }, { ToldTables }] = await Promise.all([
      import('@hansard/core/universal/universal-log.ts'),
      import('./universal/told-tables.ts'),
    ]);
    return new UniversalLog(new ToldTables(sql, ids), events);
  };
  return {
    page: async (...request) => {
      log ??= load();
      return (await log).page(...request);
    },
  };
}
