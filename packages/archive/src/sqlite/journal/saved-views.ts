/** Views of the page that are kept by name, in the journal: backups hold them, and a rebuild leaves them alone. */
import { Failure } from '@hansard/core';
import { VIEW_ADDRESS } from '@hansard/core/api/view-address.ts';
import type { Sql } from '../../database/sql.ts';

export interface SavedView {
  readonly name: string;
  /** Path and query in the page. */
  readonly address: string;
}

const MOST_VIEWS = 200;
const ADDRESS = new RegExp(VIEW_ADDRESS);

export class SavedViews {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** By name. What leads elsewhere, as a database from somewhere else might have it, is left out. */
  list(): SavedView[] {
    const rows = this.#sql.all('SELECT name, address FROM saved_view ORDER BY name');
    return rows.map(({ name, address }) => ({ name, address }) as SavedView).filter(isView);
  }

  /** Under a name that is taken, the view that was there is replaced. */
  keep({ name, address }: SavedView): SavedView[] {
    return this.#sql.transaction(() => {
      if (this.list().filter((view) => view.name !== name).length >= MOST_VIEWS) {
        throw new Failure('bad-argument', `There are ${MOST_VIEWS} views already.`, { remedy: 'Take one away first.' });
      }
      this.#sql.run('INSERT OR REPLACE INTO saved_view (name, address) VALUES (?, ?)', name, address);
      return this.list();
    });
  }

  remove(name: string): SavedView[] {
    return this.#sql.transaction(() => {
      this.#sql.run('DELETE FROM saved_view WHERE name = ?', name);
      return this.list();
    });
  }

  /** Those that are not there yet. Gives how many. */
  add(views: readonly SavedView[]): number {
    const insert = 'INSERT OR IGNORE INTO saved_view (name, address) VALUES (?, ?)';
    return this.#sql.transaction(() =>
      views.reduce((added, { name, address }) => added + this.#sql.run(insert, name, address).changes, 0),
    );
  }
}

export function isView(value: unknown): value is SavedView {
  const { name, address } = (value ?? {}) as Record<string, unknown>;
  return typeof name === 'string' && typeof address === 'string' && ADDRESS.test(address);
}
