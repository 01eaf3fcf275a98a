/** A hub that is open: where it keeps things, who it is, and what it shows to whom. */
import type { MakeMatcher } from '@hansard/core/search/matcher.ts';
import type { Store } from '@hansard/core/store/store.ts';
import { Quotas } from './accept/quotas.ts';
import type { Taker } from './accept/take.ts';
import { Keeper } from './keys/keeper.ts';
import { seesSessions, sightOf } from './keys/sight.ts';
import type { SignIn } from './login/sign-in.ts';
import { HubReading } from './reading/hub-reading.ts';
import type { SeenRow } from './reading/hub-rows.ts';
import { HubSigner } from './receipts/hub-signer.ts';
import { LogTree } from './receipts/log-tree.ts';
import type { HubStore, Key } from './store/contract.ts';
import { dayOf } from './store/database.ts';

export interface HubOptions {
  readonly store: HubStore;
  readonly version: string;
  /** Runs regular expressions of those who search. */
  readonly matcher: MakeMatcher;
  readonly now?: () => number;
  /** Who lets people sign in; nobody without it. */
  readonly signIn?: SignIn | undefined;
  /** Told of what went wrong where nobody waits for it. */
  readonly report: (error: unknown) => void;
}

export class Hub implements Taker {
  readonly store: HubStore;
  readonly signer: HubSigner;
  readonly version: string;
  readonly tree: LogTree;
  readonly quotas: Quotas;
  readonly now: () => number;
  readonly signIn: SignIn | undefined;
  readonly #reading: HubReading;
  readonly #noting = new Set<Promise<void>>();
  readonly report: (error: unknown) => void;

  private constructor({ store, version, matcher, report, signIn, now = Date.now }: HubOptions, signer: HubSigner) {
    this.store = store;
    this.version = version;
    this.signer = signer;
    this.now = now;
    this.signIn = signIn;
    this.tree = new LogTree(store, signer);
    this.quotas = new Quotas(store, now);
    this.#reading = new HubReading(store, matcher);
    this.report = report;
  }

  static async open(options: HubOptions): Promise<Hub> {
    return new Hub(options, await HubSigner.open(options.store));
  }

  /** The sessions that a key may see. Who reads another's content is noted, for that other to see. */
  async storeFor(key: Key): Promise<Store> {
    const sight = sightOf(key, await this.store.projects.list());
    const store = this.#reading.storeFor({ sight, onRead: (row) => this.#noteRead(row, key) });
    return seesSessions(key.role) ? store : { ...store, changes: STILL };
  }

  /** Number of a session that is known to be there. */
  numberOf(id: string): Promise<number | undefined> {
    return this.#reading.numberOf(id);
  }

  /** What is still being noted is waited for: it needs the store. */
  async close(): Promise<void> {
    this.#reading.close();
    await this.noted();
  }

  /** Waits until what was read is noted. */
  async noted(): Promise<void> {
    await Promise.all(this.#noting);
  }

  #noteRead(row: SeenRow, key: Key): void {
    if (row.key === key.no) return;
    const noting = this.#keepRead(row, key).catch(this.report);
    this.#noting.add(noting);
    void noting.then(() => this.#noting.delete(noting));
  }

  async #keepRead(row: SeenRow, key: Key): Promise<void> {
    const now = this.now();
    const isFirst = await this.store.noteRead(row.no, key.no, dayOf(now));
    if (isFirst) await new Keeper(this.store, key.keyId, now).note('read', { transcriptId: row.row.id });
  }
}

/** Of a store in which nothing ever happens. */
const STILL: Store['changes'] = {
  version: async () => '0',
  watch: () => () => {},
  position: async () => undefined,
  changed: async (_id, after) => ({ logSeqs: [], change: after, hasMore: false }),
  newest: async () => 0,
  grown: async () => ({ sessions: [], newest: 0 }),
  removals: async () => 0,
};
