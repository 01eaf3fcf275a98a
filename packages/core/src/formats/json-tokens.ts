/** Finds the tokens of JSON in text that comes in pieces, wherever they are cut. Words and strings are not judged. */
export interface TokenSink {
  /** A token begins with this character at this place in the current piece; false leaves its line unread. */
  begin(char: string, at: number): boolean;
  /** It ends before this place. `text` is the beginning of a string, as it is written. */
  end(at: number, text: string): void;
  newline(at: number): void;
  /** A line ends inside a string. */
  brokenString(at: number): void;
}

const IN_STRING = /["\\\n]/g;
const IN_WORD = /[\s,:[\]{}"]/g;
const IN_SPACE = /[^ \t\r]/g;
const PUNCTUATION = '{}[],:';
/** How much of a string is kept: names that are longer are none that anybody looks for. */
const KEPT = 64;

export class JsonTokens {
  readonly #sink: TokenSink;
  #inside: 'string' | 'word' | 'lost line' | undefined;
  /** The last text ended with a backslash. */
  #escaped = false;
  #string = '';

  constructor(sink: TokenSink) {
    this.#sink = sink;
  }

  get insideString(): boolean {
    return this.#inside === 'string';
  }

  feed(text: string): void {
    let at = 0;
    while (at < text.length) {
      if (this.#inside === 'string') at = this.#inString(text, at);
      else if (this.#inside === 'word') at = this.#inWord(text, at);
      else if (this.#inside === 'lost line') at = this.#inLostLine(text, at);
      else at = this.#between(text, at);
    }
  }

  /** A word that was not ended yet ends here. */
  end(): void {
    if (this.#inside === 'word') this.#endToken(0);
  }

  /** Passes over the rest of the line. */
  loseLine(): void {
    this.#inside = 'lost line';
  }

  #between(text: string, from: number): number {
    const at = search(IN_SPACE, text, from);
    const char = text[at];
    if (char === undefined) return at;
    if (char === '\n') this.#sink.newline(at);
    else if (!this.#sink.begin(char, at)) this.#inside = 'lost line';
    else if (PUNCTUATION.includes(char)) this.#endToken(at + 1);
    else this.#inside = char === '"' ? 'string' : 'word';
    return this.#inside === 'lost line' ? at : at + 1;
  }

  #inString(text: string, from: number): number {
    if (this.#escaped) {
      this.#escaped = false;
      return this.#keep(text, from, from + 1);
    }
    const at = search(IN_STRING, text, from);
    this.#keep(text, from, at);
    const char = text[at];
    if (char === '"') this.#endToken(at + 1);
    else if (char === '\\') {
      this.#escaped = true;
      this.#keep(text, at, at + 1);
    } else if (char === '\n') {
      this.#inside = 'lost line';
      this.#sink.brokenString(at);
      return at;
    }
    return at + 1;
  }

  #inWord(text: string, from: number): number {
    const at = search(IN_WORD, text, from);
    if (at < text.length) this.#endToken(at);
    return at;
  }

  #inLostLine(text: string, from: number): number {
    const at = text.indexOf('\n', from);
    if (at < 0) return text.length;
    this.#inside = undefined;
    return at;
  }

  #endToken(at: number): void {
    const string = this.#string;
    this.#string = '';
    this.#inside = undefined;
    this.#sink.end(at, string);
  }

  #keep(text: string, from: number, to: number): number {
    if (this.#string.length < KEPT) this.#string += text.slice(from, Math.min(to, from + KEPT));
    return to;
  }
}

function search(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}
