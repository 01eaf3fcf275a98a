/**
 * What is in transcripts, on its way to whoever asks over HTTP. There are two ways: as it is, for the machine's own
 * user, and through the privacy gate. Handlers do not know which; nothing of a transcript reaches them otherwise.
 */
import type { Event } from '@hansard/core';

export interface Content {
  /** Name of the profile that everything goes through; null when it leaves as it is. */
  readonly profile: string | null;
  /** Events of a session by its number in the archive, behind `after`, by logSeq; all of them have their `logSeq`. */
  page(sessionId: number, after: number, limit: number): Promise<readonly Event[]>;
  /** The events with these logSeqs, those that are there. */
  events(sessionId: number, logSeqs: readonly number[]): Promise<readonly Event[]>;
}
