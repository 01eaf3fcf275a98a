/**
 * Two bytes of a keyed sum over a window of six, which can be carried on from byte to byte: the places where something
 * that was removed may begin are found in one pass, however many there are. Two bytes tell nobody what it was.
 */
import { createHmac } from 'node:crypto';

export const WINDOW = 6;
export const FILTER_VALUES = 1 << 16;

export class WindowHash {
  readonly #factor: number;
  /** What a byte that leaves the window has contributed. */
  readonly #gone = new Int32Array(256);

  constructor(key: string) {
    this.#factor = createHmac('sha256', key).update('window').digest().readInt32LE(0) | 1;
    let power = 1;
    for (let i = 0; i < WINDOW; i++) power = Math.imul(power, this.#factor);
    for (let byte = 0; byte < 256; byte++) this.#gone[byte] = Math.imul(byte, power);
  }

  /** Of the window that begins at `at`. */
  of(bytes: Uint8Array, at = 0): number {
    let sum = 0;
    for (let i = at; i < at + WINDOW; i++) sum = (Math.imul(sum, this.#factor) + (bytes[i] as number)) | 0;
    return mixed(sum);
  }

  /** Calls with every place whose window has a value that is set in the filter. */
  each(bytes: Uint8Array, filter: Uint8Array, onPlace: (start: number, value: number) => void): void {
    const factor = this.#factor;
    const gone = this.#gone;
    let sum = 0;
    for (let i = 0; i < bytes.length; i++) {
      sum = (Math.imul(sum, factor) + (bytes[i] as number)) | 0;
      if (i >= WINDOW) sum = (sum - (gone[bytes[i - WINDOW] as number] as number)) | 0;
      if (i < WINDOW - 1) continue;
      const value = mixed(sum);
      if (filter[value] === 1) onPlace(i - WINDOW + 1, value);
    }
  }
}

const mixed = (sum: number): number => Math.imul(sum ^ (sum >>> 15), 0x9e3779b1) >>> 16;
