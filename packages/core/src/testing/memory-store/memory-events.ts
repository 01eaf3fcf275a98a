/** Events of the store in memory. It keeps no originals: there is no raw record behind any of them. */
import type { StoreEvents } from '../../store/events.ts';
import type { Event } from '../../transcript.ts';
import { heldDocument } from '../../views/session-document.ts';
import type { MemoryStore } from './memory-store.ts';

export function memoryEvents(store: MemoryStore): StoreEvents {
  const eventsOf = (session: string): Event[] => store.kept.get(session)?.events.map(({ event }) => event) ?? [];
  const at = async (session: string, logSeqs: readonly number[]) =>
    [...new Set(logSeqs)].sort((a, b) => a - b).flatMap((logSeq) => eventsOf(session)[logSeq - 1] ?? []);
  return {
    page: async (session, after, limit) =>
      limit <= 0 ? [] : eventsOf(session).slice(Math.max(0, after), Math.max(0, after) + limit),
    at,
    texts: async (session, logSeqs) =>
      new Map((await at(session, logSeqs)).map(({ logSeq, text = '' }) => [logSeq as number, text])),
    place: async (session, selector) => {
      const logSeq = store.kept.get(session)?.seqOf(selector) ?? Number(/^#?(\d{1,15})$/.exec(selector)?.[1]);
      const event = eventsOf(session)[logSeq - 1];
      return event && { id: event.id, logSeq };
    },
    raw: async () => undefined,
    payloads: async () => new Map(),
    attachment: async (session, hash) => {
      const attachments = store.kept.get(session)?.transcript.attachments ?? {};
      return Object.hasOwn(attachments, hash) ? attachments[hash] : undefined;
    },
    header: async (session) => {
      const { events: _events, ...header } = store.kept.get(session)?.transcript ?? { events: [] };
      return 'transcriptId' in header ? header : undefined;
    },
    open: async (session, { now }) => {
      const kept = store.kept.get(session);
      if (!kept) return undefined;
      const { transcript } = kept;
      const seqs = new Map(kept.events.map(({ event }) => [event.id, event.logSeq]));
      const events = transcript.events.map((event) => ({ ...event, logSeq: seqs.get(event.id) }));
      return heldDocument({ ...transcript, session: { ...transcript.session, capturedAt: now }, events });
    },
  };
}
