/**
 * What the first pass may keep for the second when the transcript is in memory anyway: the texts of each event, so that it
 * is not walked again to look for what is known, and what rules found in a text, so that they need not look twice. Only
 * references are held; of a transcript that is read event by event, nothing is.
 */
import type { Finding } from '../matching/finding.ts';
import type { Scanner, ScanOptions } from '../matching/scanner.ts';

export class HeldTexts {
  private readonly events: (readonly string[])[] = [];
  private current: string[] = [];
  private readonly found = new Map<string, readonly Finding[]>();

  add(text: string): void {
    this.current.push(text);
  }

  endEvent(): void {
    this.events.push(this.current);
    this.current = [];
  }

  /** What rules found in a content of that text, wherever it stands. */
  keep(text: string, found: readonly Finding[]): void {
    this.found.set(text, found);
  }

  of(event: number): readonly string[] | undefined {
    return this.events[event];
  }

  findings(text: string): readonly Finding[] | undefined {
    return this.found.get(text);
  }
}

/** Scans with rules and what is known, but asks the rules only about texts that they have not seen. */
export class RememberingScanner {
  private readonly held: HeldTexts;
  private readonly whole: Scanner;
  private readonly known: Scanner;

  constructor(held: HeldTexts, whole: Scanner, known: Scanner) {
    this.held = held;
    this.whole = whole;
    this.known = known;
  }

  isNamed(name: string): boolean {
    return this.whole.isNamed(name);
  }

  scan(text: string, options: ScanOptions = {}): Finding[] {
    const isPlain = options.name === undefined && !options.picture;
    const found = isPlain ? this.held.findings(text) : undefined;
    return found ? [...found, ...this.known.scan(text)] : this.whole.scan(text, options);
  }
}
