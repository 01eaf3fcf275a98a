/**
 * Questions to a conversation, for programs: `all()`, `latest()`, `where(…)`, by role, by source. Answers of `where`
 * and its kin are questions again; nothing is read before it is asked for.
 */
import { isBookkeeping } from '../../events/event-kinds.ts';
import { sha256 } from '../../sha256.ts';
import type { Transcript } from '../../transcript.ts';
import type { TranscriptEntry } from './entry.ts';
import type { EntryRole } from './roles.ts';
import { type WriteEntriesOptions, writeEntries } from './write.ts';

export class EntryQuery implements Iterable<TranscriptEntry> {
  readonly #entries: Iterable<TranscriptEntry>;
  readonly #matches: (entry: TranscriptEntry) => boolean;

  /** `entries` must give the same entries every time it is gone through. */
  constructor(entries: Iterable<TranscriptEntry>, matches: (entry: TranscriptEntry) => boolean = () => true) {
    this.#entries = entries;
    this.#matches = matches;
  }

  *[Symbol.iterator](): Iterator<TranscriptEntry> {
    for (const entry of this.#entries) if (this.#matches(entry)) yield entry;
  }

  /** Every entry, in order. */
  all(): TranscriptEntry[] {
    return [...this];
  }

  /** The entry that came last; undefined when there is none. */
  latest(): TranscriptEntry | undefined {
    let latest: TranscriptEntry | undefined;
    for (const entry of this) latest = entry;
    return latest;
  }

  /** The entries for which the predicate holds. */
  where(predicate: (entry: TranscriptEntry) => boolean): EntryQuery {
    return new EntryQuery(this, predicate);
  }

  byRole(...roles: EntryRole[]): EntryQuery {
    return this.where(({ role }) => roles.includes(role));
  }

  /** Only what somebody said or did, or only what the agent noted of itself: starts, ends, states. */
  bookkeeping(isWanted: boolean): EntryQuery {
    return this.where(({ metadata }) => isBookkeeping({ type: String(metadata?.['type']) }) === isWanted);
  }

  /** By the agent of the tree: `primary`, `subagent:<id>`. */
  bySource(...sources: string[]): EntryQuery {
    return this.where(({ source }) => sources.includes(source));
  }
}

export interface EntryQueryOptions extends Partial<WriteEntriesOptions> {
  /** With what the agent notes of itself: starts, ends, states. Without, the latest entry is the latest message. */
  readonly bookkeeping?: boolean;
}

/** The entries of a session to ask about. */
export function queryEntries(transcript: Transcript, options: EntryQueryOptions = {}): EntryQuery {
  const { digest = sha256, bookkeeping = false } = options;
  const all = new EntryQuery({ [Symbol.iterator]: () => writeEntries(transcript, { digest })[Symbol.iterator]() });
  return bookkeeping ? all : all.bookkeeping(false);
}
