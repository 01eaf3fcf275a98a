/** An input that is new and that a worker reads: what came of it is put into the archive piece by piece. */
import type { Adapter, HostFile, LocatedInput } from '@hansard/core';
import type { FromReader } from '../readers/protocol.ts';
import { Excluded } from './excluded.ts';
import type { VersionHandle } from './input-change.ts';
import type { Keeper, KeptInput } from './keeper.ts';

export class TakingOver {
  readonly #keeper: Keeper;
  readonly #adapter: Adapter;
  readonly #located: LocatedInput;
  readonly #file: HostFile;
  readonly #handle: VersionHandle = {};
  #isExcluded = false;

  constructor(keeper: Keeper, adapter: Adapter, located: LocatedInput, file: HostFile) {
    this.#keeper = keeper;
    this.#adapter = adapter;
    this.#located = located;
    this.#file = file;
  }

  /** The input is not to be kept: what else comes of it is not wanted. */
  get isExcluded(): boolean {
    return this.#isExcluded;
  }

  async take({ piece, dialect: id, admits, bytes }: Extract<FromReader, { piece: unknown }>): Promise<void> {
    if (this.#isExcluded) return;
    const input = this.#keeper.inputOf(this.#adapter, this.#located, id);
    try {
      if (admits) await this.#keeper.admit(this.#adapter.id, admits.facts);
    } catch (error) {
      if (!(error instanceof Excluded)) throw error;
      this.#isExcluded = true;
      this.#keeper.leaveOut({ input, file: this.#file }, error.reason);
      return;
    }
    const dialect = this.#adapter.dialects.find((one) => one.id === id);
    this.#keeper.push({ ...piece, input, handle: this.#handle, dialect }, bytes);
  }

  kept(): KeptInput {
    if (this.#isExcluded) return { outcome: 'excluded', bytes: 0 };
    return { outcome: 'new', bytes: this.#file.bytes, handle: this.#handle };
  }
}
