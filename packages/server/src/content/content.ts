/**
 * What is in transcripts, on its way to whoever asks over HTTP. There are two ways: as it is, for the machine's own
 * user, and through the privacy gate. Handlers do not know which; nothing of a transcript reaches an answer otherwise.
 */
import type { Attachment, Event } from '@hansard/core';
import type { FindResult, SearchAnswer, SessionSummary } from '@hansard/core/api/index.ts';
import type { Profile } from '@hansard/core/privacy/index.ts';
import type { SessionId } from '@hansard/core/store/sessions.ts';

export interface SearchRequest {
  readonly q: string;
  readonly order: 'newest' | 'ranked';
  readonly limit: number;
  readonly hits: number;
  /** Sessions to leave out at the beginning. */
  readonly offset: number;
}

export interface ListRequest {
  readonly q: string;
  readonly limit: number;
  readonly cursor: string | undefined;
  readonly order: 'newest' | 'oldest' | 'longest' | 'costliest';
}

export interface SessionListPage {
  readonly sessions: SessionSummary[];
  readonly next: string | null;
  readonly total: number;
}

export interface Content {
  /** The profile that everything goes through; null when it leaves as it is. */
  readonly profile: Profile | null;
  /** Events of a session behind `after`, by logSeq; all of them have their `logSeq`. */
  page(session: SessionId, after: number, limit: number): Promise<readonly Event[]>;
  /** The events with these logSeqs, those that are there, in the order of the list. */
  events(session: SessionId, logSeqs: readonly number[]): Promise<readonly Event[]>;
  /** The texts of messages by their logSeqs. */
  texts(session: SessionId, logSeqs: readonly number[]): Promise<ReadonlyMap<number, string>>;
  attachment(session: SessionId, hash: string): Promise<Attachment | undefined>;
  /**
   * An answer that holds texts of a session, or with null texts that belong to none: every string in it goes the same
   * way. Names of fields are those of the API and stay. Events must come from above.
   */
  answer<T>(session: SessionId | null, answer: T): Promise<T>;
  /** The head of a session's transcript. */
  head<T>(session: SessionId, head: T): Promise<T>;
  /** A project's folder as it may be told; undefined when sessions of it are not told of at all. */
  folder(folder: string): string | undefined;
  sessions(request: ListRequest): Promise<SessionListPage>;
  search(request: SearchRequest): Promise<SearchAnswer>;
  find(session: SessionId, q: string, limit: number): Promise<FindResult>;
}
