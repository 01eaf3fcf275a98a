/**
 * Finds all keywords of all rules in one walk over a text: the automaton of Aho and Corasick as one dense table, case
 * folded into the classes of characters. States in which something happens are numbered last, so that the
 * loop has one comparison for every character.
 */
import { loadPiece, pieceBytes } from './latin-bytes.ts';

/** Some keywords, by their numbers in the list the automaton was made of, end before the place `end`. */
export type OnHit = (keywords: readonly number[], end: number) => void;

/** A line ends, or an escape begins, in the middle of what may be a keyword; `state` remembers how far it came. */
export type OnBreak = (state: number, at: number) => void;

/** Characters that can stand in the middle of a keyword without belonging to it. */
const BREAKS = ['\n', '\r', '\\'];
/** A single character of a keyword is no reason to look further. */
const SHORTEST_PREFIX = 2;

export class Automaton {
  private readonly classOf = new Uint8Array(256);
  private readonly classes: number;
  /** Where a state goes by the class of the next character; states count in steps of `classes`. */
  private readonly table: Int32Array;
  /** From here on a state has keywords, or is the one for breaks. */
  private readonly special: number;
  private readonly breakState: number;
  private readonly outputs: readonly (readonly number[])[];
  private readonly depths: readonly number[];

  constructor(keywords: readonly string[]) {
    this.classes = this.classify(keywords);
    const trie = new Trie(
      keywords.map((keyword) => this.classesOf(keyword)),
      this.classes,
    );
    const order = [...trie.outputs.keys()].sort(
      (a, b) => Number(trie.outputs[a]!.length > 0) - Number(trie.outputs[b]!.length > 0) || a - b,
    );
    const place = new Int32Array(order.length);
    order.forEach((state, i) => {
      place[state] = i * this.classes;
    });
    this.outputs = order.map((state) => trie.outputs[state]!);
    this.depths = order.map((state) => trie.depths[state]!);
    const quiet = this.outputs.findIndex((output) => output.length > 0);
    this.special = (quiet < 0 ? order.length : quiet) * this.classes;
    this.breakState = order.length * this.classes;
    this.table = this.fill(order, trie, place);
  }

  /** Class 0 is everything that no keyword holds; breaks have classes of their own. */
  private classify(keywords: readonly string[]): number {
    let next = 1;
    for (const character of [...new Set([...BREAKS, ...keywords.join('')])]) {
      const code = character.charCodeAt(0);
      this.classOf[code] = next;
      if (code >= 97 && code <= 122) this.classOf[code - 32] = next;
      next++;
    }
    return next;
  }

  private classesOf(keyword: string): number[] {
    return Array.from(keyword, (character) => this.classOf[character.charCodeAt(0)]!);
  }

  private fill(order: readonly number[], trie: Trie, place: Int32Array): Int32Array {
    const width = this.classes;
    const table = new Int32Array((order.length + 1) * width);
    order.forEach((state, row) => {
      for (let c = 0; c < width; c++) table[row * width + c] = place[trie.goTo[state * width + c]!]!;
      if (trie.depths[state]! < SHORTEST_PREFIX) return;
      for (const character of BREAKS) {
        const c = this.classOf[character.charCodeAt(0)]!;
        // A keyword that goes on with the break itself goes first.
        if (trie.depths[trie.goTo[state * width + c]!] === 0) table[row * width + c] = this.breakState;
      }
    });
    table.copyWithin(order.length * width, 0, width);
    return table;
  }

  /** Walks the text and reports every keyword, and every break within what may become one. */
  walk(text: string, onHit: OnHit, onBreak: OnBreak): void {
    const { table, classOf, special, breakState, classes } = this;
    let state = 0;
    for (let offset = 0; offset < text.length; ) {
      const length = loadPiece(text, offset);
      for (let i = 0; i < length; i++) {
        const before = state;
        state = table[before + classOf[pieceBytes[i]!]!]!;
        if (state < special) continue;
        if (state === breakState) onBreak(before, offset + i);
        else onHit(this.outputs[state / classes]!, offset + i + 1);
      }
      offset += length;
    }
  }

  /**
   * Goes on from a state behind a break, character by character, until the keyword is complete or it is clear that
   * it will not be. Calls back with the keywords that span the break, and the place behind them.
   */
  resume(state: number, text: string, from: number, onHit: OnHit): void {
    let current = state;
    for (let i = from, steps = 1; i < text.length; i++, steps++) {
      const code = text.charCodeAt(i);
      current = this.table[current + (code < 256 ? this.classOf[code]! : 0)]!;
      if (current === this.breakState || this.depths[current / this.classes]! <= steps) return;
      if (current >= this.special) onHit(this.outputs[current / this.classes]!, i + 1);
    }
  }
}

/** The keywords as a tree with its failure links already followed. */
class Trie {
  readonly outputs: number[][] = [[]];
  readonly depths: number[] = [0];
  goTo: Int32Array;
  private readonly width: number;
  private readonly children: Map<number, number>[] = [new Map()];

  constructor(keywords: readonly (readonly number[])[], width: number) {
    this.width = width;
    keywords.forEach((keyword, number) => {
      this.add(keyword, number);
    });
    this.goTo = new Int32Array(this.outputs.length * width);
    this.link();
  }

  private add(keyword: readonly number[], number: number): void {
    let state = 0;
    for (const c of keyword) {
      const next = this.children[state]!.get(c) ?? this.outputs.length;
      if (next === this.outputs.length) {
        this.children[state]!.set(c, next);
        this.children.push(new Map());
        this.outputs.push([]);
        this.depths.push(this.depths[state]! + 1);
      }
      state = next;
    }
    this.outputs[state]!.push(number);
  }

  /** Breadth first, so that the state to fall back to is always done. */
  private link(): void {
    const fallback = new Int32Array(this.outputs.length);
    const queue = [0];
    for (let head = 0; head < queue.length; head++) {
      const state = queue[head]!;
      const back = fallback[state]!;
      if (state !== 0) this.outputs[state]!.push(...this.outputs[back]!);
      for (let c = 0; c < this.width; c++) {
        const child = this.children[state]!.get(c);
        const fallen = state === 0 ? 0 : this.goTo[back * this.width + c]!;
        this.goTo[state * this.width + c] = child ?? fallen;
        if (child === undefined) continue;
        fallback[child] = fallen;
        queue.push(child);
      }
    }
  }
}
