/** What was told of sessions in the universal stream, kept in the hub's store, so that numbers stay as they were given. */
import type { SavedProjector } from '@hansard/core/formats/universal/saved-projector.ts';
import type { SessionId } from '@hansard/core/store/sessions.ts';
import type { KeptTelling } from '@hansard/core/store/universal.ts';
import { NO_ITEMS, NOWHERE, type ToldPlace, type ToldStreams } from '@hansard/core/universal/told-streams.ts';
import type { HubStore } from '../store/contract.ts';
import type { PlacedSession } from '../store/places.ts';

interface Told {
  readonly place: ToldPlace;
  readonly saved: SavedProjector<number>;
  readonly tellings: readonly KeptTelling[];
}

/** `find`: a session that who asks may see. */
export function hubTold(
  store: HubStore,
  find: (session: SessionId) => Promise<PlacedSession | undefined>,
  change: () => Promise<number>,
): ToldStreams {
  const told = async (session: SessionId): Promise<Told | undefined> => {
    const found = await find(session);
    return found && ((await store.told(found.no))?.tellings as Told | undefined);
  };
  return {
    place: async (session) => (await told(session))?.place ?? NOWHERE,
    saved: async (session) => (await told(session))?.saved,
    read: async (session, after, limit) =>
      ((await told(session))?.tellings ?? [])
        .slice(after, after + limit)
        .map((telling, i) => ({ sequence: after + i + 1, telling })),
    keep: async (session, before, { saved, tellings, ...place }) => {
      const found = await find(session);
      if (!found) return;
      const known = (await store.told(found.no)) as { place: string; tellings: Told } | undefined;
      if (JSON.stringify(known?.tellings.place ?? NOWHERE) !== JSON.stringify(before)) return;
      const all: Told = { place, saved, tellings: [...(known?.tellings.tellings ?? []), ...tellings] };
      await store.keepTold(found.no, known?.place ?? null, { place: JSON.stringify(place), tellings: all });
    },
    position: async (session) => {
      const found = await find(session);
      return found && { lastSeq: found.lastSeq, change: await change(), mayGrow: true };
    },
    changedAmong: async (session, logSeqs, after) => {
      const events = (await find(session))?.events ?? [];
      return [...logSeqs].sort((a, b) => a - b).filter((seq) => (events[seq - 1]?.changed ?? 0) > after);
    },
    items: async (session, upTo, ids) => {
      const found = await find(session);
      const items = ids.filter((id) => {
        const seq = found?.seqOf(id);
        const type = seq === undefined ? undefined : found?.events[seq - 1]?.event.type;
        return seq !== undefined && seq <= upTo && type !== undefined && !NO_ITEMS.has(type);
      });
      return new Set(items);
    },
  };
}
