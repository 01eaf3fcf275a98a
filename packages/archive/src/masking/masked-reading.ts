/**
 * How inputs are read while there is something that was removed for good: through a host that writes it over, with a note
 * of where that was needed. When nothing was ever removed, there is none of this, and reading costs what it did.
 */
import type { Host } from '@hansard/core';
import { maskedHost } from './masked-host.ts';
import type { Masker } from './masker.ts';
import type { ScrubbedValues } from './scrubbed-values.ts';

interface InputName {
  readonly path: string;
  readonly part?: string;
}

export class MaskedReading {
  readonly host: Host;
  /** How much had been removed when reading began. */
  readonly generation: number;
  readonly #masker: Masker;
  readonly #masked = new Set<string>();

  private constructor(host: Host, masker: Masker, generation: number) {
    this.#masker = masker;
    this.generation = generation;
    this.host = maskedHost(host, masker, (path) => this.#masked.add(nameOf({ path })));
  }

  static of(scrubbed: ScrubbedValues, host: Host): MaskedReading | undefined {
    const { masker, generation } = scrubbed;
    return masker && new MaskedReading(host, masker, generation);
  }

  /** The rows of a session; undefined when they hold nothing that was removed. */
  mask(bytes: Uint8Array, input: InputName): Buffer | undefined {
    const masked = this.#masker.mask(bytes);
    if (masked) this.#masked.add(nameOf(input));
    return masked?.bytes;
  }

  isMasked(input: InputName): boolean {
    return this.#masked.has(nameOf(input));
  }
}

const nameOf = ({ path, part = '' }: InputName): string => JSON.stringify([path, part]);
