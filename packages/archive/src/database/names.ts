/** Texts that repeat in every row, kept once: event types, tools, models, paths. */
import { idOf, textIn } from './columns.ts';
import type { Sql } from './sql.ts';

/** Ids that are remembered; hostile input may invent names without end. */
const MAX_REMEMBERED = 20_000;

export class Names {
  readonly #sql: Sql;
  readonly #table: 'name' | 'path';
  readonly #ids = new Map<string, number>();
  readonly #texts = new Map<number, string>();

  constructor(sql: Sql, table: 'name' | 'path' = 'name') {
    this.#sql = sql;
    this.#table = table;
    const forget = () => {
      this.#ids.clear();
      this.#texts.clear();
    };
    sql.onRollback(forget);
    sql.onOtherWriter(forget);
  }

  /** The id of a text, made if need be. */
  id(text: string): number {
    const known = this.#ids.get(text) ?? this.find(text);
    if (known !== undefined) return known;
    const { id } = this.#sql.run(`INSERT INTO ${this.#table} (text) VALUES (?)`, text);
    this.#remember(text, id);
    return id;
  }

  optional(text: string | null | undefined): number | null {
    return text === null || text === undefined ? null : this.id(text);
  }

  find(text: string): number | undefined {
    const row = this.#sql.get(`SELECT id FROM ${this.#table} WHERE text = ?`, text);
    if (!row) return undefined;
    const id = idOf(row);
    this.#remember(text, id);
    return id;
  }

  text(id: number): string | undefined {
    let text = this.#texts.get(id);
    if (text !== undefined) return text;
    const row = this.#sql.get(`SELECT text FROM ${this.#table} WHERE id = ?`, id);
    text = row && textIn(row);
    if (text !== undefined && this.#texts.size < MAX_REMEMBERED) this.#texts.set(id, text);
    return text;
  }

  #remember(text: string, id: number): void {
    if (this.#ids.size >= MAX_REMEMBERED) this.#ids.clear();
    this.#ids.set(text, id);
  }
}
