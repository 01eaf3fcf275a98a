/**
 * Reads a log block by block into events for the archive, from its beginning or from where an earlier run stopped.
 * Where a unit is full and a record ends, the next block begins another.
 */
import { type InputContext, type LogDialect, LogReader } from '@hansard/core';
import { packJson, type SavedReading, UNIT_BYTES } from '../originals/units.ts';
import type { IndexSink, Taken } from './index-sink.ts';

export class LogIngest {
  readonly #sink: IndexSink;
  readonly #reader: LogReader;
  readonly #unitBytes: number;
  #unit: number;
  /** First byte that was not given to the reader. */
  #at: number;

  constructor(
    dialect: LogDialect,
    sink: IndexSink,
    context: InputContext,
    saved?: SavedReading,
    unitBytes = UNIT_BYTES,
  ) {
    this.#sink = sink;
    this.#unitBytes = unitBytes;
    this.#unit = saved?.unit ?? 0;
    this.#at = saved?.log.offset ?? 0;
    sink.beginUnit(this.#unit, saved?.added);
    this.#reader = new LogReader(dialect, sink.root, context, saved?.log);
  }

  /** Where reading goes on. */
  get at(): number {
    return this.#at;
  }

  /** Reads what is new in a block that begins at `start`. Returns the checkpoint when a unit begins with it. */
  read(start: number, bytes: Uint8Array): Uint8Array | undefined {
    const checkpoint = start === this.#at && start - this.#unit >= this.#unitBytes ? this.#beginUnit(start) : undefined;
    this.#reader.push(bytes.subarray(this.#at - start));
    this.#at = start + bytes.length;
    return checkpoint;
  }

  /** What has come so far, with the state to go on from; undefined inside a record. */
  pause(): (Taken & { saved: SavedReading }) | undefined {
    const log = this.#reader.checkpoint();
    return log && { ...this.#sink.take(), saved: this.#saved(log) };
  }

  /** All that is left, once the log has been read to its present end. */
  finish(): Taken & { saved: SavedReading } {
    const log = this.#reader.finish();
    return { ...this.#sink.take(), saved: this.#saved(log) };
  }

  #beginUnit(start: number): Uint8Array | undefined {
    const log = this.#reader.checkpoint();
    if (!log) return undefined;
    this.#unit = start;
    this.#sink.beginUnit(start);
    return packJson(log);
  }

  #saved(log: SavedReading['log']): SavedReading {
    return { log, unit: this.#unit, added: this.#sink.added };
  }
}
