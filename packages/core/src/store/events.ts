/**
 * Events of one session. `logSeq` is the order in which the store learnt of them: from 1, without gaps, and never
 * changed, so that pages and streams go on from it. Events that are given have it as `logSeq` and as `seq`.
 */
import type { RawRecord } from '../api/events.ts';
import type { TranscriptHeader } from '../formats/contract.ts';
import type { Attachment, Event } from '../transcript.ts';
import type { PriceBook } from '../usage/prices.ts';
import type { SessionId } from './sessions.ts';

export interface StoreEvents {
  /** Up to so many events behind a logSeq, in order. Nothing that is given may be changed: it may be given again. */
  page(session: SessionId, after: number, limit: number): Promise<readonly Event[]>;
  /** The events with these logSeqs, those that are there, in ascending order. */
  at(session: SessionId, logSeqs: readonly number[]): Promise<readonly Event[]>;
  /** The texts of messages by their logSeqs; empty for an event without text, and none for one that is not there. */
  texts(session: SessionId, logSeqs: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** By its id, or by its logSeq with or without `#`. */
  place(session: SessionId, selector: string): Promise<EventPlace | undefined>;
  /** The native record behind an event; undefined where none is, and where the store keeps no originals. */
  raw(session: SessionId, logSeq: number): Promise<RawRecord | undefined>;
  /**
   * What the agent wrote about these events, parsed: the record behind each, or a list where several were merged. None for
   * an event that nothing native stands behind, and where the store keeps no originals.
   */
  payloads(session: SessionId, logSeqs: readonly number[]): Promise<ReadonlyMap<number, unknown>>;
  /** By its hash; undefined when the session has none, or the store does not keep what is in it. */
  attachment(session: SessionId, hash: string): Promise<Attachment | undefined>;
  /** The head of the session's transcript, made without reading events. */
  header(session: SessionId): Promise<TranscriptHeader | undefined>;
  /** The session as one document, with the store's own id and logSeqs, to be read event by event. */
  open(session: SessionId, options: OpenOptions): Promise<SessionDocument | undefined>;
}

export interface EventPlace {
  /** Id of the event. */
  readonly id: string;
  readonly logSeq: number;
}

export interface OpenOptions {
  /** RFC 3339. */
  readonly now: string;
  /** Events and totals are priced by it. */
  readonly prices?: PriceBook | undefined;
}

export interface SessionDocument {
  readonly header: TranscriptHeader;
  /** In the order of the document; may be asked for more than once, until it is closed. */
  events(): Iterable<Event>;
  /** It is too long to be held in memory more often than needed. */
  readonly isLong: boolean;
  close(): void;
}
