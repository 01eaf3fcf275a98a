/**
 * What a store brings to the suite: itself, empty, and a way to put sessions into it that grow and change as those of agents
 * do. Whoever writes another store implements this, and calls `storeContract` with it.
 */
import type { EventDraft, SessionFacts } from '../../adapters/contract.ts';
import type { SessionId } from '../../store/sessions.ts';
import type { Store } from '../../store/store.ts';

export interface SuiteSession {
  /** Of the session itself; given once. */
  readonly facts?: SessionFacts;
  /** What is added. Without an id an event is `<session>-<n>`, where n counts those that are added together. */
  readonly events: readonly Partial<EventDraft>[];
}

export interface StoreHarness {
  readonly store: Store;
  /** Adds to sessions, by their native ids. */
  add(sessions: Readonly<Record<string, SuiteSession>>): Promise<void>;
  /** Writes files of runs, by the folder that runs lie in and their names, where the store keeps runs. */
  addRuns?(base: string, runs: Readonly<Record<string, Readonly<Record<string, string>>>>): Promise<void>;
  /** Removes a session for good. */
  erase(session: SessionId): Promise<void>;
  close(): Promise<void>;
}

export type OpenHarness = () => Promise<StoreHarness>;

/** A time on a day of August 2026. */
export const at = (day: number, second = 0): string => new Date(Date.UTC(2026, 7, day, 12, 0, second)).toISOString();

/** The id of the session with a native id. */
export async function idOf({ store }: StoreHarness, nativeId: string): Promise<SessionId> {
  const [id] = await store.sessions.find(nativeId);
  if (id === undefined) throw new Error(`there is no session ${nativeId}`);
  return id;
}

/** Numbers of one response. */
export const usage = (responseId: string, input: number, output = 0): NonNullable<EventDraft['usage']> => ({
  input,
  output,
  cacheRead: 0,
  cacheWrite5m: 0,
  cacheWrite1h: 0,
  reasoning: 0,
  responseId,
});
