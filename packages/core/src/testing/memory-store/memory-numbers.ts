/** Numbers of the store in memory, from the tallies of its sessions. */
import { isListed } from '../../held/match-query.ts';
import { tallyOf } from '../../held/session-tally.ts';
import { tallyNumbers } from '../../held/tally-numbers.ts';
import type { StoreNumbers } from '../../store/numbers.ts';
import type { MemoryStore } from './memory-store.ts';

export function memoryNumbers(store: MemoryStore): StoreNumbers {
  return tallyNumbers({
    all: async () =>
      [...store.kept.values()].map((session) => ({
        id: session.id,
        agent: session.head.source.agent,
        project: session.head.session.environment.cwd ?? null,
        tally: tallyOf(session),
      })),
    listed: async (query) =>
      new Set(
        [...store.kept.values()]
          .filter((session) => isListed(query, session, store.rowOf(session)))
          .map((session) => session.id),
      ),
  });
}
