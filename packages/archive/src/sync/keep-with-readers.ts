/**
 * Keeps inputs with the help of workers: they read those that are new, this thread writes what they have read, and reads small
 * ones itself while nothing is waiting. Inputs are begun in their order; the archive is written by this thread alone.
 */
import type { HostFile, LocatedInput } from '@hansard/core';
import type { TakingOver } from '../ingest/taking-over.ts';
import type { ReaderCrew, Told } from '../readers/reader-crew.ts';
import { nextTurn } from './next-turn.ts';

/** What is larger is left to the workers: this thread would not hear them meanwhile. */
const SMALL_BYTES = 1024 * 1024;

interface Readable {
  readonly adapter: { readonly id: string };
  readonly input: LocatedInput;
  readonly file: HostFile;
}

export interface KeepingRun<F extends Readable> {
  /** They become more while the run goes on. */
  readonly inputs: readonly F[];
  /** Undefined for what only this thread can read. */
  takeOver(found: F): TakingOver | undefined;
  /** Reads and keeps an input here. */
  keepHere(found: F): Promise<void>;
  /** A worker has read it to its end. */
  finish(found: F, taking: TakingOver): Promise<void>;
  failed(found: F, message: string): void;
}

export async function keepWithReaders<F extends Readable>(run: KeepingRun<F>, crew: ReaderCrew): Promise<void> {
  try {
    await new KeepingWithReaders(run, crew).keepAll();
  } finally {
    crew.close();
  }
}

class KeepingWithReaders<F extends Readable> {
  readonly #run: KeepingRun<F>;
  readonly #crew: ReaderCrew;
  readonly #read = new Map<number, { readonly found: F; readonly taking: TakingOver }>();
  #next = 0;

  constructor(run: KeepingRun<F>, crew: ReaderCrew) {
    this.#run = run;
    this.#crew = crew;
  }

  async keepAll(): Promise<void> {
    for (;;) {
      this.#giveOut();
      const told = this.#crew.next();
      if (told) {
        await this.#hear(told);
        await nextTurn();
      } else if (!(await this.#keepHere())) {
        if (this.#read.size === 0 && this.#next >= this.#run.inputs.length) return;
        await this.#crew.wait();
      }
    }
  }

  #giveOut(): void {
    while (this.#next < this.#run.inputs.length && this.#crew.hasRoom) {
      const found = this.#run.inputs[this.#next] as F;
      const taking = this.#run.takeOver(found);
      if (!taking) return;
      const id = this.#next++;
      this.#read.set(id, { found, taking });
      this.#crew.read({ read: id, agent: found.adapter.id, located: found.input, file: found.file });
    }
  }

  async #keepHere(): Promise<boolean> {
    const found = this.#run.inputs[this.#next];
    if (!found || (found.file.bytes > SMALL_BYTES && this.#crew.isThere && this.#run.takeOver(found))) return false;
    this.#next++;
    await this.#run.keepHere(found);
    await nextTurn();
    return true;
  }

  async #hear(told: Told): Promise<void> {
    if ('piece' in told) {
      const taking = this.#read.get(told.of)?.taking;
      await taking?.take(told);
      this.#crew.took(told.of, told.bytes, taking?.isExcluded === false);
    } else if ('done' in told) {
      const { found, taking } = this.#take(told.done);
      await this.#run.finish(found, taking);
    } else if ('failed' in told) this.#run.failed(this.#take(told.failed).found, told.message);
    else if ('lost' in told) for (const id of told.lost) await this.#run.keepHere(this.#take(id).found);
  }

  #take(id: number): { readonly found: F; readonly taking: TakingOver } {
    const one = this.#read.get(id) as { found: F; taking: TakingOver };
    this.#read.delete(id);
    return one;
  }
}
