/**
 * A store in memory, made of transcripts: the contract in its plainest form. Tests of the server run on it, and the suite
 * shows that it and other stores give the same answers. It looks at everything for every question.
 */
import { HeldSession } from '../../held/held-session.ts';
import type { StoreChanges } from '../../store/changes.ts';
import type { StoreEvents } from '../../store/events.ts';
import type { StoreNumbers } from '../../store/numbers.ts';
import type { StoreSearch } from '../../store/search.ts';
import type { SessionId, SessionRow, StoreSessions } from '../../store/sessions.ts';
import type { Store } from '../../store/store.ts';
import type { StoreUniversal } from '../../store/universal.ts';
import type { StoreViews } from '../../store/views.ts';
import type { Transcript } from '../../transcript.ts';
import { UniversalLog } from '../../universal/universal-log.ts';
import { KeptSession, type StoreCounters } from './kept-session.ts';
import { memoryEvents } from './memory-events.ts';
import { MemoryJournal } from './memory-journal.ts';
import { memoryNumbers } from './memory-numbers.ts';
import { MemoryRuns } from './memory-runs.ts';
import { memorySearch } from './memory-search.ts';
import { memorySessions } from './memory-sessions.ts';
import { memoryTold } from './memory-told.ts';

export class MemoryStore implements Store {
  readonly kept = new Map<SessionId, KeptSession>();
  readonly counters: StoreCounters = { change: 0, event: 0 };
  readonly sessions: StoreSessions = memorySessions(this);
  readonly events: StoreEvents = memoryEvents(this);
  readonly search: StoreSearch = memorySearch(this);
  readonly numbers: StoreNumbers = memoryNumbers(this);
  readonly universal: StoreUniversal = new UniversalLog(memoryTold(this), this.events);
  readonly views: StoreViews = memoryViews(this);
  readonly changes: StoreChanges;
  readonly journal: MemoryJournal = new MemoryJournal(this);
  readonly runs: MemoryRuns = new MemoryRuns();
  readonly #listeners = new Set<() => void>();
  #version = 0;
  #removals = 0;

  constructor(...transcripts: readonly Transcript[]) {
    this.changes = this.#changesOf();
    for (const transcript of transcripts) this.put(transcript);
  }

  /** Adds a session, or brings it up to date. */
  put(transcript: Transcript): void {
    const known = this.kept.get(transcript.transcriptId);
    if (known) known.put(transcript, this.counters);
    else this.kept.set(transcript.transcriptId, new KeptSession(transcript, this.counters));
    this.written();
  }

  erase(session: SessionId): void {
    if (!this.kept.delete(session)) return;
    this.journal.forget(session);
    this.#removals++;
    this.written();
  }

  written(): void {
    this.#version++;
    for (const listener of [...this.#listeners]) listener();
  }

  rowOf(session: KeptSession): SessionRow {
    return session.row(session.bytes, this.journal.isStarred(session.id), this.journal.tagsNow(session.id));
  }

  #changesOf(): StoreChanges {
    return {
      version: async () => String(this.#version),
      watch: (changed) => {
        const listener = () => changed();
        this.#listeners.add(listener);
        return () => void this.#listeners.delete(listener);
      },
      position: async (session) => {
        const kept = this.kept.get(session);
        return kept && { lastSeq: kept.lastSeq, change: this.counters.change };
      },
      changed: async (session, after, limit) => {
        const all = [...this.kept.values()].flatMap((one) =>
          one.events.map(({ event, changed }) => ({ session: one.id, logSeq: event.logSeq as number, changed })),
        );
        const next = all.filter(({ changed }) => changed > after).sort((a, b) => a.changed - b.changed);
        const looked = next.slice(0, limit);
        return {
          logSeqs: looked.filter((one) => one.session === session).map(({ logSeq }) => logSeq),
          change: looked.at(-1)?.changed ?? after,
          hasMore: looked.length === limit,
        };
      },
      newest: async () => this.counters.event,
      grown: async (after) => ({
        sessions: [...this.kept.values()]
          .filter(({ events }) => events.some(({ arrived }) => arrived > after))
          .map(({ id }) => id),
        newest: this.counters.event,
      }),
      removals: async () => this.#removals,
    };
  }
}

function memoryViews(store: MemoryStore): StoreViews {
  const of = (session: SessionId) => store.kept.get(session) ?? new HeldSession({} as never);
  return {
    skeleton: async (session) => of(session).skeleton(),
    edits: async (session) => of(session).edits(),
    changing: async (session, most) => of(session).changing(most),
    usage: async (session) => of(session).usage(),
  };
}
