/** What has changed: for caches, and for those who follow what is being written. */
import type { SessionId } from './sessions.ts';

export interface StoreChanges {
  /**
   * Another text after anything was written, by whomever. It is asked for at every request: caches keep what they have as
   * long as it stays the same. Asking is cheap, microseconds where the store is on this machine.
   */
  version(): Promise<string>;
  /**
   * Calls back soon after something was written, by this process or another, until what is returned is called. It may
   * call without reason, and says neither what nor where: whoever listens looks.
   */
  watch(changed: () => void): () => void;
  /** Where a session stands; undefined when it is not there. */
  position(session: SessionId): Promise<SessionPosition | undefined>;
  /** Events of a session that have changed behind `after`, a bounded number at a time. */
  changed(session: SessionId, after: number, limit: number): Promise<ChangedEvents>;
  /** The newest event of all sessions, by a number that only grows. */
  newest(): Promise<number>;
  /** Sessions with events behind such a number. */
  grown(after: number): Promise<GrownSessions>;
  /** Sessions that were erased and secrets that were removed, counted: it only grows. */
  removals(): Promise<number>;
}

export interface SessionPosition {
  /** The highest logSeq of its events. */
  readonly lastSeq: number;
  /** Changes of events up to this one have happened. Changes are numbered through the whole store. */
  readonly change: number;
}

export interface ChangedEvents {
  /** The earliest change first; an event that changed twice may be there twice. */
  readonly logSeqs: readonly number[];
  /** The last change that was looked at: what comes next is behind it. */
  readonly change: number;
  readonly hasMore: boolean;
}

export interface GrownSessions {
  readonly sessions: readonly SessionId[];
  /** As `newest` gives it. */
  readonly newest: number;
}
