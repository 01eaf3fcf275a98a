/** The archive's tables in memory, and events put into its index: for tests of what is found. */
import type { EventDraft } from '@hansard/core';
import { indexText } from '@hansard/core/words/index-text.ts';
import { MIGRATIONS } from '../database/schema.ts';
import { loadSqlite, type SqliteConnection, type SqliteConstructor } from '../host/sqlite-module.ts';

export class TextIndex {
  readonly connection: SqliteConnection;
  #count = 0;

  private constructor(Sqlite: SqliteConstructor) {
    this.connection = new Sqlite(':memory:');
    for (const step of MIGRATIONS) this.connection.exec(step);
  }

  static async open(): Promise<TextIndex> {
    return new TextIndex((await loadSqlite()) as SqliteConstructor);
  }

  /** Adds an event and gives its number. */
  add(event: Partial<EventDraft>): number {
    const { body, parts } = indexText({ id: 'e', type: 'user_message', ...event });
    const insert = this.connection.prepare('INSERT INTO event_text (rowid, body, parts) VALUES (?, ?, ?)');
    insert.run(++this.#count, body, parts);
    return this.#count;
  }

  find(expression: string): number[] {
    const rows = this.connection.prepare('SELECT rowid AS id FROM event_text WHERE event_text MATCH ?').all(expression);
    return rows.map(({ id }) => id as number);
  }

  clear(): void {
    this.connection.exec('DELETE FROM event_text');
    this.#count = 0;
  }
}
