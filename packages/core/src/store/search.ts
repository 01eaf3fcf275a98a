/** Search over all sessions, and in one. A query comes parsed (`core/src/query`); what it means is the same in every store. */
import type { FindResult } from '../api/views.ts';
import type { Query } from '../query/query.ts';
import type { Snippet } from '../search/snippet.ts';
import type { SessionId, SessionRow } from './sessions.ts';

export interface StoreSearch {
  find(query: Query, options?: SearchOptions): Promise<SearchResult>;
  /** Why a query finds nothing. */
  explain(query: Query): Promise<readonly Explanation[]>;
  /** Text, or a /regular expression/, in one session. */
  inSession(session: SessionId, text: string, limit: number): Promise<FindResult>;
}

export interface SearchOptions {
  /**
   * `ranked` is best first, recent hits before equally good old ones. It needs words to rank by; without any it is
   * `newest`, which is also the default.
   */
  readonly order?: 'newest' | 'ranked' | undefined;
  /** What recent hits are ranked by, in milliseconds since 1970; the present by default. */
  readonly now?: number | undefined;
  /** How many sessions; 20 by default. */
  readonly sessions?: number | undefined;
  /** How many hits in each; 3 by default. */
  readonly hits?: number | undefined;
  /** Characters of a snippet; 160 by default. */
  readonly context?: number | undefined;
  /** Events that a regular expression reads at most. */
  readonly read?: number | undefined;
}

export interface SearchResult {
  readonly order: 'newest' | 'ranked';
  /** Those first in which something happened last, or whose best hit is best. */
  readonly sessions: readonly SessionResult[];
  /** There are further sessions with hits. */
  readonly more: boolean;
  /** Hits in all sessions, where they are few enough to be counted. */
  readonly total: number | null;
  /** There are more hits than were ranked. */
  readonly rankedPartly: boolean;
  /** How far regular expressions were followed. */
  readonly patterns: PatternReading | null;
}

export interface SessionResult {
  readonly session: SessionRow;
  /** Beginning of its id, as long as it takes to tell it from others. */
  readonly shortId: string;
  /** How many hits it has; null when they were not counted. */
  readonly count: Count | null;
  /** Newest first, or best first; of those that show the same words one. None when the query chooses sessions and no events in them. */
  readonly hits: readonly HitResult[];
}

/** A number of things, or that there are more. */
export interface Count {
  readonly number: number;
  readonly exact: boolean;
}

export interface HitResult {
  /** `<session>#<event>`, for other commands; it stays the same. */
  readonly link: string;
  /** Id of the event in its session. */
  readonly eventId: string;
  readonly logSeq: number;
  /** RFC 3339. */
  readonly time: string;
  readonly type: string;
  readonly tool: string | null;
  readonly model: string | null;
  readonly error: boolean;
  readonly subagent: boolean;
  /** The agent removed it later. */
  readonly withdrawn: boolean;
  /** Null for an event without text. */
  readonly snippet: Snippet | null;
}

export interface PatternReading {
  readonly sessions: number;
  readonly events: number;
  /** All sessions that may have had hits were looked through, or enough were found. */
  readonly complete: boolean;
  /** Sessions that took the expression too long. */
  readonly abandoned: readonly { readonly id: SessionId; readonly number?: number | undefined }[];
}

export interface Explanation {
  /** As it was typed. */
  readonly clause: string;
  /** Nothing fits it, whatever else is asked for. */
  readonly fitsNothing: boolean;
  /** Sessions that there would be without it, as far as they are counted: 20 mean that there are more. */
  readonly sessionsWithout: number;
  /** What to write instead. */
  readonly instead: readonly string[];
}
