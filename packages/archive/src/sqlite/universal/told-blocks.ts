/** What was told of a session, in blocks: any part of it is had by reading one or two of them. Nothing is ever changed. */
import type { KeptTelling, NumberedTelling } from '@hansard/core/store/universal.ts';
import { bytes, integer, rowReader } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';
import { packJson, unpackJson } from '../../originals/units.ts';
import { type PackedTelling, packTelling, unpackTelling } from './telling-codec.ts';

interface Block {
  readonly first: number;
  readonly tellings: readonly PackedTelling[];
}

const readBlock = rowReader({ first: integer, tellings: bytes });

/** Blocks begin behind multiples of it. */
const BLOCK = 256;
const MOST_RECENT = 64;

export class ToldBlocks {
  readonly #sql: Sql;
  readonly #recent = new Map<string, Block>();
  #state = '';

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Behind `after`, in order. */
  read(sessionId: number, after: number, limit: number): NumberedTelling[] {
    const told: NumberedTelling[] = [];
    for (let next = after + 1; told.length < limit; ) {
      const block = this.#at(sessionId, next);
      const rest = block?.tellings.slice(next - block.first, next - block.first + limit - told.length) ?? [];
      if (rest.length === 0) break;
      for (const packed of rest) told.push({ sequence: next++, telling: unpackTelling(packed) });
    }
    return told;
  }

  /** Behind the last, whose sequence is `last`. */
  append(sessionId: number, last: number, tellings: readonly KeptTelling[]): void {
    const tail = last === 0 ? undefined : this.#at(sessionId, last);
    const open = tail && tail.tellings.length < BLOCK ? tail : undefined;
    const first = open?.first ?? last + 1;
    const all = [...(open?.tellings ?? []), ...tellings.map(packTelling)];
    for (let at = 0; at < all.length; at += BLOCK) {
      this.#sql.run(
        'INSERT OR REPLACE INTO universal_block (session_id, first, tellings) VALUES (?, ?, ?)',
        sessionId,
        first + at,
        packJson(all.slice(at, at + BLOCK)),
      );
    }
  }

  /** The block that has a sequence. The last ones stay in memory as long as nothing is written. */
  #at(sessionId: number, sequence: number): Block | undefined {
    const state = this.#sql.state();
    if (state !== this.#state || this.#recent.size > MOST_RECENT) this.#recent.clear();
    this.#state = state;
    const key = `${sessionId} ${Math.floor((sequence - 1) / BLOCK)}`;
    const known = this.#recent.get(key);
    if (known) return known;
    const block = this.#read(sessionId, sequence);
    if (block && block.first % BLOCK === 1) this.#recent.set(key, block);
    return block;
  }

  #read(sessionId: number, sequence: number): Block | undefined {
    const row = this.#sql.get(
      'SELECT first, tellings FROM universal_block WHERE session_id = ? AND first <= ? ORDER BY first DESC LIMIT 1',
      sessionId,
      sequence,
    );
    if (!row) return undefined;
    const { first, tellings } = readBlock(row);
    return { first, tellings: unpackJson(tellings) };
  }
}
