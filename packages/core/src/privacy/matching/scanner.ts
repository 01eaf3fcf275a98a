/**
 * Finds everything that a set of rules finds in a text, however it is encoded: as written, with escapes undone, and
 * inside base64. Findings are places in the text as written; overlaps are settled by `resolveOverlaps`.
 */
import { base64Runs } from '../encodings/base64-runs.ts';
import { decodedStretches } from '../encodings/decoded-stretches.ts';
import type { Rule } from '../rule.ts';
import type { Finding } from './finding.ts';
import { PlainScan } from './plain-scan.ts';

export interface ScanOptions {
  /** The text is the content of a picture: what looks like base64 is none of our business. */
  readonly picture?: boolean;
}

/** Nothing that a rule finds is shorter. */
const SHORTEST_TEXT = 4;

export class Scanner {
  private readonly plain: PlainScan;
  /** Whoever hides something in base64 hides secrets; a picture of a person's address is no reason to drop a file. */
  private readonly secrets: PlainScan;

  constructor(rules: readonly Rule[]) {
    this.plain = new PlainScan(rules);
    const secrets = rules.filter((rule) => rule.type === 'secret');
    this.secrets = secrets.length === rules.length ? this.plain : new PlainScan(secrets);
  }

  /** Everything found, with overlaps, in no particular order. */
  scan(text: string, options: ScanOptions = {}): Finding[] {
    const found: Finding[] = [];
    if (text.length < SHORTEST_TEXT) return found;
    this.plain.run(text, found);
    this.scanDecoded(text, found);
    if (!options.picture) this.scanBase64(text, found);
    return found;
  }

  private scanDecoded(text: string, found: Finding[]): void {
    for (const stretch of decodedStretches(text)) {
      const inside: Finding[] = [];
      this.plain.run(stretch.text, inside);
      for (const { start, end, value, rule } of inside) {
        if ((start === 0 && stretch.cutBefore) || (end === stretch.text.length && stretch.cutBehind)) continue;
        found.push({ start: stretch.place(start), end: stretch.place(end), value, rule });
      }
    }
  }

  /** The whole run goes: a half of it would decode to a half of the secret's surroundings and be of no use. */
  private scanBase64(text: string, found: Finding[]): void {
    for (const run of base64Runs(text)) {
      const inside: Finding[] = [];
      this.secrets.run(run.decoded, inside);
      for (const { value, rule } of inside) found.push({ start: run.start, end: run.end, value, rule });
    }
  }
}
