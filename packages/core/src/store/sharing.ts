/**
 * Sessions that leave, and the ledger of what left: injected where exports are on. An entry is made before the first byte
 * is written and completed after the last, so that what was interrupted is known as well.
 */
import type { TranscriptSource } from '../formats/contract.ts';
import type { Way } from '../sharing/outgoing.ts';
import type { OpenOptions } from './events.ts';
import type { SessionId } from './sessions.ts';

export interface Sharing {
  /**
   * A session on its way out: through the gate of a profile, or said to stay on this machine. `history`: with what its
   * repository says of it.
   */
  leave(session: SessionId, way: Way, options: OpenOptions & { readonly history?: boolean }): Promise<Leaving>;
  /** Notes that something is about to leave. Gives the id of the entry. */
  begin(entry: LedgerEntry): Promise<string>;
  /** `hash`: SHA-256 of all that was written. */
  complete(entry: string, hash: string): Promise<void>;
  /** Room for bytes that are too many to be held. */
  spool(): Spool;
}

export interface Leaving {
  /** What may be written; it can be read until it is closed. */
  readonly source: TranscriptSource;
  /** Of what was taken out. */
  readonly receipt: Readonly<Record<string, unknown>>;
  close(): void;
}

export interface LedgerEntry {
  readonly session: SessionId;
  /** RFC 3339. */
  readonly at: string;
  /** Path of the file or folder, `-` for standard output, or `http`. */
  readonly destination: string;
  readonly format: string;
  readonly profile: string;
  /** JSON: what the profile took out. */
  readonly receipt: string;
}

export interface Spool {
  readonly bytes: number;
  append(bytes: Uint8Array): void;
  /** Valid until the next is read. */
  read(start: number, end: number): Uint8Array;
  close(): void;
}
