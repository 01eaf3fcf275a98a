/**
 * What the first pass may keep for the second when the transcript is in memory anyway: the texts of each event, so that it
 * is not walked again to look for what is known, and what was found in a text, so that nobody need look twice. Only
 * references are held; of a transcript that is read event by event, nothing is. Texts repeat: each has a number, and
 * what is known about it lies under the number, so that it is looked up once.
 */
import type { Finding } from '../matching/finding.ts';
import type { Scanner, ScanOptions } from '../matching/scanner.ts';

/** What is noted about a text, a bit each: it was looked at as content, or as a label; it has to be looked at again. */
export const AS_CONTENT = 1;
export const AS_LABEL = 2;
const TOUCHED = 4;

export class HeldTexts {
  private readonly numbers = new Map<string, number>();
  /** By number, in the order in which they came. */
  readonly texts: string[] = [];
  private notes = new Uint8Array(1_024);
  /** Numbers of the texts of the head and of each event, one behind the other. */
  private uses = new Int32Array(4_096);
  private useCount = 0;
  private readonly learnt: object[] = [];
  /** Where the texts of each event end. The head is learnt from first. */
  private readonly ends: number[] = [];
  private headEnd = 0;
  private readonly deep = new Set<number>();
  private readonly byRules = new Map<string, readonly Finding[]>();
  private readonly asKnown = new Map<string, readonly Finding[]>();

  /** A text of the event that is being learnt from, or the name of a field of it. Says its number. */
  add(text: string): number {
    let number = this.numbers.get(text);
    if (number === undefined) {
      number = this.texts.length;
      this.numbers.set(text, number);
      this.texts.push(text);
      if (number === this.notes.length) this.notes = larger(this.notes, new Uint8Array(2 * number));
    }
    this.addAgain(number);
    return number;
  }

  /** A text whose number is known. */
  addAgain(number: number): void {
    if (this.useCount === this.uses.length) this.uses = larger(this.uses, new Int32Array(2 * this.useCount));
    this.uses[this.useCount++] = number;
  }

  /** Whether it is the first time that a text is looked at in such a way. */
  isFirst(number: number, way: typeof AS_CONTENT | typeof AS_LABEL): boolean {
    const note = this.notes[number]!;
    this.notes[number] = note | way;
    return (note & way) === 0;
  }

  /** The event that is being learnt from holds more than its texts here. */
  noteDepth(): void {
    this.deep.add(this.learnt.length);
  }

  endEvent(event: object): void {
    this.learnt.push(event);
    this.ends.push(this.useCount);
  }

  endHead(): void {
    this.headEnd = this.useCount;
  }

  /** Whether an event was learnt from as the one of that number. */
  has(event: object, number: number): boolean {
    return this.learnt[number] === event;
  }

  /** Whether the event of that number is nested too deep for all of its texts to be here. */
  isDeep(number: number): boolean {
    return this.deep.has(number);
  }

  /** The second pass has to look at these. */
  touch(texts: ReadonlySet<string>): void {
    for (const text of texts) this.notes[this.numbers.get(text)!]! |= TOUCHED;
  }

  /** Whether the event of that number holds a text that has to be looked at. */
  isTouched(number: number): boolean {
    const end = this.ends[number]!;
    for (let i = number === 0 ? this.headEnd : this.ends[number - 1]!; i < end; i++) {
      if (this.notes[this.uses[i]!]! & TOUCHED) return true;
    }
    return false;
  }

  /** Whether a text is here, and need not be looked at. */
  isUntouched(text: string): boolean {
    const number = this.numbers.get(text);
    return number !== undefined && (this.notes[number]! & TOUCHED) === 0;
  }

  /** What rules found in a content of that text, wherever it stands. */
  keep(text: string, found: readonly Finding[]): void {
    this.byRules.set(text, found);
  }

  /** What of the things that are known was found in a text. */
  keepKnown(text: string, found: readonly Finding[]): void {
    this.asKnown.set(text, found);
  }

  findings(text: string): readonly Finding[] | undefined {
    return this.byRules.get(text);
  }

  knownIn(text: string): readonly Finding[] | undefined {
    return this.asKnown.get(text);
  }
}

function larger<A extends Uint8Array | Int32Array>(before: A, after: A): A {
  after.set(before);
  return after;
}

const PLAIN: ScanOptions = {};

/** Scans for what is known, but for texts in which that was looked for before. */
export class RememberingKnown {
  private readonly held: HeldTexts;
  private readonly known: Scanner;

  constructor(held: HeldTexts, known: Scanner) {
    this.held = held;
    this.known = known;
  }

  scan(text: string, options: ScanOptions = PLAIN): readonly Finding[] {
    return (isPlain(options) ? this.held.knownIn(text) : undefined) ?? this.known.scan(text, options);
  }
}

/** Scans with rules and what is known, but asks the rules only about texts that they have not seen. */
export class RememberingScanner {
  private readonly held: HeldTexts;
  private readonly whole: Scanner;
  private readonly known: RememberingKnown;

  constructor(held: HeldTexts, whole: Scanner, known: RememberingKnown) {
    this.held = held;
    this.whole = whole;
    this.known = known;
  }

  isNamed(name: string): boolean {
    return this.whole.isNamed(name);
  }

  scan(text: string, options: ScanOptions = PLAIN): readonly Finding[] {
    const found = isPlain(options) ? this.held.findings(text) : undefined;
    if (!found) return this.whole.scan(text, options);
    const known = this.known.scan(text);
    return known.length === 0 ? found : [...found, ...known];
  }
}

const isPlain = ({ name, picture }: ScanOptions): boolean => name === undefined && !picture;
