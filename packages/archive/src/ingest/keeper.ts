/**
 * Brings the archive up to date with one input: nothing for one that has not changed, what is new for one that grew,
 * another version for one that was rewritten. Changes of several inputs are committed together, because the index is
 * written faster in large transactions; whoever needs them at once calls `flush`.
 */
import {
  type Adapter,
  type Dialect,
  detectFile,
  type Host,
  type HostFile,
  type LocatedInput,
  type SessionFacts,
} from '@hansard/core';
import { HEAD_BYTES, LONGEST_HEAD } from '@hansard/core/reading/head.ts';
import type { IndexText } from '@hansard/core/words/index-text.ts';
import type { MaskedReading } from '../masking/masked-reading.ts';
import { continues } from '../sqlite/originals/continues.ts';
import type { InputRow, NewInput, Originals, Version } from '../sqlite/originals/originals.ts';
import type { Exclusions } from '../sync/exclusions.ts';
import type { Committer } from './commit.ts';
import { Excluded } from './excluded.ts';
import type { InputChange, VersionHandle } from './input-change.ts';
import type { Intake } from './intake.ts';
import { keepInput } from './keep-input.ts';

/** `overtaken`: another process was storing the same input. `excluded`: it is not to be kept. `erased`: not again. */
export type Kept = 'unchanged' | 'grown' | 'new' | 'rewritten' | 'overtaken' | 'excluded' | 'erased';

export interface KeptInput {
  readonly outcome: Kept;
  /** Bytes that were new. */
  readonly bytes: number;
  /** Says, once it is committed, whether another process came first. */
  readonly handle?: VersionHandle;
}

export interface KeeperOptions {
  readonly originals: Originals;
  readonly committer: Committer;
  readonly textOf: (number: number) => IndexText | undefined;
  readonly host: Host;
  readonly now: string;
  readonly exclusions?: Exclusions;
  /** There is something that was removed for good, which `host` reads over. */
  readonly masked?: MaskedReading;
  /** Where the inputs come from, as the user calls it. */
  readonly origin?: string;
  /** They were brought by hand rather than found. */
  readonly elsewhere?: boolean;
  /** Bytes of input that go into one transaction. */
  readonly batchBytes?: number;
  /** Smaller blocks and units, for tests. */
  readonly blockBytes?: number;
  readonly unitBytes?: number;
}

/** What keeping one input works with. */
export interface InputJob {
  readonly input: NewInput;
  readonly adapter: Adapter;
  readonly row: InputRow | undefined;
  readonly file: HostFile;
  readonly latest: Version | undefined;
  /** The file begins with what is stored of it. */
  readonly grows: boolean;
  /** What is stored was read by this version of the adapter. */
  readonly current: boolean;
  readonly dialect: Dialect | undefined;
}

/** Fewer, larger pieces of the index: each is merged with others later. */
const BATCH_BYTES = 24 * 1024 * 1024;

/** The newest sessions are to be seen at once. */
const FIRST_BATCH_BYTES = 2 * 1024 * 1024;

export class Keeper implements Intake {
  readonly options: KeeperOptions;
  readonly host: Host;
  readonly stored: NonNullable<Intake['stored']>;
  readonly blockBytes?: number;
  readonly unitBytes?: number;
  #changes: InputChange[] = [];
  #bytes = 0;
  #batchBytes = FIRST_BATCH_BYTES;

  constructor(options: KeeperOptions) {
    const { host, originals, committer, blockBytes, unitBytes } = options;
    this.options = options;
    this.host = host;
    this.stored = { originals, committer };
    if (blockBytes !== undefined) this.blockBytes = blockBytes;
    if (unitBytes !== undefined) this.unitBytes = unitBytes;
  }

  async keep(adapter: Adapter, located: LocatedInput, file: HostFile): Promise<KeptInput> {
    const row = this.options.originals.input(located.path);
    if (row?.excluded === null && isSame(row, file)) {
      if (row.missingSince) this.#seenAgain(row);
      return { outcome: 'unchanged', bytes: 0 };
    }
    if (file.bytes > (located.most ?? Number.POSITIVE_INFINITY)) return this.#leaveLarge(adapter, located, file);
    const job = await this.#jobOf(adapter, located, file, row);
    const before = job.grows ? (job.latest?.bytes ?? 0) : 0;
    try {
      const handle = await keepInput(this, job);
      const bytes = file.bytes - before;
      return { outcome: outcomeOf(job, bytes), bytes, handle };
    } catch (error) {
      if (!(error instanceof Excluded)) throw error;
      this.leaveOut(job, error.reason);
      return { outcome: 'excluded', bytes: 0 };
    }
  }

  /** Throws `Excluded` when a session with these facts is not to be kept. */
  async admit(agent: string, facts: SessionFacts | undefined): Promise<void> {
    const reason = await this.options.exclusions?.reason(agent, facts?.environment?.cwd ?? undefined);
    if (reason !== undefined) throw new Excluded(reason);
  }

  /** What is noted of inputs beside what they are. */
  get provenance(): Pick<NewInput, 'origin' | 'elsewhere'> {
    const { origin, elsewhere } = this.options;
    return { ...(origin === undefined ? {} : { origin }), ...(elsewhere ? { elsewhere } : {}) };
  }

  /** Adds a change to the transaction under way, and commits that when it is large enough. */
  push(change: InputChange, bytes: number): void {
    if (change.handle && this.options.masked?.isMasked(change.input)) change.handle.scrubbed = true;
    this.#changes.push(change);
    this.#bytes += bytes;
    if (this.#bytes >= (this.options.batchBytes ?? this.#batchBytes)) {
      this.#batchBytes = BATCH_BYTES;
      this.flush();
    }
  }

  flush(): void {
    const changes = this.#changes;
    this.#changes = [];
    this.#bytes = 0;
    const { committer, now, textOf, masked } = this.options;
    const removed = masked?.generation ?? 0;
    if (changes.length > 0) committer.commit(changes, { now, textOf, removed });
  }

  /** The input is remembered with its size and time, so that it is not opened again until it changes. */
  leaveOut({ input, file }: Pick<InputJob, 'input' | 'file'>, reason: string): void {
    const { originals, now } = this.options;
    originals.transaction(() => {
      const { id } = originals.know(input, now);
      originals.complete(id, file.bytes, file.modifiedAt);
      originals.exclude(id, reason);
    });
  }

  async #jobOf(adapter: Adapter, located: LocatedInput, file: HostFile, row: InputRow | undefined): Promise<InputJob> {
    const { originals, host } = this.options;
    const { path, role } = located;
    // What is still waiting may be about this very input.
    if (this.#changes.some(({ input }) => input.path === path)) this.flush();
    const latest = row && originals.latest(row.id);
    const grows = latest !== undefined && (await continues(originals, host, latest, path, file.bytes));
    const current = row !== undefined && row.adapterVersion === adapter.version;
    const grown = grows && current ? latest : undefined;
    const dialect = role === 'side' ? undefined : await this.#dialectOf(adapter, path, grown, row, file);
    const input = this.inputOf(adapter, located, dialect?.id);
    return { input, adapter, row, file, latest, grows, current, dialect };
  }

  /** What is noted of an input. */
  inputOf({ id, version }: Adapter, { path, role, kind, facts }: LocatedInput, dialect: string | undefined): NewInput {
    return { agent: id, path, role, kind, dialect, adapterVersion: version, located: facts, ...this.provenance };
  }

  /** How the input was recognised; what was not is looked at again while its beginning is still growing. */
  async #dialectOf(
    adapter: Adapter,
    path: string,
    grown: Version | undefined,
    row: InputRow | undefined,
    { bytes }: HostFile,
  ): Promise<Dialect | undefined> {
    const known = grown && adapter.dialects.find(({ id }) => id === row?.dialect);
    if (known || (grown && !mayTellMore(grown.bytes, bytes))) return known;
    return (await detectFile([adapter], this.options.host, path))?.dialect;
  }

  #leaveLarge(adapter: Adapter, located: LocatedInput, file: HostFile): KeptInput {
    this.leaveOut({ input: this.inputOf(adapter, located, undefined), file }, TOO_LARGE);
    return { outcome: 'excluded', bytes: 0 };
  }

  #seenAgain({ agent, path, role, kind }: InputRow): void {
    const { originals, now } = this.options;
    originals.transaction(() => originals.know({ agent, path, role, kind }, now));
  }
}

/** Why a file is not kept that is larger than its adapter takes. */
export const TOO_LARGE = 'too-large';

/** A first record may be very long: what has grown past the usual beginning is looked at again when it has doubled. */
const mayTellMore = (before: number, now: number): boolean =>
  before < HEAD_BYTES || (before < LONGEST_HEAD && Math.floor(Math.log2(before)) < Math.floor(Math.log2(now)));

function isSame(row: InputRow, file: HostFile): boolean {
  return row.size === file.bytes && row.modified === file.modifiedAt;
}

function outcomeOf({ latest, grows }: InputJob, bytes: number): Kept {
  if (!latest) return 'new';
  if (!grows) return 'rewritten';
  return bytes > 0 ? 'grown' : 'unchanged';
}
