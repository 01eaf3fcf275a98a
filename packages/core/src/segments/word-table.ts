/**
 * The different words of texts, each once. Every byte of every session that a hub takes goes through here, so letters of
 * English are read unit by unit, and a word becomes a string only when it was not met before. What is a word, and which
 * words are inside an identifier, is decided in `words/`; this must find the same.
 */
import { composed, fold } from '../words/fold.ts';
import { MAX_IDENTIFIER, spreadUnspaced, wordsInIdentifier, wordsInside } from '../words/index-text.ts';
import { wordsOf } from '../words/words.ts';

/** Longer words are data; they are found by their beginning. */
export const LONGEST_WORD = 64;

/** By code points: half a character is none. */
export const cutWord = (word: string): string =>
  word.length <= LONGEST_WORD ? word : [...word].slice(0, LONGEST_WORD).join('');

/** By unit: the small letter or digit that it is; 0 for what stands between words. */
const LETTERS = new Uint8Array(128);
for (let unit = 48; unit < 58; unit++) LETTERS[unit] = unit;
for (let unit = 97; unit < 123; unit++) {
  LETTERS[unit] = unit;
  LETTERS[unit - 32] = unit;
}
const CAPITAL = /[A-Z]/;
/** A unit that the table does not know. */
const BEYOND = -1;
const isMark = (unit: number): boolean => unit >= 0x300 && unit <= 0x36f;
/** FNV-1a, 32 bits. */
const HASH_START = -2128831035;
const HASH_PRIME = 16777619;
const FIRST_SIZE = 2048;

export class WordTable {
  readonly #words: string[] = [];
  readonly #hashes: number[] = [];
  /** Places in the list from 1, by hash; 0 is free. Never more than half full. */
  #table = new Int32Array(FIRST_SIZE);

  get words(): readonly string[] {
    return this.#words;
  }

  add(text: string): void {
    const { length } = text;
    for (let at = 0; at < length; ) {
      const start = at;
      let hash = HASH_START;
      // Whether a capital follows on a small letter or digit, or one of these on two capitals.
      let isHumped = false;
      let capitals = 0;
      let unit = text.charCodeAt(at);
      let letter = unit < 128 ? (LETTERS[unit] as number) : BEYOND;
      while (letter !== 0 && letter !== BEYOND) {
        if (at - start < LONGEST_WORD) hash = Math.imul(hash ^ letter, HASH_PRIME);
        if (unit >= 65 && unit <= 90) {
          isHumped ||= capitals === 0 && at > start;
          capitals++;
        } else {
          isHumped ||= capitals > 1;
          capitals = 0;
        }
        if (++at >= length) break;
        unit = text.charCodeAt(at);
        letter = unit < 128 ? (LETTERS[unit] as number) : BEYOND;
      }
      if (letter === BEYOND && at < length) at = this.#addBeyond(text, start);
      else if (at === start) at++;
      else {
        this.#addAt(text, start, Math.min(at, start + LONGEST_WORD), hash);
        if (isHumped && at - start <= MAX_IDENTIFIER) this.#addInside(text.slice(start, at));
      }
    }
  }

  /** A stretch that has other characters than those of English; where it ends. */
  #addBeyond(text: string, start: number): number {
    let end = start;
    for (; end < text.length; end++) {
      const unit = text.charCodeAt(end);
      if (unit < 128 ? LETTERS[unit] === 0 : isMark(unit)) break;
    }
    // Marks join with what stands before them, and change how all is read.
    if (end < text.length && isMark(text.charCodeAt(end))) {
      this.#addAny(text);
      return text.length;
    }
    this.#addAny(text.slice(start, end));
    return end;
  }

  #addAny(text: string): void {
    for (const word of wordsOf(fold(composed(spreadUnspaced(text))))) this.#addWord(cutWord(word));
    for (const word of wordsOf(fold(wordsInside(text)))) this.#addWord(cutWord(word));
  }

  #addInside(identifier: string): void {
    const inside = wordsInIdentifier(identifier);
    if (inside !== '') for (const word of inside.split(' ')) this.#addWord(cutWord(word));
  }

  #addWord(word: string): void {
    let hash = HASH_START;
    for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), HASH_PRIME);
    this.#addAt(word, 0, word.length, hash);
  }

  /** A stretch of a text, in which capitals of English count as small letters. */
  #addAt(text: string, start: number, end: number, hash: number): void {
    const mask = this.#table.length - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (let place = this.#table[slot] as number; place !== 0; place = this.#table[slot] as number) {
      if (this.#hashes[place - 1] === hash && isSame(this.#words[place - 1] as string, text, start, end)) return;
      slot = (slot + 1) & mask;
    }
    const isWhole = end - start === text.length;
    this.#words.push(isWhole && !CAPITAL.test(text) ? text : text.slice(start, end).toLowerCase());
    this.#hashes.push(hash);
    this.#table[slot] = this.#words.length;
    if (this.#words.length * 2 > this.#table.length) this.#grow();
  }

  #grow(): void {
    this.#table = new Int32Array(this.#table.length * 2);
    const mask = this.#table.length - 1;
    for (const [i, hash] of this.#hashes.entries()) {
      let slot = (hash ^ (hash >>> 15)) & mask;
      while (this.#table[slot] !== 0) slot = (slot + 1) & mask;
      this.#table[slot] = i + 1;
    }
  }
}

function isSame(word: string, text: string, start: number, end: number): boolean {
  if (word.length !== end - start) return false;
  for (let i = 0; i < word.length; i++) {
    const unit = text.charCodeAt(start + i);
    if (word.charCodeAt(i) !== (unit < 128 ? LETTERS[unit] || unit : unit)) return false;
  }
  return true;
}
