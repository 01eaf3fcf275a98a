/**
 * What the first pass may keep for the second when the transcript is in memory anyway: the texts of each event, so that it
 * is not walked again to look for what is known, and what was found in a text, so that nobody need look twice. Only
 * references are held; of a transcript that is read event by event, nothing is.
 */
import type { Finding } from '../matching/finding.ts';
import type { Scanner, ScanOptions } from '../matching/scanner.ts';

export class HeldTexts {
  private readonly learnt: object[] = [];
  private readonly texts: (readonly string[])[] = [];
  private head: readonly string[] = [];
  private current: string[] = [];
  private readonly deep = new Set<number>();
  private readonly byRules = new Map<string, readonly Finding[]>();
  private readonly asKnown = new Map<string, readonly Finding[]>();

  /** A text of the event that is being learnt from, or the name of a field of it. */
  add(text: string): void {
    this.current.push(text);
  }

  /** The event that is being learnt from holds more than its texts here. */
  noteDepth(): void {
    this.deep.add(this.learnt.length);
  }

  endEvent(event: object): void {
    this.learnt.push(event);
    this.texts.push(this.current);
    this.current = [];
  }

  /** The head is learnt from first. */
  endHead(): void {
    this.head = this.current;
    this.current = [];
  }

  /** Whether an event was learnt from as the one of that number. */
  has(event: object, number: number): boolean {
    return this.learnt[number] === event;
  }

  /** Whether the event of that number is nested too deep for all of its texts to be here. */
  isDeep(number: number): boolean {
    return this.deep.has(number);
  }

  of(number: number): readonly string[] | undefined {
    return this.texts[number];
  }

  /** What rules found in a content of that text, wherever it stands. */
  keep(text: string, found: readonly Finding[]): void {
    this.byRules.set(text, found);
  }

  /** What of the things that are known was found in a text. */
  keepKnown(text: string, found: readonly Finding[]): void {
    this.asKnown.set(text, found);
  }

  /** Of the head and of each event. */
  get all(): readonly (readonly string[])[] {
    return [this.head, ...this.texts];
  }

  findings(text: string): readonly Finding[] | undefined {
    return this.byRules.get(text);
  }

  knownIn(text: string): readonly Finding[] | undefined {
    return this.asKnown.get(text);
  }
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
