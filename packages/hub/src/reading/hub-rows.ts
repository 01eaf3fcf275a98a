/**
 * The rows of all sessions, held in this process and brought up to date by what has changed in the log since. Who sees
 * which of them is decided for each who asks.
 */
import type { SessionRow } from '@hansard/core/store/sessions.ts';
import type { HubStore, Sight, StoredRow } from '../store/contract.ts';

export type SeenRow = StoredRow & { readonly row: SessionRow };

export class HubRows {
  readonly #store: HubStore;
  readonly #byNo = new Map<number, SeenRow>();
  #change = 0;
  #refreshing: Promise<void> | undefined;
  #seen = new Map<string, readonly SeenRow[]>();

  constructor(store: HubStore) {
    this.#store = store;
  }

  /** The same list as long as nothing has changed. */
  async seenBy(sight: Sight): Promise<readonly SeenRow[]> {
    await this.#refresh();
    const key = JSON.stringify(sight);
    const known = this.#seen.get(key);
    if (known) return known;
    const rows = [...this.#byNo.values()].filter((row) => isSeen(row, sight));
    this.#seen.set(key, rows);
    return rows;
  }

  async byId(sight: Sight, id: string): Promise<SeenRow | undefined> {
    return (await this.seenBy(sight)).find(({ row }) => row.id === id);
  }

  /** Several who ask at the same time wait for one answer, which may be too old for the last of them: they ask again. */
  async #refresh(): Promise<void> {
    const { change } = await this.#store.state();
    while (this.#change < change) {
      this.#refreshing ??= this.#read().finally(() => {
        this.#refreshing = undefined;
      });
      await this.#refreshing;
    }
  }

  async #read(): Promise<void> {
    const { change } = await this.#store.state();
    const rows = await this.#store.rows(this.#change);
    for (const stored of rows) {
      if (stored.row === null) this.#byNo.delete(stored.no);
      else this.#byNo.set(stored.no, stored as SeenRow);
    }
    this.#change = Math.max(change, rows.at(-1)?.change ?? 0);
    this.#seen = new Map();
  }
}

function isSeen({ key, project }: StoredRow, sight: Sight): boolean {
  return sight.all === true || key === sight.key || sight.projects.includes(project);
}
