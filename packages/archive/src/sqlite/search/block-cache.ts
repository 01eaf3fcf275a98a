/**
 * Unpacked blocks that were used last, for a program that stays: searches often show the same newest sessions. They go
 * by what is in them: the number of a block that was erased may be another's.
 */
import type { Sql } from '../../database/sql.ts';
import { BLOCK_COLUMNS, unpackStored } from '../../originals/stored-block.ts';
import { Recent } from './recent.ts';

const MOST_BYTES = 16 * 1024 * 1024;

export interface BlockName {
  readonly id: number;
  /** Hash of its bytes. */
  readonly hash: string;
}

export class BlockCache {
  readonly #sql: Sql;
  readonly #blocks = new Recent<Uint8Array>(MOST_BYTES);
  /** How many were unpacked. */
  unpacked = 0;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Undefined for one that is gone or damaged. */
  block({ id, hash }: BlockName): Uint8Array | undefined {
    const known = this.#blocks.get(hash);
    if (known) return known;
    const row = this.#sql.get(`SELECT ${BLOCK_COLUMNS} FROM block WHERE id = ?`, id);
    this.unpacked++;
    const bytes = row && unpackStored(row);
    if (bytes) this.#blocks.set(hash, bytes, bytes.length);
    return bytes;
  }
}
