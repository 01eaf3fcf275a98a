/**
 * Keeps a log and reads its events: what is new, from the saved state of the reader; or all of it, when it is new,
 * was rewritten, or was last read by another version of the adapter.
 */
import type { LogDialect } from '@hansard/core';
import { packJson, type SavedReading, unpackJson } from '../originals/units.ts';
import { IndexSink, type Taken } from './index-sink.ts';
import type { InputChange, KeptBlock, NewBlock, VersionHandle } from './input-change.ts';
import type { Intake } from './intake.ts';
import { handleOf, PART_BYTES } from './keep-bytes.ts';
import type { InputJob } from './keeper.ts';
import { type FreshBlock, newBlocks } from './new-blocks.ts';
import { LogIngest } from './read-log.ts';

export async function keepLog(intake: Intake, job: InputJob, dialect: LogDialect): Promise<VersionHandle> {
  const run = new LogRun(intake, job, dialect);
  await run.readKept();
  for await (const block of newBlocks(intake, job)) await run.readNew(block);
  return run.finish();
}

/** A record that is longer than this is kept in parts. */
export const LONG_RECORD_BYTES = 2 * PART_BYTES;

class LogRun {
  readonly #intake: Intake;
  readonly #job: InputJob;
  readonly #handle: VersionHandle;
  readonly #sink: IndexSink;
  readonly #ingest: LogIngest;
  readonly #resumes: boolean;
  /** A reading from the beginning that takes the place of an earlier one, begun now or in a run that was interrupted. */
  readonly #again: boolean;
  /** Start of the unit that an earlier run was in. */
  readonly #unit: number | undefined;
  #blocks: (NewBlock | KeptBlock)[] = [];
  #bytes = 0;
  #isFirst = true;

  constructor(intake: Intake, job: InputJob, dialect: LogDialect) {
    const { stored, host, unitBytes } = intake;
    const saved = job.grows && job.current && job.latest ? stored?.originals.saved(job.latest.id) : undefined;
    this.#intake = intake;
    this.#job = job;
    this.#handle = handleOf(job);
    this.#resumes = saved !== undefined;
    this.#sink = new IndexSink({
      digest: host.digest,
      ...(saved && stored && job.row
        ? { facts: stored.committer.sessions.facts(job.row.id), known: stored.committer.knownIn(job.row.id) }
        : {}),
    });
    if (!saved && job.input.located) this.#sink.root.session(job.input.located);
    const context = { path: job.input.path, modifiedAt: job.file.modifiedAt };
    const reading = saved === undefined ? undefined : unpackJson<SavedReading>(saved);
    this.#unit = reading?.unit;
    this.#again = reading ? reading.again === true : job.latest !== undefined;
    this.#ingest = new LogIngest(dialect, this.#sink, context, reading, unitBytes);
  }

  /** Stored blocks that the reader has not seen: all, when it begins anew; those of a record under way, otherwise. */
  async readKept(): Promise<void> {
    const { latest, grows, file } = this.#job;
    const originals = this.#intake.stored?.originals;
    if (!latest || !grows || !originals) return;
    const last = originals.last(latest);
    if (!last) return;
    const end = latest.bytes === file.bytes ? latest.bytes : last.start;
    const from = originals.blockStart(latest, this.#ingest.at);
    for (const { start, bytes } of originals.blocks(latest, from, end)) {
      const isMarked = this.#isMarked(start);
      const checkpoint = this.#ingest.read(start, bytes);
      if (!isMarked) await this.#add({ start, checkpoint: checkpoint ?? null }, bytes.length);
    }
  }

  async readNew({ start, bytes, replaces }: FreshBlock): Promise<void> {
    const isMarked = replaces && this.#isMarked(start);
    const checkpoint = this.#ingest.read(start, bytes);
    const kept = isMarked ? undefined : (checkpoint ?? null);
    await this.#add({ block: bytes, replaces, checkpoint: kept }, bytes.length);
  }

  /** Whether it is settled by this reading, or by the one that goes on, if reading can begin at a stored block. */
  #isMarked(start: number): boolean {
    return this.#resumes && (!this.#again || start < this.#ingest.at || start === this.#unit);
  }

  async finish(): Promise<VersionHandle> {
    const { file } = this.#job;
    await this.#push(this.#ingest.finish(), { size: file.bytes, modified: file.modifiedAt });
    return this.#handle;
  }

  async #add(block: NewBlock | KeptBlock, bytes: number): Promise<void> {
    this.#blocks.push(block);
    this.#bytes += bytes;
    if (this.#bytes < PART_BYTES) return;
    const taken = this.#ingest.pause();
    if (taken) await this.#push(taken);
    else if (this.#bytes >= LONG_RECORD_BYTES) await this.#pushBlocks();
  }

  /**
   * Inside a long record, which must not be held whole: the blocks alone. The reader's state stays what it was, so that a run
   * that is interrupted goes on from the beginning of the record.
   */
  async #pushBlocks(): Promise<void> {
    // Before the first record nobody knows yet whether the project is to be left out.
    if (this.#isFirst && !this.#sink.facts.environment?.cwd) return;
    await this.#hand({ fingerprint: '', threads: [], renamed: [], problems: [] });
  }

  async #push(taken: Taken & { saved: SavedReading }, complete?: InputChange['complete']): Promise<void> {
    await this.#hand({
      endsPass: complete !== undefined && this.#again,
      complete,
      saved: packJson({ ...taken.saved, ...(this.#again && !complete && { again: true }) }),
      fingerprint: taken.saved.log.key ?? '',
      threads: taken.threads,
      renamed: taken.renamed,
      problems: taken.problems,
      solved: taken.solved,
    });
  }

  async #hand(read: Omit<InputChange, 'input' | 'blocks'>): Promise<void> {
    if (this.#isFirst) await this.#intake.admit(this.#job.input.agent, this.#sink.facts);
    const { input, dialect } = this.#job;
    const restarts = this.#isFirst && this.#again && !this.#resumes;
    await this.#intake.push(
      { ...read, input, handle: this.#handle, blocks: this.#blocks, restarts, dialect },
      this.#bytes,
    );
    this.#blocks = [];
    this.#bytes = 0;
    this.#isFirst = false;
  }
}
