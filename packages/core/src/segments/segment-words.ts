/**
 * The words that segments are found by: one set for each, of everything that search finds its events by. A query asks for
 * words that a segment must have; whether an event has them, and side by side, is seen when the segment is opened. So the
 * index may find too much, and never too little.
 */
import type { EventDraft } from '../adapters/contract.ts';
import type { TextClause, TextTerm } from '../query/query.ts';
import { composed, fold } from '../words/fold.ts';
import { eachText, isUnspaced, spreadUnspaced, wordsInside } from '../words/index-text.ts';
import { wordsOf } from '../words/words.ts';
import { cutWord, LONGEST_WORD, WordTable } from './word-table.ts';

/** The words of the events of one segment, each once. */
export class SegmentWords {
  readonly #table = new WordTable();

  add(event: EventDraft): void {
    eachText(event, (text) => this.#table.add(text));
  }

  get words(): readonly string[] {
    return this.#table.words;
  }
}

export interface WantedWord {
  readonly word: string;
  /** Words that begin with it do as well. */
  readonly prefix: boolean;
}

/** Any of the alternatives; of one all words. */
export type WantedWords = readonly (readonly WantedWord[])[];

/** What a segment must have for a clause; undefined when that cannot be said in words, so that all have to be opened. */
export function wantedWords({ any }: TextClause): WantedWords | undefined {
  const alternatives = any.flatMap(alternativesOf);
  return alternatives.some((words) => words.length === 0) ? undefined : alternatives;
}

/** Whether the index alone answers: one plain word, which is in an event of a segment or in none. */
export function isPlainWord({ any }: TextClause): boolean {
  return any.every(({ text }) => /^[a-z0-9]{2,64}$/.test(text));
}

function alternativesOf({ text, prefix }: TextTerm): WantedWord[][] {
  const whole = wordsOf(fold(composed(spreadUnspaced(text, true))));
  const last = prefix || endsInOneUnspaced(text);
  const all = [wanted(whole, last)];
  const inside = /^[A-Za-z0-9]+$/.test(text) ? wordsOf(wordsInside(text)) : [];
  if (inside.length > 1) all.push(wanted(inside, prefix));
  return all;
}

const wanted = (words: readonly string[], prefix: boolean): WantedWord[] =>
  words.map((word, i) => ({
    word: cutWord(word),
    prefix: prefix && i === words.length - 1 && word.length <= LONGEST_WORD,
  }));

/** A single character of text without spaces is the beginning of a pair. */
const endsInOneUnspaced = (text: string): boolean => isUnspaced(text.slice(-1)) && !isUnspaced(text.slice(-2, -1));
