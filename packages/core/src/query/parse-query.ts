/**
 * From what was typed to a Query. Whatever the text, it is understood or refused with a place and a way out; nothing
 * is dropped silently.
 */
import { didYouMean } from '../did-you-mean.ts';
import { hasWord } from '../words/words.ts';
import { BadQuery, type Place } from './bad-query.ts';
import { type Clock, DATE_HINT, parseTime } from './date-value.ts';
import {
  BACKGROUND_STATES,
  FILTER_NAMES,
  type Filter,
  type PatternClause,
  type Query,
  STATES,
  type State,
  type TextClause,
  type TextTerm,
} from './query.ts';
import { type Piece, scanQuery } from './query-scanner.ts';

export interface QueryOptions extends Clock {
  /** The agents that `agent:` knows. */
  readonly agents?: readonly { readonly id: string; readonly label: string }[];
}

const MAX_LENGTH = 4000;
const MAX_CLAUSES = 100;

export function parseQuery(source: string, options: QueryOptions): Query {
  if (source.length > MAX_LENGTH) {
    const place = { at: MAX_LENGTH, end: source.length };
    throw new BadQuery(source, place, `The query has ${source.length} characters; ${MAX_LENGTH} are possible.`);
  }
  const parser = new QueryParser(source, options);
  for (const piece of scanQuery(source)) parser.add(piece);
  return parser.finish();
}

type FilterPiece = Extract<Piece, { kind: 'filter' }>;

class QueryParser {
  readonly #source: string;
  readonly #options: QueryOptions;
  readonly #text: TextClause[] = [];
  readonly #filters: Filter[] = [];
  readonly #patterns: PatternClause[] = [];
  /** The clause before was a word or phrase that `OR` can join. */
  #joinable = false;
  /** `OR`, `AND` or `NOT` that waits for what follows. */
  #operator: (Place & { readonly text: string }) | undefined;

  constructor(source: string, options: QueryOptions) {
    this.#source = source;
    this.#options = options;
  }

  add(piece: Piece): void {
    if (piece.kind === 'word' && !piece.excluded && /^(OR|AND|NOT)$/.test(piece.text)) this.#operate(piece);
    else this.#clause(piece);
  }

  finish(): Query {
    if (this.#operator) throw this.#bad(this.#operator, `Nothing follows ${this.#operator.text}.`, QUOTE_IT);
    return {
      source: this.#source,
      text: this.#text,
      filters: this.#filters,
      patterns: this.#patterns,
      background: this.#filters.some(asksForBackground),
    };
  }

  #clause(piece: Piece): void {
    const operator = this.#operator;
    this.#operator = undefined;
    const excluded = piece.excluded || operator?.text === 'NOT';
    if (operator?.text === 'OR') this.#join(piece, operator);
    else if (piece.kind === 'filter') this.#filters.push(this.#filter(piece, excluded));
    else if (piece.kind === 'pattern') this.#patterns.push(this.#pattern(piece, excluded));
    else this.#text.push({ excluded, any: [this.#term(piece)], at: piece.at, end: piece.end });
    this.#joinable = (piece.kind === 'word' || piece.kind === 'phrase') && !excluded;
    if (this.#text.length + this.#filters.length + this.#patterns.length > MAX_CLAUSES) {
      throw this.#bad(piece, `There are more than ${MAX_CLAUSES} words and filters.`);
    }
  }

  #operate(piece: Place & { text: string }): void {
    if (this.#operator) throw this.#bad(piece, `${piece.text} follows ${this.#operator.text}.`, QUOTE_IT);
    if (piece.text === 'OR' && !this.#joinable) throw this.#bad(piece, OR_JOINS, OR_REMEDY);
    this.#operator = piece;
  }

  /** Another alternative of the clause before. */
  #join(piece: Piece, operator: Place): void {
    const before = this.#text.pop();
    if (piece.kind === 'filter' || piece.kind === 'pattern' || piece.excluded || !before) {
      throw this.#bad(operator, OR_JOINS, OR_REMEDY);
    }
    if (before.any.length >= MAX_CLAUSES) throw this.#bad(piece, `There are more than ${MAX_CLAUSES} alternatives.`);
    this.#text.push({ ...before, any: [...before.any, this.#term(piece)], end: piece.end });
  }

  #term(piece: Extract<Piece, { kind: 'word' | 'phrase' }>): TextTerm {
    const { at, end } = piece;
    const prefix = piece.kind === 'phrase' ? piece.prefix : /[^*]\*+$/.test(piece.text);
    const text = piece.kind === 'word' && prefix ? piece.text.replace(/\*+$/, '') : piece.text;
    if (hasWord(text)) return { text, prefix, at, end };
    const shown = this.#source.slice(at, end);
    throw this.#bad(
      piece,
      `There is no letter or digit in ${shown}.`,
      'Search for signs with a regular expression between slashes, beside words that choose the sessions.',
    );
  }

  #pattern(piece: Extract<Piece, { kind: 'pattern' }>, excluded: boolean): PatternClause {
    const { at, end, body, flags } = piece;
    try {
      const pattern = new RegExp(body, [...new Set(`${flags}g`)].join(''));
      return { excluded, pattern, at, end };
    } catch (error) {
      const reason = (error as Error).message.replace(/^Invalid regular expression: /, '');
      throw this.#bad(piece, `This is no regular expression: ${reason}.`, 'Quote the text to search for it as it is.');
    }
  }

  #filter(piece: FilterPiece, excluded: boolean): Filter {
    const { at, end, name, values } = piece;
    const place = { excluded, at, end };
    if (!(FILTER_NAMES as readonly string[]).includes(name)) throw this.#unknownFilter(piece);
    if (values.some((value) => value.trim() === '')) {
      throw this.#bad(piece, `${name}: needs a value.`, `Write ${name}:VALUE without a blank, or quote it as text.`);
    }
    if (name === 'agent')
      return { ...place, name, ids: [...new Set(values.flatMap((one) => this.#agents(piece, one)))] };
    if (name === 'is') return { ...place, name, states: values.map((value) => this.#state(piece, value)) };
    if (name === 'after' || name === 'before') return { ...place, name, time: this.#time(piece) };
    return { ...place, name, texts: values } as Filter;
  }

  #unknownFilter(piece: FilterPiece): BadQuery {
    const meant = didYouMean(piece.name, FILTER_NAMES);
    const hint = meant ? ` Did you mean ${meant}:?` : ` There are ${FILTER_NAMES.join(', ')}.`;
    const text = this.#source.slice(piece.at, piece.end).replace(/^-/, '').replaceAll('"', '');
    return this.#bad(
      piece,
      `There is no filter ${piece.name}:.${hint}`,
      `To search for the text, quote it: "${text}".`,
    );
  }

  /** By id, or by a part of the id or the label that names it well enough. */
  #agents(piece: FilterPiece, value: string): string[] {
    const known = this.#options.agents ?? [];
    const wanted = value.toLowerCase();
    const exact = known.filter(({ id }) => id === wanted);
    const found =
      exact.length > 0 ? exact : known.filter(({ id, label }) => `${id}\n${label}`.toLowerCase().includes(wanted));
    if (found.length > 0) return found.map(({ id }) => id);
    const ids = known.map(({ id }) => id);
    const meant = didYouMean(wanted, ids);
    throw this.#bad(
      piece,
      `There is no agent "${value}".${meant ? ` Did you mean ${meant}?` : ''}`,
      'Run `hansard agents` to see the ids.',
    );
  }

  #state(piece: FilterPiece, value: string): State {
    const state = STATES.find((one) => one === value.toLowerCase());
    if (state) return state;
    const meant = didYouMean(value.toLowerCase(), STATES);
    const hint = meant ? ` Did you mean is:${meant}?` : '';
    throw this.#bad(
      piece,
      `There is no is:${value}.${hint}`,
      `There are ${STATES.map((one) => `is:${one}`).join(', ')}.`,
    );
  }

  #time(piece: FilterPiece): number {
    const [value] = piece.values;
    if (piece.values.length > 1) throw this.#bad(piece, `${piece.name}: takes one time.`, DATE_HINT);
    const time = parseTime(value as string, this.#options);
    if (time === undefined) throw this.#bad(piece, `"${value}" isn't a valid time.`, DATE_HINT);
    return time;
  }

  #bad(place: Place, message: string, remedy?: string): BadQuery {
    return new BadQuery(this.#source, place, message, remedy);
  }
}

const asksForBackground = (filter: Filter): boolean =>
  filter.name === 'is' && !filter.excluded && filter.states.some((state) => BACKGROUND_STATES.includes(state));

const QUOTE_IT = 'To search for the word itself, quote it or write it in small letters.';
const OR_JOINS = 'OR stands between two words or phrases.';
const OR_REMEDY = 'Give a filter several values with commas (agent:a,b); write "or" in small letters for the word.';
