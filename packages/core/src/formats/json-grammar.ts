/** Which token may follow which in JSON. Tokens are known by their first character; their insides are not looked at. */
export type Expected =
  | 'a value'
  | 'a value or ]'
  | 'a name'
  | 'a name or }'
  | ':'
  | ', or a closing bracket'
  | 'the end';

export class JsonGrammar {
  /** What may come now. */
  expected: Expected = 'a value';
  /** Brackets that are open, `[` or `{`: an array, because hostile depth must not overflow the stack. */
  readonly #open: string[] = [];

  get depth(): number {
    return this.#open.length;
  }

  /** A string that comes now would be the name of a member. */
  get expectsName(): boolean {
    return this.expected === 'a name' || this.expected === 'a name or }';
  }

  fits(char: string): boolean {
    const { expected } = this;
    if (char === '}' || char === ']') return this.#closes(char);
    if (char === ',') return expected === ', or a closing bracket';
    if (char === ':') return expected === ':';
    if (this.expectsName) return char === '"';
    return expected === 'a value' || expected === 'a value or ]';
  }

  /** Goes on behind a token that fits. */
  take(char: string): void {
    if (char === ',') this.expected = this.#open.at(-1) === '{' ? 'a name' : 'a value';
    else if (char === ':') this.expected = 'a value';
    else if (this.expectsName && char === '"') this.expected = ':';
    else if (char === '{' || char === '[') {
      this.#open.push(char);
      this.expected = char === '{' ? 'a name or }' : 'a value or ]';
    } else {
      if (char === '}' || char === ']') this.#open.pop();
      this.expected = this.#open.length === 0 ? 'the end' : ', or a closing bracket';
    }
  }

  /** Forgets everything: another value begins. */
  reset(): void {
    this.#open.length = 0;
    this.expected = 'a value';
  }

  #closes(char: string): boolean {
    const own = this.#open.at(-1) === '{' ? '}' : ']';
    const may = this.expected === ', or a closing bracket' || this.expected.endsWith(char);
    return this.#open.length > 0 && char === own && may;
  }
}
