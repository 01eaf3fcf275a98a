/**
 * Whether events are still what a query asks for after they have been changed, as redaction changes them. What stands
 * in place of something removed is hidden from it: nothing is found by what is no longer there, nor left out for it.
 */
import type { EventDraft } from '../adapters/contract.ts';
import { BadQuery } from '../query/bad-query.ts';
import type { Query } from '../query/query.ts';
import { composed } from '../words/fold.ts';
import { eachText } from '../words/index-text.ts';
import { type Highlight, highlighter, type Mark } from './highlight.ts';
import type { MakeMatcher, PatternMatcher } from './matcher.ts';
import { type Snippet, snippetOf } from './snippet.ts';

/** The same text, as long as before, with blanks where nothing may be found. */
export type Hide = (text: string) => string;

/** For all that one query looks at. */
const MILLISECONDS = 2000;
const AT_ONCE = 256;

export class Recheck {
  readonly #query: Query;
  readonly #hide: Hide;
  readonly #clauses: readonly { readonly excluded: boolean; readonly marks: Highlight }[];
  readonly #words: Highlight;
  readonly #patterns: PatternMatcher;

  constructor(query: Query, hide: Hide, matcher: MakeMatcher) {
    this.#query = query;
    this.#hide = hide;
    this.#clauses = query.text.map((clause) => ({
      excluded: clause.excluded,
      marks: highlighter({ text: [{ ...clause, excluded: false }] }),
    }));
    this.#words = highlighter(query);
    this.#patterns = matcher(query.patterns);
  }

  /** Every word and phrase that is asked for is in the event, and none that is excluded. */
  hasWords(event: EventDraft): boolean {
    const texts = this.#texts(event);
    return this.#clauses.every(({ excluded, marks }) => texts.some((text) => marks(text).length > 0) !== excluded);
  }

  /** The first events that every regular expression matches, and none that is excluded. */
  matching<T extends EventDraft>(events: readonly T[], most: number): T[] {
    const found: T[] = [];
    for (let at = 0; at < events.length && found.length < most; at += AT_ONCE) {
      const batch = events.slice(at, at + AT_ONCE);
      const left = MILLISECONDS - this.#patterns.spent;
      const texts = batch.map((event) => this.#texts(event));
      const matches = left > 0 ? this.#patterns.matches(texts, left) : 'late';
      if (matches === 'late') throw this.#late();
      found.push(...batch.filter((_, i) => matches[i] !== undefined));
    }
    return found.slice(0, most);
  }

  /** A stretch of the event around what was found. */
  snippet(event: EventDraft, width: number): Snippet | undefined {
    return snippetOf(event, (text) => this.#marks(this.#hide(text)), width);
  }

  #marks(text: string): Mark[] {
    const matches = this.#query.patterns.length > 0 ? this.#patterns.matches([[text]], MILLISECONDS) : [];
    const [found = []] = matches === 'late' ? [] : matches;
    const marks = found.flatMap(({ start, end }, term) => (end > start ? [{ start, end, term }] : []));
    return marks.length > 0 ? marks.sort((a, b) => a.start - b.start) : this.#words(text);
  }

  #texts(event: EventDraft): string[] {
    const texts: string[] = [];
    eachText(event, (text) => texts.push(this.#hide(composed(text))));
    return texts;
  }

  #late(): BadQuery {
    const { source, patterns } = this.#query;
    return new BadQuery(source, patterns[0] ?? { at: 0, end: 1 }, 'The regular expression takes too long.', SIMPLER);
  }
}

const SIMPLER = 'Avoid repetitions inside repetitions, such as (a+)+, and add words that choose fewer sessions.';
