/**
 * Finds things in a text however they are encoded: as written, with escapes undone, and inside base64 and hexadecimal
 * digits. Findings are places in the text as written; overlaps are settled by `resolveOverlaps`.
 */
import { SHORTEST_BASE64_RUN } from '../encodings/base64-runs.ts';
import { decodedStretches, nextBeyondLatin } from '../encodings/decoded-stretches.ts';
import { eachEncodedRun } from '../encodings/encoded-runs.ts';
import { takesWhole } from './compiled-rule.ts';
import type { Finder, Owner } from './finder.ts';
import type { Finding } from './finding.ts';
import { takeRests } from './rest-of-secret.ts';

export interface ScanOptions {
  /** The text is the content of a picture: what looks like base64 is not decoded. */
  readonly picture?: boolean;
  /** The name of the field that the text is the value of, when the name may call it a secret. */
  readonly name?: string;
}

/** For texts that were joined from several. */
export interface JoinedOptions extends ScanOptions {
  readonly owner?: Owner;
}

/** Nothing that is looked for is shorter. */
const SHORTEST_TEXT = 4;

/** A value that its name makes a secret is not longer. */
const LONGEST_NAMED = 1_024;

const PLAIN: JoinedOptions = { picture: false, name: undefined, owner: undefined };
const isBusy = (finder: Finder): boolean => !finder.isIdle;

export class Scanner {
  private readonly finders: readonly Finder[];
  private readonly insideRuns: readonly Finder[];

  /**
   * Whoever hides something in base64 hides secrets, and a run that holds one goes whole; so only secrets are looked
   * for there, and in hexadecimal digits. An address in an encoded file is no reason to drop the file.
   */
  constructor(finders: readonly Finder[], insideRuns: readonly Finder[]) {
    this.finders = finders;
    this.insideRuns = insideRuns;
  }

  /** Whether a field of this name has to be scanned together with it. */
  isNamed(name: string): boolean {
    return this.finders.some((finder) => finder.isNamed?.(name));
  }

  /** Everything found, with overlaps, in no particular order. */
  scan(text: string, { owner, name, picture }: JoinedOptions = PLAIN): Finding[] {
    const found: Finding[] = [];
    if (text.length < SHORTEST_TEXT) return found;
    if (this.finders.some(isBusy)) {
      for (const finder of this.finders) finder.run(text, found, owner);
      if (found.length > 0) takeRests(text, found);
      // Texts with escapes are not left to their joined scan.
      if (owner) this.scanBeyondLatin(text, owner, found);
      else this.scanDecoded(text, found);
      if (name !== undefined && text.length <= LONGEST_NAMED) this.scanNamed(text, name, found);
    }
    if (text.length >= SHORTEST_BASE64_RUN && !picture && this.insideRuns.some(isBusy)) this.scanRuns(text, found);
    return found;
  }

  /** As if the field stood in a text: what is found of the value counts. */
  private scanNamed(text: string, name: string, found: Finding[]): void {
    for (const finder of this.finders) finder.runField?.(name, text, found);
    const before = `${name}="`;
    const inside: Finding[] = [];
    for (const finder of this.finders) finder.run(`${before}${text}"`, inside);
    for (const finding of inside) {
      // These have seen the field as such.
      if (takesWhole(finding.rule)) continue;
      const start = finding.start - before.length;
      const end = finding.end - before.length;
      if (start >= 0 && end <= text.length) found.push({ ...finding, start, end });
    }
  }

  private scanDecoded(text: string, found: Finding[]): void {
    for (const stretch of decodedStretches(text)) {
      const inside: Finding[] = [];
      for (const finder of this.finders) finder.run(stretch.text, inside);
      for (const finding of inside) {
        const { start, end } = finding;
        if ((start === 0 && stretch.cutBefore) || (end === stretch.text.length && stretch.cutBehind)) continue;
        found.push({ ...finding, start: stretch.place(start), end: stretch.placeBehind(end) });
      }
    }
  }

  /** Whoever joined the texts has seen the escapes in Latin letters; texts with others are decoded one by one. */
  private scanBeyondLatin(text: string, owner: Owner, found: Finding[]): void {
    for (let at = nextBeyondLatin(text, 0); at >= 0; ) {
      const one = owner(at, at + 1);
      const inside: Finding[] = [];
      if (one) this.scanDecoded(one.text, inside);
      const offset = one?.offset ?? 0;
      for (const finding of inside) {
        found.push({ ...finding, start: finding.start + offset, end: finding.end + offset });
      }
      at = nextBeyondLatin(text, one ? offset + one.text.length : at + 1);
    }
  }

  private scanRuns(text: string, found: Finding[]): void {
    eachEncodedRun(text, ({ decoded, place, placeBehind }) => {
      const inside: Finding[] = [];
      for (const finder of this.insideRuns) finder.run(decoded, inside);
      for (const finding of inside) {
        found.push({ ...finding, start: place(finding.start), end: placeBehind(finding.end) });
      }
    });
  }
}
