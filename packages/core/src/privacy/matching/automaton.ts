/**
 * Finds all keywords of all rules in one walk over a text: the automaton of Aho and Corasick as one dense table, case
 * folded into the classes of characters. States in which something happens are numbered last, so that the
 * loop has one comparison for every character.
 */

import { LOWEST_FIRST, loadPiece, SHORT } from '../kernels/latin-bytes.ts';
import { held, pieceBytes, pieceWords } from '../kernels/scan-memory.ts';
import { CLASS_OF, CLASSES } from './character-classes.ts';
import { IdleHits, isIdleBreak, type KeywordOpening } from './idle-hits.ts';
import { KeywordTrie } from './keyword-trie.ts';
import { type LaneWalker, laneWalker, PER_PLACE, PLACE_BITS } from './lanes.ts';
import { newTable } from './scan-tables.ts';

/** Some keywords, by their numbers in the list the automaton was made of, end before the place `end`. */
export type OnHit = (keywords: readonly number[], end: number) => void;

/** A line ends, or an escape begins, in the middle of what may be a keyword; `state` remembers how far it came. */
export type OnBreak = (state: number, at: number) => void;

/** Characters that can stand in the middle of a keyword without belonging to it. */
const BREAKS = [10, 13, 92];
/** A single character of a keyword is no reason to look further. */
const SHORTEST_PREFIX = 2;

/** Shorter pieces are through before there is anything to gain. */
const WORTH_CUTTING = 512;

export class Automaton {
  /** Where a state goes by the class of the next character; states count in steps of `CLASSES`. */
  private readonly table: Int32Array;
  /** From here on a state has keywords, or is the one for breaks. */
  private readonly special: number;
  private readonly breakState: number;
  private readonly outputs: readonly (readonly number[])[];
  private readonly depths: readonly number[];
  /** From here on a state holds more than one character, or is special. */
  private readonly deep: number;
  /** As long as the longest keyword, and a multiple of four: what a state can remember. */
  private readonly overlap: number;
  private readonly walker: LaneWalker | undefined;

  private readonly idle: IdleHits;
  /** The text that is being walked: who is told, and the piece of it that is loaded. */
  private onHit: OnHit = () => {};
  private onBreak: OnBreak = () => {};
  private offset = 0;
  private length = 0;

  /** `openings` says of keywords what matches begin with that begin with them; where it says nothing, all are reported. */
  constructor(keywords: readonly string[], openings: readonly KeywordOpening[] = []) {
    this.overlap = (keywords.reduce((longest, { length }) => Math.max(longest, length), 0) + 3) & ~3;
    const trie = new KeywordTrie(keywords.map((keyword) => Array.from(keyword, (c) => CLASS_OF[c.charCodeAt(0)]!)));
    // Quiet states first; among them those near the root, which are visited most, side by side in memory.
    const order = [...trie.outputs.keys()].sort(
      (a, b) =>
        Number(trie.outputs[a]!.length > 0) - Number(trie.outputs[b]!.length > 0) ||
        trie.depths[a]! - trie.depths[b]! ||
        a - b,
    );
    this.outputs = order.map((state) => trie.outputs[state]!);
    this.depths = order.map((state) => trie.depths[state]!);
    const quiet = this.outputs.findIndex((output) => output.length > 0);
    this.special = (quiet < 0 ? order.length : quiet) * CLASSES;
    this.breakState = order.length * CLASSES;
    const deep = this.depths.findIndex((depth, row) => depth > 1 || row * CLASSES >= this.special);
    this.deep = (deep < 0 ? order.length : deep) * CLASSES;
    this.table = this.fill(order, trie);
    this.walker = LOWEST_FIRST ? laneWalker(this.table, this.overlap) : undefined;
    // States of several keywords are rare.
    const only = this.outputs.map((output) => (output.length === 1 ? output[0]! : -1));
    this.idle = new IdleHits(
      only.map((keyword) => openings[keyword]),
      only.map((keyword) => keywords[keyword]?.length ?? 0),
    );
  }

  private fill(order: readonly number[], trie: KeywordTrie): Int32Array {
    const place = new Int32Array(order.length);
    order.forEach((state, row) => {
      place[state] = row * CLASSES;
    });
    const table = newTable((order.length + 1) * CLASSES);
    order.forEach((state, row) => {
      for (let c = 0; c < CLASSES; c++) table[row * CLASSES + c] = place[trie.goTo[state * CLASSES + c]!]!;
      if (trie.depths[state]! < SHORTEST_PREFIX) return;
      for (const unit of BREAKS) {
        const c = CLASS_OF[unit]!;
        // A keyword that goes on with the break itself goes first.
        if (trie.depths[trie.goTo[state * CLASSES + c]!] === 0) table[row * CLASSES + c] = this.breakState;
      }
    });
    table.copyWithin(order.length * CLASSES, 0, CLASSES);
    return table;
  }

  /** Walks the text and reports keywords, and breaks within what may become one, unless they are idle. */
  walk(text: string, onHit: OnHit, onBreak: OnBreak): void {
    this.onHit = onHit;
    this.onBreak = onBreak;
    if (text.length <= SHORT) {
      this.walkShort(text);
      return;
    }
    let state = 0;
    for (let offset = 0; offset < text.length; offset += this.length) {
      this.offset = offset;
      this.length = loadPiece(text, offset);
      state =
        this.walker && this.length >= WORTH_CUTTING ? this.walkSideBySide(this.walker, state) : this.walkOne(state, 0);
    }
  }

  /** Most texts are a few words: they are walked before they are copied. */
  private walkShort(text: string): void {
    const { table, special } = this;
    let state = 0;
    for (let i = 0; i < text.length; i++) {
      const last = state;
      state = table[last + CLASS_OF[text.charCodeAt(i) & 255]!]!;
      if (state >= special) this.tell(state, last, i);
    }
  }

  /** From a place of the piece, which is a multiple of four, to its end. */
  private walkOne(before: number, from: number): number {
    const { table, special, length } = this;
    let state = before;
    const fours = LOWEST_FIRST ? from + ((length - from) & ~3) : from;
    let i = from;
    for (; i < fours; i += 4) {
      const word = pieceWords[i >> 2]!;
      const first = table[state + CLASS_OF[word & 255]!]!;
      const second = table[first + CLASS_OF[(word >>> 8) & 255]!]!;
      const third = table[second + CLASS_OF[(word >>> 16) & 255]!]!;
      const fourth = table[third + CLASS_OF[word >>> 24]!]!;
      if (first >= special) this.report(first, state, i);
      if (second >= special) this.report(second, first, i + 1);
      if (third >= special) this.report(third, second, i + 2);
      if (fourth >= special) this.report(fourth, third, i + 3);
      state = fourth;
    }
    for (; i < length; i++) {
      const last = state;
      state = table[last + CLASS_OF[pieceBytes[i]!]!]!;
      if (state >= special) this.report(state, last, i);
    }
    return state;
  }

  /**
   * Cuts the piece into lanes. Each begins before the end of the one before it, by as much as a state can remember:
   * where that ends, both are in the same state.
   */
  private walkSideBySide(walker: LaneWalker, before: number): number {
    const { overlap } = this;
    const { lanes } = walker;
    const size = ((this.length + (lanes - 1) * overlap) / lanes) & ~3;
    const step = size - overlap;
    const count = walker.walk(this.special, before, size >> 2, step >> 2);
    const state = held[count]!;
    const left = this.sift(count, step);
    for (let lane = 0; lane < lanes; lane++) {
      for (let i = 0; i < left; i += 3) {
        const place = held[i + 2]!;
        if ((place & (PER_PLACE - 1)) !== lane) continue;
        this.tell(held[i]!, held[i + 1]!, this.offset + lane * step + (place >> PLACE_BITS));
      }
    }
    return this.walkOne(state, (lanes - 1) * step + size);
  }

  /** Puts together what is to be told of what was held, a fifth of it, before lane after lane is told. Says how much that is. */
  private sift(count: number, step: number): number {
    const { overlap } = this;
    let left = 0;
    for (let i = 0; i < count; i += 3) {
      const place = held[i + 2]!;
      const lane = place & (PER_PLACE - 1);
      const at = place >> PLACE_BITS;
      // What lies in the overlap was told by the lane before.
      if (lane > 0 && at < overlap) continue;
      const state = held[i]!;
      const before = held[i + 1]!;
      if (this.isIdle(state, before, lane * step + at)) continue;
      held[left] = state;
      held[left + 1] = before;
      held[left + 2] = place;
      left += 3;
    }
    return left;
  }

  /** What happened at a place of the piece. Nobody who is told loads another: the walk goes on in this one. */
  private report(state: number, before: number, at: number): void {
    if (!this.isIdle(state, before, at)) this.tell(state, before, this.offset + at);
  }

  private isIdle(state: number, before: number, at: number): boolean {
    return state === this.breakState
      ? isIdleBreak(this.table, this.deep, before, at, this.length)
      : this.idle.isIdleHit(state / CLASSES, at, this.length);
  }

  private tell(state: number, before: number, at: number): void {
    if (state === this.breakState) this.onBreak(before, at);
    else this.onHit(this.outputs[state / CLASSES]!, at + 1);
  }

  /** Whether more of what a state holds may follow with a character: most words end with their line. */
  goesOn(state: number, unit: number): boolean {
    return this.table[state + CLASS_OF[unit & 255]!]! >= this.deep;
  }

  /**
   * Goes on from a state behind a break, character by character, until the keyword is complete or it is clear that
   * it will not be. Calls back with the keywords that span the break, and the place behind them.
   */
  resume(state: number, text: string, from: number, onHit: OnHit): void {
    let current = state;
    for (let i = from, steps = 1; i < text.length; i++, steps++) {
      const code = text.charCodeAt(i);
      current = this.table[current + (code < 256 ? CLASS_OF[code]! : 0)]!;
      if (current === this.breakState || this.depths[current / CLASSES]! <= steps) return;
      if (current >= this.special) onHit(this.outputs[current / CLASSES]!, i + 1);
    }
  }
}
