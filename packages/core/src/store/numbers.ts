/**
 * The sums that reports are made of (`core/src/numbers`). A store adds up; prices are applied afterwards, so rows never
 * mix what has different prices. A response counts once in all sessions: where several hold it, in the one that it was
 * first made in, and as inherited in the others.
 */
import type { Query } from '../query/query.ts';
import type { Buckets } from '../usage/buckets.ts';
import type { SessionId } from './sessions.ts';

export interface StoreNumbers {
  /** Every model that anything was used with. */
  models(): Promise<readonly string[]>;
  /** How many sessions say what they used, and from when to when; null where no time was recorded. */
  extent(): Promise<NumbersExtent>;
  /** What was used, in as few rows as the request allows. */
  usage(request: UsageRequest): Promise<Iterable<UsageRow>>;
  /** The same by the tools that responses called: in equal parts for each call, without a tool where they called none. */
  toolUsage(request: UsageRequest): Promise<Iterable<UsageRow>>;
  /** Every response that counts and has a time, in the order of time, whenever it was: times do not choose among them. */
  responses(selection: Pick<NumbersSelection, 'query' | 'sessions'>): Promise<Iterable<ResponseRow>>;
  /** Calls of tools. What a fork holds a copy of counts in the session it comes from. */
  toolCalls(request: NumbersRequest): Promise<Iterable<ToolCallsRow>>;
  /** What people asked, each by the model that answered it first. What a fork holds a copy of is left out. */
  prompts(request: NumbersRequest): Promise<Iterable<PromptRow>>;
  /** Files that were changed, each in every session that changed it. What a fork holds a copy of is left out. */
  editedFiles(selection: NumbersSelection): Promise<Iterable<EditedFileRow>>;
  /** Events by hour, without times that were inferred and events that were withdrawn. */
  hours(timezone: string): Promise<Iterable<HourRow>>;
}

export interface NumbersExtent {
  readonly sessions: number;
  /** Milliseconds since 1970. */
  readonly first: number | null;
  readonly last: number | null;
}

export interface NumbersSelection {
  /** Words, filters about sessions, and `model:`, `is:subagent`, `after:` and `before:`, which choose responses. */
  readonly query?: Query | undefined;
  /** Milliseconds since 1970. */
  readonly since?: number | undefined;
  /** Exclusive. */
  readonly until?: number | undefined;
  /** Only these sessions. */
  readonly sessions?: readonly SessionId[] | undefined;
}

export interface NumbersRequest extends NumbersSelection {
  /** Whose days these are, as `Intl` names it, or `local`. */
  readonly timezone: string;
}

export interface UsageRequest extends NumbersRequest {
  /** What rows are told apart by, beside model, subagent and price; a row says nothing of what is not in it. */
  readonly by: ReadonlySet<'day' | 'session' | 'agent' | 'project'>;
  /** Where prices change: no row is on both sides of one. */
  readonly steps: PriceSteps;
}

export interface PriceSteps {
  /** Tokens of a request, from the cache too, above which some price changes. */
  readonly sizes: readonly number[];
  /** By model: from when on (milliseconds since 1970), and at which times of a day (milliseconds, UTC) prices change. */
  readonly times: ReadonlyMap<string, { readonly days: readonly number[]; readonly clocks: readonly number[] }>;
}

/** Where a row belongs. */
export interface Placed {
  /** Number of the local day, from 1970; null when the time is not known, or was not asked for. */
  readonly day: number | null;
  /** Empty when it was not asked for. */
  readonly session: SessionId;
  readonly agent: string;
  readonly project: string | null;
  /** Empty where the log does not name it. */
  readonly model: string;
  readonly tool?: string | undefined;
}

export interface UsageRow extends Placed {
  readonly subagent: boolean;
  /** It counts in another session. */
  readonly inherited: boolean;
  /** A time and a size of request that have the price of all in the row. */
  readonly time: number;
  readonly request: number;
  readonly responses: number;
  readonly tokens: Readonly<Buckets>;
  /** The largest input of a response. */
  readonly largest: number;
}

/** One response. */
export type ResponseRow = Pick<UsageRow, 'model' | 'time' | 'request' | 'responses' | 'tokens' | 'largest'>;

export interface ToolCallsRow extends Placed {
  readonly status: string;
  readonly count: number;
  /** How long each took, of those of which that is known. */
  readonly ms: readonly number[];
}

export interface PromptRow extends Placed {
  /** How long the agent worked on it, without waiting for the user; undefined when that is not known. */
  readonly ms: number | undefined;
}

/** Calls that failed, and what was withdrawn, changed nothing. */
export interface EditedFileRow {
  readonly session: SessionId;
  readonly project: string | null;
  /** As the agent named it. */
  readonly path: string;
  /** Calls that changed it. */
  readonly calls: number;
  /** Other events that tell of a change: results, where the call does not name the file or names it in another way. */
  readonly others: number;
}

export interface HourRow {
  /** Of the zone's clocks, counted from 1970. */
  readonly hour: number;
  readonly session: SessionId;
  readonly events: number;
}
