/** What the main thread and a worker that reads inputs tell each other. All of it is plain data. */
import type { HostFile, LocatedInput, SessionFacts } from '@hansard/core';
import type { ReadEvent, ThreadDraft } from '../ingest/index-sink.ts';
import type { InputChange, ReadWholeEvent, WholeThread } from '../ingest/input-change.ts';

/** What a worker needs to see the machine as the main thread does. */
export interface ReaderSetup {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export type ToReader =
  | {
      readonly read: number;
      readonly agent: string;
      readonly located: LocatedInput;
      readonly file: HostFile;
      readonly blockBytes?: number | undefined;
      readonly unitBytes?: number | undefined;
    }
  /** So many bytes of input were taken over: as many more may be read ahead. */
  | { readonly taken: number }
  /** The rest of an input is not wanted. */
  | { readonly stop: number };

/** A piece of an input. What the main thread knows itself is left out of it. */
export interface ReadPiece
  extends Omit<InputChange, 'input' | 'handle' | 'dialect' | 'rereads' | 'cursor' | 'threads' | 'whole'> {
  readonly threads: readonly ReadThread[];
  readonly whole?: readonly WholeThread<ReadWholeEvent>[];
}

export interface ReadThread extends Omit<ThreadDraft, 'events'> {
  readonly events: readonly ReadEvent[];
}

export type FromReader =
  | { readonly ready: true }
  | {
      readonly piece: ReadPiece;
      readonly of: number;
      /** Id of the dialect by which the input was recognised. */
      readonly dialect: string | undefined;
      /** With the first piece: what decides whether the session is kept; undefined where nothing is read of it. */
      readonly admits?: { readonly facts: SessionFacts | undefined };
      readonly bytes: number;
    }
  | { readonly done: number }
  | { readonly failed: number; readonly message: string };
