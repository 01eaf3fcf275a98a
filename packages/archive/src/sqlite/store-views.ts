/** The rows of the contract that views are made of. */
import type { SessionId } from '@hansard/core/store/sessions.ts';
import type { SkeletonEvent, StoreViews, UsageColumns } from '@hansard/core/store/views.ts';
import type { Sql } from '../database/sql.ts';
import type { SessionIds } from './session-ids.ts';
import { changingSeqs, editsOf } from './views/edits.ts';
import { skeletonOf } from './views/skeleton.ts';
import { usageColumns } from './views/usage-columns.ts';

export function storeViews(sql: Sql, ids: SessionIds): StoreViews {
  const of = <T>(session: SessionId, read: (number: number) => T, none: T): T => {
    const number = ids.numberOf(session);
    return number === undefined ? none : read(number);
  };
  return {
    skeleton: async (session) => of<Iterable<SkeletonEvent>>(session, (number) => skeletonOf(sql, number), []),
    edits: async (session) => of(session, (number) => editsOf(sql, number), new Map()),
    changing: async (session, most) => of(session, (number) => changingSeqs(sql, number, most), []),
    usage: async (session) => of(session, (number) => usageColumns(sql, number), NOTHING),
  };
}

const NOTHING: UsageColumns = {
  logSeq: [],
  model: [],
  time: [],
  request: [],
  tokens: { input: [], output: [], cacheRead: [], cacheWrite5m: [], cacheWrite1h: [], reasoning: [] },
};
