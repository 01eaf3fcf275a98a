/** What one transaction writes about one input: new blocks of its original, and the events that were read from them. */
import type { EventDraft, ProblemDraft, SessionFacts } from '@hansard/core';
import type { WitnessOf } from '@hansard/core/reading/witness.ts';
import type { StorableBlock } from '../originals/storable-block.ts';
import type { NewInput, Version } from '../sqlite/originals/originals.ts';
import type { EventFacts } from './event-facts.ts';
import type { Renamed, Solved, ThreadDraft } from './index-sink.ts';

/** The version that is being written. Its id and size are filled in as changes are committed. */
export interface VersionHandle {
  /** Undefined until the version has been begun. */
  version?: Version;
  /** The latest version at the time of planning, which a new one comes after. */
  readonly after?: Version;
  /** Another process has written the same input: nothing more of it is committed. */
  overtaken?: boolean;
  /** The session was erased: nothing of it is committed. */
  erased?: boolean;
  /** Something that was removed for good stood in what was read, and was written over. */
  scrubbed?: boolean;
}

export interface NewBlock {
  readonly block: StorableBlock;
  /** Takes the place of the last block, which it begins with. */
  readonly replaces?: boolean;
  /** Packed state of the reader at its start; null when reading cannot begin there, undefined to leave it as it is. */
  readonly checkpoint?: Uint8Array | null;
}

/** A block that is in the archive already, read again. */
export interface KeptBlock {
  readonly start: number;
  readonly checkpoint: Uint8Array | null;
}

export interface InputChange {
  readonly input: NewInput;
  /** It is read again from what is kept of it, and nothing new is known of the file. */
  readonly rereads?: { readonly inputId: number };
  /** None for a database as a whole, which is not kept itself. */
  readonly handle?: VersionHandle;
  readonly blocks: readonly (NewBlock | KeptBlock)[];
  /** Events are read from the beginning again, beginning with this change: they take the place of what was read before. */
  readonly restarts?: boolean;
  /** This change ends such a pass: what it did not meet is gone. */
  readonly endsPass?: boolean;
  /** The input has been read to its present end. */
  readonly complete?: { readonly size: number; readonly modified: string };
  /** Where reading a database goes on. */
  readonly cursor?: string;
  /** The reader's state, packed. */
  readonly saved?: Uint8Array;
  /** By which the input was read: it tells how good a witness it is. */
  readonly dialect?: WitnessOf['dialect'];
  /** Fingerprint of the first record. */
  readonly fingerprint: string;
  readonly threads: readonly ThreadDraft[];
  readonly renamed: readonly Renamed[];
  /** For documents and rows: all events of a thread, as the input has them now. */
  readonly whole?: readonly WholeThread<WholeEvent | ReadWholeEvent>[];
  readonly problems: readonly ProblemDraft[];
  readonly solved?: readonly Solved[];
}

export interface WholeThread<E = WholeEvent> {
  readonly part: string;
  readonly facts: SessionFacts;
  readonly events: readonly E[];
}

export interface WholeEvent {
  readonly event: EventDraft;
  /** Fingerprint of the content. */
  readonly body: number;
}

/** One that was read elsewhere: only what is written of it came from there. */
export interface ReadWholeEvent extends Pick<WholeEvent, 'body'> {
  readonly facts: EventFacts;
}
