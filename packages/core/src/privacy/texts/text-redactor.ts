/**
 * Redacts one text: finds what has to go, settles overlaps, leaves alone what was replaced before, replaces, and looks
 * again around the replacements until nothing is left. The second look matters when a replacement frees its neighbour:
 * a key that stood directly against another secret, or a value that only now looks like one.
 */
import type { Finding } from '../matching/finding.ts';
import { resolveOverlaps } from '../matching/resolve-overlaps.ts';
import type { ScanOptions } from '../matching/scanner.ts';
import type { Rule } from '../rule.ts';
import { type Edit, type EditedText, editText } from './edit-text.ts';
import { placeholdersIn, type Range, without } from './placeholder.ts';
import { scanAround } from './scan-around.ts';

export interface RedactedText extends EditedText {
  /** The edits of each round, in places of the text before that round. */
  readonly rounds: readonly (readonly Edit[])[];
}

interface Remembered {
  readonly picture: boolean | undefined;
  readonly redacted: RedactedText | undefined;
}

const PLAIN: ScanOptions = {};
const NOTHING: readonly Edit[] = [];

/** Every round removes at least one thing; texts that need more than two were made to. */
const MOST_ROUNDS = 16;
/** Shorter texts are scanned faster than remembered, unless they had to be changed. */
const WORTH_REMEMBERING = 256;
const MOST_CHANGED = 5_000;

/** Whatever finds things in a text. */
export interface TextScanner {
  scan(text: string, options?: ScanOptions): readonly Finding[];
  isNamed?(name: string): boolean;
}

export class TextRedactor {
  private readonly scanner: TextScanner;
  private readonly settling: TextScanner;
  private readonly order: (rule: Rule) => number;
  private readonly replacementOf: (finding: Finding) => string | undefined;
  /** Agents write the same text into several fields of an event. */
  private readonly recent = new Map<string, Remembered>();
  /** Short texts that had to be changed, such as paths, come again in other events. */
  private readonly changed = new Map<string, RedactedText>();

  /** `settling` finds what replacements freed. A finding without a replacement stays. */
  constructor(
    scanner: TextScanner,
    settling: TextScanner,
    order: (rule: Rule) => number,
    replacementOf: (finding: Finding) => string | undefined,
  ) {
    this.scanner = scanner;
    this.settling = settling;
    this.order = order;
    this.replacementOf = replacementOf;
  }

  /** To be called between events, so that memory stays within the largest. */
  forget(): void {
    if (this.recent.size > 0) this.recent.clear();
    if (this.changed.size > MOST_CHANGED) this.changed.clear();
  }

  /** Whether a field of this name has to be redacted together with it. */
  isNamed(name: string): boolean {
    return this.scanner.isNamed?.(name) === true;
  }

  /** `undefined` when there is nothing to do, which is nearly always. */
  redact(text: string, options: ScanOptions = PLAIN): RedactedText | undefined {
    if (options.name !== undefined) return this.redactAfresh(text, options);
    if (text.length < WORTH_REMEMBERING) {
      return (this.changed.size > 0 ? this.changed.get(text) : undefined) ?? this.redactShort(text, options);
    }
    const known = this.recent.get(text);
    if (known !== undefined && known.picture === options.picture) return known.redacted;
    const redacted = this.redactAfresh(text, options);
    this.recent.set(text, { picture: options.picture, redacted });
    return redacted;
  }

  private redactShort(text: string, options: ScanOptions): RedactedText | undefined {
    const redacted = this.redactAfresh(text, options);
    if (redacted) this.changed.set(text, redacted);
    return redacted;
  }

  private redactAfresh(text: string, options: ScanOptions): RedactedText | undefined {
    let edits = this.editsFor(text, this.scanner.scan(text, options));
    if (edits.length === 0) return undefined;
    let edited: EditedText = { text, marks: [] };
    const rounds: (readonly Edit[])[] = [];
    while (edits.length > 0 && rounds.length < MOST_ROUNDS) {
      const changed = changedPlaces(edited.text, edits);
      rounds.push(edits);
      edited = editText(edited, edits);
      edits = this.editsAround(edited.text, changed, options.name);
    }
    return { ...edited, rounds };
  }

  private editsAround(text: string, places: readonly Range[], name: string | undefined): readonly Edit[] {
    return this.editsFor(
      text,
      scanAround(text, places, (part) => this.settling.scan(part, part === text ? { name } : PLAIN)),
    );
  }

  private editsFor(text: string, all: readonly Finding[]): readonly Edit[] {
    if (all.length === 0) return NOTHING;
    const found: { start: number; end: number; rule: Rule; placeholder: string }[] = [];
    for (const finding of all) {
      const placeholder = this.replacementOf(finding);
      if (placeholder === undefined) continue;
      const { start, end, rule } = finding;
      found.push({ start, end, rule, placeholder });
    }
    if (found.length === 0) return NOTHING;
    const settled = placeholdersIn(text);
    const edits: Edit[] = [];
    for (const { start, end, placeholder, rule } of resolveOverlaps(found, this.order)) {
      if (settled.length === 0) {
        edits.push({ start, end, placeholder, ruleId: rule.id, type: rule.type });
        continue;
      }
      if (rule.confidence === 'medium' && settled.some((range) => isPseudonymWithin(text, range, start, end))) continue;
      for (const piece of without({ start, end }, settled)) {
        edits.push({ ...piece, placeholder, ruleId: rule.id, type: rule.type });
      }
    }
    return edits;
  }
}

/**
 * Random digits of a pseudonym make a harmless value look like a secret. A rule that goes by looks was asked about the
 * value when the name still stood in it.
 */
function isPseudonymWithin(text: string, range: Range, start: number, end: number): boolean {
  return range.start < end && range.end > start && text.startsWith('anon-', range.start);
}

/**
 * Where the new text has to be looked at again: around replacements that may have freed something, or made something. A
 * name in ordinary characters that is no part of a longer word does neither when a pseudonym takes its place.
 */
function changedPlaces(text: string, edits: readonly Edit[]): readonly Range[] {
  const places: Range[] = [];
  let shift = 0;
  for (const { start, end, placeholder } of edits) {
    const at = start + shift;
    if (!(placeholder.startsWith('anon-') && standsAlone(text, start, end)))
      places.push({ start: at, end: at + placeholder.length });
    shift += placeholder.length - (end - start);
  }
  return places;
}

function standsAlone(text: string, start: number, end: number): boolean {
  if (isOneOf(JOINING, text.charCodeAt(end)) || isOneOf(JOINING, text.charCodeAt(start - 1))) return false;
  for (let at = start; at < end; at++) if (!isOneOf(ORDINARY, text.charCodeAt(at))) return false;
  return true;
}

const charactersOf = (characters: RegExp): Uint8Array =>
  Uint8Array.from({ length: 128 }, (_, unit) => (characters.test(String.fromCharCode(unit)) ? 1 : 0));
const isOneOf = (set: Uint8Array, unit: number): boolean => unit < 128 && set[unit] === 1;

const ORDINARY = charactersOf(/[\w./\\:~-]/);
const JOINING = charactersOf(/[\w.+=~%-]/);
