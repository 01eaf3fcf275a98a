/**
 * The universal stream of sessions: which event became what, under which number. A number, once given, keeps its kind
 * and event for good, however the session grows or changes; the content is read from the event when it is sent.
 */
import type { Telling } from '../formats/universal/telling.ts';
import type { SessionId } from './sessions.ts';

export interface StoreUniversal {
  /** Up to so many behind a sequence, in order, without gaps. */
  page(session: SessionId, after: number, limit: number): Promise<UniversalPage>;
}

export interface UniversalPage {
  readonly tellings: readonly NumberedTelling[];
  readonly hasMore: boolean;
}

/** About events by their logSeqs. */
export type KeptTelling = Telling<number>;

export interface NumberedTelling {
  /** From 1. */
  readonly sequence: number;
  readonly telling: KeptTelling;
}
