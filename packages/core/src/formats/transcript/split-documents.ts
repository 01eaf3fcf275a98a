/**
 * Cuts a stream of JSON into the documents in it and, so that a long session is never held whole, the items of each
 * document's `events` list one by one. Documents are items of one list, or follow one another; when the first fits
 * on a line, each line holds one. Only the structure is looked at here; `JSON.parse` judges the pieces.
 */
import { JsonGrammar } from '../json-grammar.ts';
import type { Position } from '../json-position.ts';
import { JsonTokens } from '../json-tokens.ts';
import { MAX_LINE } from '../text-pieces.ts';

export interface Placed extends Position {
  readonly text: string;
}

export type Cut =
  /** An item of the `events` list of the document that is being read. */
  | { readonly kind: 'item'; readonly value: Placed; readonly index: number | undefined }
  /** The end of a document: what stands before its items and what behind them, or all of it in one piece. */
  | { readonly kind: 'document'; readonly pieces: readonly Placed[]; readonly index: number | undefined }
  /** Here it stops being JSON; the document around it is lost. */
  | ({ readonly kind: 'trouble'; readonly message: string } & Position);

export class DocumentSplitter {
  readonly #tokens = new JsonTokens({
    begin: (char, at) => this.#begin(char, at),
    end: (at, text) => this.#end(at, text),
    newline: (at) => this.#newline(at),
    brokenString: (at) => this.#trouble(at, 'the end of a string, found the end of the line'),
  });
  readonly #grammar = new JsonGrammar();
  readonly #cuts: Cut[] = [];
  readonly #limit: number;
  #text = '';
  /** Characters before the current text, and before the current line. */
  #base = 0;
  #lineStart = 0;
  #line = 1;

  /** What is being kept: from where in the current text (-1: nothing is), what came before, and where it began. */
  #from = -1;
  #held: string[] = [];
  #heldLength = 0;
  #start: Position = { line: 1, column: 1 };

  /** The token that is being read, and whether it is the name of a member of the document. */
  #char = '';
  #naming = false;
  /** The document that is being read: its last name, what was seen in it, its pieces so far. */
  #name = '';
  #versioned = false;
  #items: 'ahead' | 'inside' | 'behind' = 'ahead';
  #pieces: Placed[] = [];

  /** Number of the next document in a list of them. */
  #index: number | undefined;
  /** Documents that were read, and whether each must end with its line. */
  #documents = 0;
  #byLine = false;
  #stopped = false;

  constructor(limit = MAX_LINE) {
    this.#limit = limit;
  }

  /** The cuts that this text completes. */
  feed(text: string): Cut[] {
    this.#text = text;
    if (this.#from >= 0) this.#from = 0;
    if (!this.#stopped) this.#tokens.feed(text);
    this.#holdRest(text);
    this.#base += text.length;
    return this.#cuts.splice(0);
  }

  #holdRest(text: string): void {
    if (this.#from < 0) return;
    this.#held.push(text.slice(this.#from));
    this.#heldLength += text.length - this.#from;
    if (this.#heldLength <= this.#limit) return;
    this.#trouble(text.length, `a value of at most ${this.#limit} characters`);
    this.#tokens.loseLine();
  }

  /** The cuts that the end completes. */
  finish(): Cut[] {
    this.#text = '';
    if (this.#from >= 0) this.#from = 0;
    this.#tokens.end();
    const { expected, depth } = this.#grammar;
    const resting = this.#stopped || expected === 'the end' || (depth === 0 && this.#documents > 0);
    if (this.#tokens.insideString) this.#trouble(0, 'the end of a string, found the end');
    else if (!resting) this.#trouble(0, `${expected}, found the end`);
    return this.#cuts.splice(0);
  }

  /** Brackets around the current token, those of the document outermost. */
  get #depth(): number {
    return this.#grammar.depth - (this.#index === undefined ? 0 : 1);
  }

  #begin(char: string, at: number): boolean {
    const grammar = this.#grammar;
    if (this.#stopped) return false;
    if (!grammar.fits(char)) {
      this.#trouble(at, grammar.expected);
      return false;
    }
    this.#char = char;
    this.#naming = this.#depth === 1 && grammar.expectsName && char === '"';
    if (grammar.depth === 0 && char === '[') this.#index = 0;
    else if (this.#from < 0) this.#beginHolding(char, at);
    grammar.take(char);
    return true;
  }

  /** What stands between documents, or between items, belongs to none. */
  #beginHolding(char: string, at: number): void {
    const leaving = this.#items === 'inside' && char === ']';
    if (leaving) this.#items = 'behind';
    if (char === ',' || (char === ']' && !leaving)) return;
    [this.#from, this.#held, this.#heldLength, this.#start] = [at, [], 0, this.#at(at)];
  }

  #end(at: number, text: string): void {
    const char = this.#char;
    if (this.#naming) this.#name = text;
    if (this.#naming && text === 'schemaVersion') this.#versioned = true;
    const depth = this.#depth;
    if (this.#from < 0) {
      if (char === ']' && this.#grammar.depth === 0) this.#endList();
    } else if (depth === 0) this.#endDocument(at);
    else if (depth === 2 && this.#items === 'inside') this.#endItem(at);
    else if (depth === 2 && char === '[' && this.#entersItems()) {
      this.#pieces.push(this.#taken(at));
      this.#items = 'inside';
    }
  }

  /** Only in a document: an event of a later version may have a field of that name. */
  #entersItems(): boolean {
    return this.#name === 'events' && this.#versioned && this.#items === 'ahead';
  }

  #endItem(at: number): void {
    if (this.#grammar.expected !== ', or a closing bracket') return;
    this.#cuts.push({ kind: 'item', value: this.#taken(at), index: this.#index });
  }

  #endDocument(at: number): void {
    const pieces = [...this.#pieces, this.#taken(at)];
    this.#cuts.push({ kind: 'document', pieces, index: this.#index });
    this.#forget();
    if (this.#index !== undefined) this.#index++;
    else if (this.#documents++ === 0) this.#byLine = pieces[0]?.line === this.#line;
  }

  #endList(): void {
    this.#index = undefined;
    this.#documents++;
  }

  #newline(at: number): void {
    if (this.#byLine && this.#grammar.depth > 0) {
      this.#trouble(at, `${this.#grammar.expected}, found the end of the line`);
    }
    this.#line++;
    this.#lineStart = this.#base + at + 1;
    if (this.#grammar.expected === 'the end') this.#grammar.reset();
  }

  /** Where a line is a document the next line may be fine; elsewhere nothing is sure any more. */
  #trouble(at: number, expected: string): void {
    this.#cuts.push({ kind: 'trouble', message: `expected ${expected}`, ...this.#at(at) });
    this.#stopped = !this.#byLine;
    this.#index = undefined;
    this.#grammar.reset();
    this.#forget();
  }

  #forget(): void {
    [this.#from, this.#held, this.#pieces] = [-1, [], []];
    [this.#name, this.#versioned, this.#items] = ['', false, 'ahead'];
  }

  /** What was being kept, up to here; nothing is kept any more. */
  #taken(at: number): Placed {
    const text = this.#held.join('') + this.#text.slice(this.#from, at);
    [this.#from, this.#held] = [-1, []];
    return { text, ...this.#start };
  }

  #at(at: number): Position {
    return { line: this.#line, column: this.#base + at - this.#lineStart + 1 };
  }
}
