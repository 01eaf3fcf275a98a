/** What a store keeps of the universal streams of its sessions. Nothing that was told is ever changed. */
import type { SavedProjector } from '../formats/universal/saved-projector.ts';
import type { SessionPosition } from '../store/changes.ts';
import type { SessionId } from '../store/sessions.ts';
import type { KeptTelling, NumberedTelling } from '../store/universal.ts';

export interface ToldStreams {
  /** How far telling has come; nowhere for a session of which nothing was told. */
  place(session: SessionId): Promise<ToldPlace>;
  /** The state to go on with. */
  saved(session: SessionId): Promise<SavedProjector<number> | undefined>;
  /** What was told behind a sequence, in order. */
  read(session: SessionId, after: number, limit: number): Promise<readonly NumberedTelling[]>;
  /**
   * Adds a step, all of it or nothing. When telling is no longer at `before`, because another process went on, or the
   * session is gone, the step is let go.
   */
  keep(session: SessionId, before: ToldPlace, step: ToldStep): Promise<void>;
  /** Where the session itself stands; undefined when it is not there. */
  position(session: SessionId): Promise<(SessionPosition & { readonly mayGrow: boolean }) | undefined>;
  /** Which of these events have changed behind a change, in order. */
  changedAmong(session: SessionId, logSeqs: readonly number[], after: number): Promise<readonly number[]>;
  /** Which of these ids are of items among the events up to a logSeq. Others are not asked for. */
  items(session: SessionId, upTo: number, ids: readonly string[]): Promise<{ has(id: string): boolean }>;
}

export interface ToldPlace {
  readonly sequence: number;
  readonly logSeq: number;
  /** Changes of events up to this one were looked at. */
  readonly change: number;
  readonly ended: boolean;
}

export interface ToldStep extends ToldPlace {
  readonly saved: SavedProjector<number>;
  readonly tellings: readonly KeptTelling[];
}

/** Of a session of which nothing was told. */
export const NOWHERE: ToldPlace = { sequence: 0, logSeq: 0, change: -1, ended: false };

/** Types of events that are told in words of their own, or as an item only when they came out of order. */
export const NO_ITEMS: ReadonlySet<string> = new Set([
  'turn',
  'session',
  'permission',
  'question',
  'error',
  'unparsed',
]);
