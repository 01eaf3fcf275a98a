/** The rows that views of one session are made of (`core/src/views`): small facts of every event, and no content. */
import type { Buckets } from '../usage/buckets.ts';
import type { SessionId, SourceFacts } from './sessions.ts';

export interface StoreViews {
  /** Every event of a session in the order of logSeq. None when there is no such session. */
  skeleton(session: SessionId): Promise<Iterable<SkeletonEvent>>;
  /** Which events changed files, by logSeq, and which files these are. */
  edits(session: SessionId): Promise<ReadonlyMap<number, readonly FileTouch[]>>;
  /** The logSeqs of the first events that changed files and were not withdrawn, in order. */
  changing(session: SessionId, most: number): Promise<readonly number[]>;
  /** What counts in a session, response by response. */
  usage(session: SessionId): Promise<UsageColumns>;
}

export interface SkeletonEvent {
  readonly logSeq: number;
  readonly id: string;
  readonly source: SourceFacts;
  readonly type: string;
  /** Milliseconds since 1970; 0 when it is not known. */
  readonly time: number;
  /** Empty where there is none. */
  readonly tool: string;
  readonly status: string;
  readonly model: string;
  /** `FLAGS` of `core/src/events/event-facts.ts`. */
  readonly flags: number;
  /** How long the tool ran, or the user was waited for; null when that is not known. */
  readonly ms: number | null;
}

export interface FileTouch {
  readonly path: string;
  /** edit, write, patch, delete or rename */
  readonly action: string;
}

/** One list for each column, with an entry for each response: a session may have a hundred thousand. */
export interface UsageColumns {
  readonly logSeq: readonly number[];
  /** Empty where the log does not name it. */
  readonly model: readonly string[];
  /** Milliseconds since 1970; 0 when it is not known. */
  readonly time: readonly number[];
  /** Tokens of the request, from the cache too: some prices depend on it. 0 for totals of a turn or session. */
  readonly request: readonly number[];
  readonly tokens: Readonly<Record<keyof Buckets, readonly number[]>>;
}
