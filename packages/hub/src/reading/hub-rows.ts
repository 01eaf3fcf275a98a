/**
 * The rows of all sessions, held in this process and brought up to date by what has changed in the log since. Who sees
 * which of them is decided for each who asks.
 */
import { shortIdAmong } from '@hansard/core/held/session-lists.ts';
import type { SessionRow } from '@hansard/core/store/sessions.ts';
import type { HubStore, Sight, StoredRow } from '../store/contract.ts';

export type SeenRow = StoredRow & { readonly row: SessionRow };

/** Characters of an id that tell it from others, but for very many. */
const SHORT = 8;

export class HubRows {
  readonly #store: HubStore;
  readonly #byNo = new Map<number, SeenRow>();
  readonly #byId = new Map<string, SeenRow>();
  /** How many ids begin so. */
  readonly #beginnings = new Map<string, number>();
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
    await this.#refresh();
    return this.#mayBe(this.#byId.get(id), sight);
  }

  /** Those of the numbers that somebody may see, as they were when anything was last asked. */
  byNos(sight: Sight, nos: Iterable<number>): SeenRow[] {
    return [...nos].flatMap((no) => this.#mayBe(this.#byNo.get(no), sight) ?? []);
  }

  /** The beginning of an id, as long as it takes to tell it from others that somebody sees. */
  shortId(id: string, seen: readonly SeenRow[]): string {
    const short = id.slice(0, SHORT);
    if (this.#beginnings.get(short) === 1) return short;
    return shortIdAmong(
      seen.map(({ row }) => row),
      id,
    );
  }

  #mayBe(row: SeenRow | undefined, sight: Sight): SeenRow | undefined {
    return row && isSeen(row, sight) ? row : undefined;
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
    for (const stored of rows) this.#keep(stored);
    this.#change = Math.max(change, rows.at(-1)?.change ?? 0);
    this.#seen = new Map();
  }

  #keep(stored: StoredRow): void {
    const before = this.#byNo.get(stored.no);
    if (before) {
      this.#byNo.delete(stored.no);
      this.#byId.delete(before.row.id);
      this.#count(before.row.id, -1);
    }
    if (stored.row === null) return;
    this.#byNo.set(stored.no, stored as SeenRow);
    this.#byId.set(stored.row.id, stored as SeenRow);
    this.#count(stored.row.id, 1);
  }

  #count(id: string, more: number): void {
    const short = id.slice(0, SHORT);
    this.#beginnings.set(short, (this.#beginnings.get(short) ?? 0) + more);
  }
}

function isSeen({ no, key, project }: StoredRow, sight: Sight): boolean {
  if (sight.all === true || key === sight.key || sight.projects.includes(project)) return true;
  return sight.transcripts?.includes(no) === true;
}
