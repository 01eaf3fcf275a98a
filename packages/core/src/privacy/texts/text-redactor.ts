/**
 * Redacts one text: finds what has to go, settles overlaps, leaves alone what was replaced before, replaces, and looks
 * again until nothing is left. The second look matters when a replacement frees its neighbour, such as a key that
 * stood directly against another secret.
 */
import type { Finding } from '../matching/finding.ts';
import { resolveOverlaps } from '../matching/resolve-overlaps.ts';
import type { Scanner, ScanOptions } from '../matching/scanner.ts';
import type { Rule } from '../rule.ts';
import { type Edit, type EditedText, editText } from './edit-text.ts';
import { placeholdersIn, without } from './placeholder.ts';

export interface RedactedText extends EditedText {
  /** The edits of each round, in places of the text before that round. */
  readonly rounds: readonly (readonly Edit[])[];
}

/** Every round removes at least one thing; texts that need more than two were made to. */
const MOST_ROUNDS = 16;
/** Shorter texts are scanned faster than looked up. */
const WORTH_REMEMBERING = 256;

export class TextRedactor {
  private readonly scanner: Scanner;
  private readonly order: (rule: Rule) => number;
  private readonly replacementOf: (finding: Finding) => string | undefined;
  /** Agents write the same text into several fields of an event. */
  private readonly recent = new Map<string, RedactedText>();

  /** A finding without a replacement stays. */
  constructor(
    scanner: Scanner,
    order: (rule: Rule) => number,
    replacementOf: (finding: Finding) => string | undefined,
  ) {
    this.scanner = scanner;
    this.order = order;
    this.replacementOf = replacementOf;
  }

  /** To be called between events, so that memory stays within the largest. */
  forget(): void {
    this.recent.clear();
  }

  redact(text: string, options: ScanOptions = {}): RedactedText {
    if (text.length < WORTH_REMEMBERING) return this.redactAfresh(text, options);
    const key = options.picture ? `\0${text}` : text;
    const known = this.recent.get(key);
    if (known) return known;
    const redacted = this.redactAfresh(text, options);
    this.recent.set(key, redacted);
    return redacted;
  }

  private redactAfresh(text: string, options: ScanOptions): RedactedText {
    let edited: EditedText = { text, marks: [] };
    const rounds: (readonly Edit[])[] = [];
    while (rounds.length < MOST_ROUNDS) {
      const edits = this.editsFor(edited.text, options);
      if (edits.length === 0) break;
      rounds.push(edits);
      edited = editText(edited, edits);
    }
    return { ...edited, rounds };
  }

  private editsFor(text: string, options: ScanOptions): readonly Edit[] {
    const found: (Finding & { placeholder: string })[] = [];
    for (const finding of this.scanner.scan(text, options)) {
      const placeholder = this.replacementOf(finding);
      if (placeholder !== undefined) found.push({ ...finding, placeholder });
    }
    if (found.length === 0) return [];
    const settled = placeholdersIn(text);
    const edits: Edit[] = [];
    for (const { start, end, placeholder, rule } of resolveOverlaps(found, this.order)) {
      for (const piece of without({ start, end }, settled)) {
        edits.push({ ...piece, placeholder, ruleId: rule.id, type: rule.type });
      }
    }
    return edits;
  }
}
