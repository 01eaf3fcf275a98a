/**
 * Cuts a query into its pieces: what stands between blanks, quotes and slashes kept together, each with its place.
 * What a piece means is decided by `parse-query.ts`.
 */
import { BadQuery, type Place } from './bad-query.ts';
import { FILTER_NAMES } from './query.ts';

export type Piece = Place & { readonly excluded: boolean } & (
    | { readonly kind: 'word'; readonly text: string }
    | { readonly kind: 'phrase'; readonly text: string; readonly prefix: boolean }
    | { readonly kind: 'pattern'; readonly body: string; readonly flags: string }
    | { readonly kind: 'filter'; readonly name: string; readonly values: readonly string[] }
  );

/** A regular expression as in JavaScript: a slash ends it unless it is escaped or inside a class. */
const PATTERN = /\/((?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([gimsu]*)(?=\s|$)/y;
/** The same with a class that nothing closes. A path is none: it has further slashes before, or no slash at its end. */
const UNCLOSED = /\/((?:[^/\\[\s]|\\.)*)\[(?:[^\]\\\n]|\\.)*\/[gimsu]*(?=\s|$)/y;
const FILTER = /([A-Za-z][A-Za-z-]*):/y;
/** Behind an unknown name: neither `http://…`, `std::vector` and `C:\…`, nor the `Error:` of a message is a filter. */
const NO_VALUE = /[\s/:\\]|$/y;
const WORD = /\S+/y;
const BLANK = /\s+/y;
const BARE_VALUE = /[^\s",][^\s,]*/y;

const KNOWN: ReadonlySet<string> = new Set(FILTER_NAMES);

export function scanQuery(source: string): Piece[] {
  const scanner = new Scanner(source);
  const pieces: Piece[] = [];
  for (let piece = scanner.next(); piece; piece = scanner.next()) pieces.push(piece);
  return pieces;
}

class Scanner {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  next(): Piece | undefined {
    this.#take(BLANK);
    if (this.#at >= this.#source.length) return undefined;
    const at = this.#at;
    const excluded = this.#minus();
    const piece = this.#quoted() ?? this.#pattern() ?? this.#filter() ?? this.#word();
    return { ...piece, excluded, at, end: this.#at };
  }

  /** `-word` excludes; `--option` and a lone minus are text. */
  #minus(): boolean {
    const [sign, next] = [this.#source[this.#at], this.#source[this.#at + 1]];
    const excludes = sign === '-' && next !== undefined && next !== '-' && !/\s/.test(next);
    if (excludes) this.#at++;
    return excludes;
  }

  #quoted() {
    if (this.#source[this.#at] !== '"') return undefined;
    const text = this.#quote();
    const prefix = this.#source[this.#at] === '*';
    if (prefix) this.#at++;
    return { kind: 'phrase', text, prefix } as const;
  }

  #pattern() {
    const found = this.#take(PATTERN);
    if (!found) this.#refuseUnclosed();
    return found && ({ kind: 'pattern', body: found[1] as string, flags: found[2] as string } as const);
  }

  #refuseUnclosed(): void {
    const opened = this.#at;
    const found = this.#take(UNCLOSED);
    if (!found) return;
    const at = opened + 1 + (found[1] as string).length;
    throw new BadQuery(
      this.#source,
      { at, end: this.#at },
      `The [ at character ${at + 1} of the regular expression is not closed.`,
      'Close it with ], write \\[ for the sign itself, or quote the text to search for it as it is.',
    );
  }

  #filter() {
    const at = this.#at;
    const found = this.#take(FILTER);
    if (!found) return undefined;
    const name = (found[1] as string).toLowerCase();
    NO_VALUE.lastIndex = this.#at;
    if (!KNOWN.has(name) && NO_VALUE.test(this.#source)) {
      this.#at = at;
      return undefined;
    }
    const values = [this.#value()];
    while (this.#source[this.#at] === ',') {
      this.#at++;
      values.push(this.#value());
    }
    return { kind: 'filter', name, values } as const;
  }

  #value(): string {
    if (this.#source[this.#at] === '"') return this.#quote();
    return this.#take(BARE_VALUE)?.[0] ?? '';
  }

  #word() {
    return { kind: 'word', text: (this.#take(WORD) as RegExpExecArray)[0] } as const;
  }

  /** Text in quotes; `\"` is a quote inside them. */
  #quote(): string {
    const opened = this.#at;
    let text = '';
    for (let i = opened + 1; i < this.#source.length; i++) {
      const character = this.#source[i] as string;
      const next = this.#source[i + 1];
      if (character === '\\' && (next === '"' || next === '\\')) {
        text += next;
        i++;
      } else if (character === '"') {
        this.#at = i + 1;
        return text;
      } else text += character;
    }
    const place = { at: opened, end: opened + 1 };
    throw new BadQuery(this.#source, place, `The quote at character ${opened + 1} is not closed.`, 'Close it with ".');
  }

  #take(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.#source) ?? undefined;
    if (found) this.#at = expression.lastIndex;
    return found;
  }
}
