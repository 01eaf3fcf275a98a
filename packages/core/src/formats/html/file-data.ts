/**
 * What an exported page holds, as its viewer (`packages/web/src/file`) reads it: facts about the session, columns about all
 * events, and the events themselves in blocks. An event has no id, time or type of its own in there: the columns say it.
 */
import type { SessionMap } from '../../api/views.ts';
import type { Event, Tool } from '../../transcript.ts';

/** What the page says of the session as a whole. */
export interface FileFacts {
  readonly title: string;
  /** Lines below the title, each of several facts. */
  readonly lines: readonly string[];
  readonly sources: readonly FileSource[];
  readonly messages: number;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly state: string | null;
}

export interface FileSource {
  readonly source: string;
  readonly parent: string | null;
  readonly title: string | null;
  readonly type: string | null;
  /** Number of the call that spawned it. */
  readonly call: number | null;
  readonly events: number;
}

export interface FilePrompt {
  readonly seq: number;
  readonly text: string;
  readonly durationMs: number | null;
  readonly waitedMs: number;
  readonly costMicroUsd: number | null;
  readonly toolCalls: number;
  readonly errors: number;
  readonly files: readonly string[];
}

export interface FileIndex {
  readonly facts: FileFacts;
  readonly map: SessionMap;
  readonly prompts: readonly FilePrompt[];
  /** How many events are in each block. */
  readonly counts: readonly number[];
}

/** An event in a block: only what the page shows and the columns do not say. */
export interface FileEvent
  extends Partial<
    Pick<
      Event,
      | 'text'
      | 'parts'
      | 'model'
      | 'phase'
      | 'status'
      | 'error'
      | 'question'
      | 'permission'
      | 'session'
      | 'raw'
      | 'extra'
      | 'hidden'
      | 'branch'
      | 'audience'
    >
  > {
  readonly tool?: Omit<Tool, 'name' | 'status' | 'durationMs' | 'callId'>;
  /** Number of the call that a result answers, or of the event that a permission is about. */
  readonly of?: number;
  /** Its time was not recorded. */
  readonly untimed?: 1;
  /** Milliseconds until it was completed, where that was recorded. */
  readonly ms?: number;
  /** The agent's own name for it. */
  readonly native?: string;
}
