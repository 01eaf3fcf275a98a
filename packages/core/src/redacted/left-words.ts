/**
 * The words that are left of every session after redaction, and the names of tools and models in it: what search behind the
 * gate asks for sessions. The store's own index knows what was removed, and by how long it takes, or by how many sessions
 * it names, it would tell. Here a word that was removed is a word that was never there.
 */
import { Failure } from '../failure.ts';
import type { LearntSession, Redacted } from '../privacy/index.ts';
import type { Query, TextTerm } from '../query/query.ts';
import { includes, isAll } from '../search/event-has.ts';
import type { SessionId, SessionRow } from '../store/sessions.ts';
import type { Store } from '../store/store.ts';
import type { Transcript } from '../transcript.ts';
import { composed, fold } from '../words/fold.ts';
import { eachText } from '../words/index-text.ts';
import { hidePlaceholders } from './hide-placeholders.ts';
import { pieces, words } from './left-pieces.ts';
import type { RedactedSessions } from './redacted-sessions.ts';

export interface LeftWordsOptions {
  /** Milliseconds since any time. */
  readonly clock: () => number;
  /** Lets others have their turn. */
  readonly pause: () => Promise<void>;
  /** How long one question waits for sessions that were not read yet. */
  readonly milliseconds?: number;
}

export type WordsStore = Pick<Store, 'sessions' | 'events' | 'changes'>;

interface Kept {
  readonly state: string;
  /** Numbers of its words, ascending. */
  readonly words: Uint32Array;
}

/** A page of sessions, as they are listed. */
const PAGE = 500;
const MILLISECONDS = 10_000;
/** Names are numbered with words, which have no blanks in them. */
const TOOL = 'tool ';
const MODEL = 'model ';

export class LeftWords {
  readonly #options: LeftWordsOptions;
  readonly #numbers = new Map<string, number>();
  /** The names of tools and models among them. */
  readonly #names = new Map<string, number>();
  readonly #sessions = new Map<SessionId, Kept>();
  #newestFirst: readonly SessionRow[] = [];
  #version: string | undefined;
  #removals: number | undefined;
  #reading: Promise<void> = Promise.resolve();

  constructor(options: LeftWordsOptions) {
    this.#options = options;
  }

  /** Reads what has come since, the newest sessions first, for some time: how many are still to be read. */
  async refresh(store: WordsStore, sessions: RedactedSessions): Promise<number> {
    // One at a time; the others find their work done.
    const reading = this.#reading.then(() => this.#refresh(store, sessions));
    this.#reading = reading.then(
      () => undefined,
      () => undefined,
    );
    return reading;
  }

  /** Sessions that may have all that a query wants, newest first; undefined when it wants no words and no names. */
  having({ text, filters }: Query): SessionId[] | undefined {
    const clauses = text.filter(({ excluded }) => !excluded).map(({ any }) => any.flatMap((term) => this.#needs(term)));
    const names = filters.flatMap((filter) => {
      if (filter.excluded || (filter.name !== 'tool' && filter.name !== 'model')) return [];
      return [[[this.#named(filter.name, filter.texts)]]];
    });
    const wanted = [...clauses, ...names];
    if (wanted.length === 0) return undefined;
    const fits = ({ words }: Kept) =>
      wanted.every((any) => any.some((all) => all.every((some) => some.some((number) => has(words, number)))));
    return this.#newestFirst.flatMap(({ id }) => {
      const kept = this.#sessions.get(id);
      return kept && fits(kept) ? [id] : [];
    });
  }

  async #refresh(store: WordsStore, sessions: RedactedSessions): Promise<number> {
    const { clock, pause, milliseconds = MILLISECONDS } = this.#options;
    await this.#list(store);
    const until = clock() + milliseconds;
    const stale = this.#newestFirst.filter((row) => this.#sessions.get(row.id)?.state !== stateOf(row));
    for (const [n, row] of stale.entries()) {
      if (n > 0 && clock() >= until) return stale.length - n;
      this.#sessions.set(row.id, { state: stateOf(row), words: this.#wordsOf(await learnt(store, sessions, row)) });
      await pause();
    }
    return 0;
  }

  /** All sessions, newest first, unless nothing was written since. */
  async #list({ changes, sessions }: WordsStore): Promise<void> {
    const [version, removals] = [await changes.version(), await changes.removals()];
    if (removals !== this.#removals) this.#sessions.clear();
    this.#removals = removals;
    if (version === this.#version) return;
    const rows: SessionRow[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await sessions.page({ order: 'newest', limit: PAGE, cursor });
      rows.push(...page.sessions);
      if (page.next === null) break;
      cursor = page.next;
    }
    this.#newestFirst = rows;
    this.#version = version;
    const there = new Set(rows.map(({ id }) => id));
    for (const id of this.#sessions.keys()) if (!there.has(id)) this.#sessions.delete(id);
  }

  #wordsOf(session: LearntSession | undefined): Uint32Array {
    const found = new Set<number>();
    if (session) this.#eachWord(session.transcript, (word) => found.add(this.#number(word)));
    return Uint32Array.from(found).sort();
  }

  #eachWord({ events }: Redacted<Transcript>, use: (word: string) => void): void {
    for (const event of events) {
      if (event.tool?.name) use(this.#name(TOOL, event.tool.name));
      if (event.model) use(this.#name(MODEL, event.model));
      eachText(event, (text) => words(hidePlaceholders(composed(text)), use));
    }
  }

  #name(kind: string, name: string): string {
    const key = kind + name;
    this.#names.set(key, this.#number(key));
    return key;
  }

  #number(word: string): number {
    let number = this.#numbers.get(word);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(word, number);
    }
    return number;
  }

  /** For every piece of a term the words that will do; a term without any may be anywhere. */
  #needs({ text, prefix }: TextTerm): number[][][] {
    const needed = pieces(fold(composed(text)));
    return [needed.map((piece, n) => (prefix && n === needed.length - 1 ? this.#beginning(piece) : this.#is(piece)))];
  }

  #is(word: string): number[] {
    const number = this.#numbers.get(word);
    return number === undefined ? [] : [number];
  }

  #beginning(start: string): number[] {
    const found: number[] = [];
    for (const [word, number] of this.#numbers) if (word.startsWith(start)) found.push(number);
    return found;
  }

  #named(kind: 'tool' | 'model', texts: readonly string[]): number[] {
    const [opening, fits] = kind === 'tool' ? [TOOL, isAll] : [MODEL, includes];
    return [...this.#names].flatMap(([key, number]) => {
      const isWanted = key.startsWith(opening) && texts.some((text) => fits(key.slice(opening.length), text));
      return isWanted ? [number] : [];
    });
  }
}

const stateOf = ({ events, endedAt, bytes, lastSeq }: SessionRow): string =>
  JSON.stringify([events, endedAt, bytes, lastSeq]);

/** Undefined for sessions that the profile does not let out, or that are too large. */
export async function learnt(
  store: WordsStore,
  sessions: RedactedSessions,
  row: SessionRow,
): Promise<LearntSession | undefined> {
  try {
    return await sessions.learnt(store, row);
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

function has(sorted: Uint32Array, number: number): boolean {
  let [low, high] = [0, sorted.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const value = sorted[middle] as number;
    if (value === number) return true;
    if (value < number) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}
