/** What was told of sessions in the universal stream, in memory. */
import type { SavedProjector } from '../../formats/universal/saved-projector.ts';
import type { SessionId } from '../../store/sessions.ts';
import type { KeptTelling } from '../../store/universal.ts';
import { NO_ITEMS, NOWHERE, type ToldPlace, type ToldStreams } from '../../universal/told-streams.ts';
import type { MemoryStore } from './memory-store.ts';

interface Told {
  place: ToldPlace;
  saved?: SavedProjector<number>;
  readonly tellings: KeptTelling[];
}

export function memoryTold(store: MemoryStore): ToldStreams {
  const told = new Map<SessionId, Told>();
  const eventsOf = (session: SessionId) => store.kept.get(session)?.events ?? [];
  return {
    place: async (session) => (store.kept.has(session) ? (told.get(session)?.place ?? NOWHERE) : NOWHERE),
    saved: async (session) => told.get(session)?.saved,
    read: async (session, after, limit) => {
      const tellings = store.kept.has(session) ? (told.get(session)?.tellings ?? []) : [];
      return tellings.slice(after, after + limit).map((telling, i) => ({ sequence: after + i + 1, telling }));
    },
    keep: async (session, before, { saved, tellings, ...place }) => {
      const known = told.get(session) ?? { place: NOWHERE, tellings: [] };
      if (JSON.stringify(known.place) !== JSON.stringify(before) || !store.kept.has(session)) return;
      known.place = place;
      known.saved = structuredClone(saved);
      known.tellings.push(...tellings);
      told.set(session, known);
    },
    position: async (session) => {
      const kept = store.kept.get(session);
      return kept && { lastSeq: kept.lastSeq, change: store.counters.change, mayGrow: true };
    },
    changedAmong: async (session, logSeqs, after) =>
      [...logSeqs].sort((a, b) => a - b).filter((seq) => (eventsOf(session)[seq - 1]?.changed ?? 0) > after),
    items: async (session, upTo, ids) => {
      const kept = store.kept.get(session);
      const items = ids.filter((id) => {
        const seq = kept?.seqOf(id);
        const type = seq === undefined ? undefined : eventsOf(session)[seq - 1]?.event.type;
        return seq !== undefined && seq <= upTo && type !== undefined && !NO_ITEMS.has(type);
      });
      return new Set(items);
    },
  };
}
