/** Unpacked blocks that were used last, for a program that stays: searches often show the same newest sessions. */
import type { Sql } from '../database/sql.ts';
import { unpackBlockLater } from '../originals/codec.ts';

const MOST_BYTES = 24 * 1024 * 1024;

export class BlockCache {
  readonly #sql: Sql;
  readonly #blocks = new Map<number, { readonly bytes: Promise<Uint8Array | undefined>; readonly size: number }>();
  #size = 0;
  /** How many were unpacked. */
  unpacked = 0;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Undefined for one that is gone or damaged. */
  async block(id: number): Promise<Uint8Array | undefined> {
    const known = this.#blocks.get(id);
    // The one that was used last is forgotten last.
    if (known) {
      this.#blocks.delete(id);
      this.#blocks.set(id, known);
      return known.bytes;
    }
    const row = this.#sql.get('SELECT codec, bytes, data FROM block WHERE id = ?', id);
    if (!row) return undefined;
    this.unpacked++;
    const size = row['bytes'] as number;
    const bytes = unpackBlockLater(row['codec'] as number, row['data'] as Uint8Array).catch(() => undefined);
    this.#remember(id, bytes, size);
    return bytes;
  }

  #remember(id: number, bytes: Promise<Uint8Array | undefined>, size: number): void {
    this.#blocks.set(id, { bytes, size });
    this.#size += size;
    for (const [oldest, block] of this.#blocks) {
      if (this.#size <= MOST_BYTES || oldest === id) break;
      this.#blocks.delete(oldest);
      this.#size -= block.size;
    }
  }
}
