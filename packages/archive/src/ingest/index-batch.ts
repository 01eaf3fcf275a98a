/**
 * The texts of one transaction for the index, written in the order of their numbers: out of order, the index would be
 * flushed each time. What events have spilled to files is added at the end, when the files of the transaction are there.
 */

import { type IndexText, withTexts } from '@hansard/core/words/index-text.ts';
import type { Sql } from '../database/sql.ts';
import type { SpilledTexts } from '../sqlite/events/spilled-texts.ts';
import { addText, removeText, withoutMerging } from '../sqlite/events/text-index.ts';

/** Characters. A first sync writes three times as many at once; what an agent has just written is a thousandth of it. */
const LARGE = 4 * 1024 * 1024;

interface Entry {
  /** Undefined: it is to be read back. */
  readonly text: IndexText | undefined;
  /** The index has another text of the event. */
  readonly replaces: boolean;
  /** The event names a file that holds more of it. */
  readonly spills: boolean;
}

export class IndexBatch {
  readonly #sql: Sql;
  readonly #spilled: SpilledTexts;
  readonly #entries = new Map<number, Entry>();
  readonly #files = new Set<string>();

  constructor(sql: Sql, spilled: SpilledTexts) {
    this.#sql = sql;
    this.#spilled = spilled;
  }

  add(number: number, text: IndexText, { replaces, spills }: Pick<Entry, 'replaces' | 'spills'>): void {
    this.#entries.set(number, { text, replaces, spills });
  }

  /** The event has changed: its text is to be read back. */
  again(number: number): void {
    this.#entries.set(number, { text: undefined, replaces: true, spills: true });
  }

  /** A file that events may have spilled to has come, or has other bytes. */
  spilled(path: string): void {
    this.#files.add(path);
  }

  write(textOf: (number: number) => IndexText | undefined): void {
    for (const path of this.#files) {
      for (const number of this.#spilled.eventsNaming(path)) if (!this.#entries.has(number)) this.again(number);
    }
    const writeAll = () => {
      for (const number of [...this.#entries.keys()].sort((a, b) => a - b)) this.#write(number, textOf);
    };
    if (this.#isLarge()) withoutMerging(this.#sql, writeAll);
    else writeAll();
  }

  #isLarge(): boolean {
    let length = 0;
    for (const { text } of this.#entries.values()) length += text ? text.body.length + text.parts.length : 0;
    return length >= LARGE;
  }

  #write(number: number, textOf: (number: number) => IndexText | undefined): void {
    const { text = textOf(number), replaces, spills } = this.#entries.get(number) as Entry;
    if (replaces) removeText(this.#sql, number);
    if (!text) return;
    const { body, parts } = spills ? withTexts(text, this.#spilled.of(number)) : text;
    if (body === '' && parts === '') return;
    addText(this.#sql, number, { body, parts });
  }
}
