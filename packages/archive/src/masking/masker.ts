/**
 * Finds in bytes what was removed for good, although nothing but hashes is known of it, and writes something else of the
 * same length in its place. Same length, because then nothing moves: an agent's file and what is kept of it stay
 * comparable byte by byte, and every place that the archive has noted stays true. What becomes of a byte depends on
 * the bytes around it alone, never on where reading began.
 */
import { createHmac } from 'node:crypto';
import { isLetterOrDigit, isWordStart } from '@hansard/core/privacy/matching/word-start.ts';
import { AROUND_NUMBER, filledNumber, goesOn } from './filled-number.ts';
import { writeBase64, writeText } from './filler.ts';
import type { FormKind, RemovedForm } from './removed-form.ts';
import { FILTER_VALUES, WINDOW, WindowHash } from './window-hash.ts';

/** A stretch that holds something. */
export interface Hit {
  readonly start: number;
  readonly end: number;
  readonly form: RemovedForm;
}

/** Bytes around a form that decide whether it counts. */
const SURROUNDINGS = Math.max(24, AROUND_NUMBER);
const BACKSLASH = 92;

export const checkOf = (key: string, bytes: Uint8Array): string =>
  createHmac('sha256', key).update('scrubbed:').update(bytes).digest('hex');

export class Masker {
  /** Bytes on either side that have to be seen to know what becomes of a byte. */
  readonly margin: number;
  readonly #key: string;
  readonly #windows: WindowHash;
  /** One for each value: most places are dismissed by it. */
  readonly #filter = new Uint8Array(FILTER_VALUES);
  readonly #forms = new Map<number, RemovedForm[]>();

  constructor(forms: readonly RemovedForm[], key: string) {
    this.#key = key;
    this.#windows = new WindowHash(key);
    for (const form of forms) {
      this.#filter[form.filter] = 1;
      const same = this.#forms.get(form.filter);
      if (same) same.push(form);
      else this.#forms.set(form.filter, [form]);
    }
    // The longest says best what it was.
    for (const same of this.#forms.values()) same.sort((a, b) => b.bytes - a.bytes || (a.check < b.check ? -1 : 1));
    this.margin = SURROUNDINGS + forms.reduce((most, { bytes }) => Math.max(most, bytes), 0);
  }

  /** All of them, in order of their beginnings. They may overlap. */
  hits(bytes: Uint8Array): Hit[] {
    const hits: Hit[] = [];
    this.#windows.each(bytes, this.#filter, (start, value) => {
      const checks = new Map<number, string>();
      for (const form of this.#forms.get(value) as RemovedForm[]) {
        const end = start + form.bytes;
        if (end > bytes.length || !this.#endsAs(form, bytes, end) || !isAllowed(form.kind, bytes, start, end)) continue;
        const check = checks.get(form.bytes) ?? checkOf(this.#key, bytes.subarray(start, end));
        checks.set(form.bytes, check);
        if (check === form.check) hits.push({ start, end, form });
      }
    });
    return hits;
  }

  #endsAs({ tail }: RemovedForm, bytes: Uint8Array, end: number): boolean {
    return tail === undefined || this.#windows.of(bytes, end - WINDOW) === tail;
  }

  /** A copy without them; undefined when there is nothing to remove. */
  mask(bytes: Uint8Array): { readonly bytes: Buffer; readonly hits: readonly Hit[] } | undefined {
    const hits = this.hits(bytes);
    if (hits.length === 0) return undefined;
    const masked = Buffer.from(bytes);
    let done = 0;
    for (const { begin, end, form } of stretchesOf(bytes, hits)) {
      if (end <= done) continue;
      const number = isText(form) && begin >= done ? filledNumber(bytes, begin, end) : undefined;
      // The beginning of another number is another number.
      if (number && goesOn(bytes, end)) continue;
      if (number) masked.set(number, begin);
      else if (isText(form)) writeText(masked, begin, Math.max(begin, done), end, form.rule);
      else writeBase64(masked, begin, Math.max(begin, done), end, Number(form.kind.at(-1)));
      done = end;
    }
    return { bytes: masked, hits };
  }

  /** The same for a text. */
  maskText(text: string): string {
    return this.mask(Buffer.from(text))?.bytes.toString() ?? text;
  }
}

const isText = ({ kind }: RemovedForm): boolean => kind === 'any' || kind === 'word';

interface Stretch {
  readonly begin: number;
  readonly end: number;
  readonly form: RemovedForm;
}

/** What goes of each, in order. What stands before one and stays may hold another. */
function stretchesOf(bytes: Uint8Array, hits: readonly Hit[]): Stretch[] {
  const stretches = hits.map(({ start, end, form }) => {
    const kept = form.lead === 0 && isText(form) ? keptOfEscape(bytes, start) : form.lead;
    return { begin: start + kept, end, form };
  });
  return stretches.sort((a, b) => a.begin - b.begin || b.end - a.end);
}

function isAllowed(kind: FormKind, bytes: Uint8Array, start: number, end: number): boolean {
  if (kind !== 'word') return true;
  if (end < bytes.length && isLetterOrDigit(bytes[end] as number)) return false;
  const before = Buffer.from(bytes.subarray(Math.max(0, start - SURROUNDINGS), start)).toString('latin1');
  return isWordStart(before, before.length);
}

/** What begins with the letter of an escape, as in `\n`: without its letter, the rest could not be read. */
function keptOfEscape(bytes: Uint8Array, start: number): number {
  let slashes = 0;
  while (start > slashes && bytes[start - slashes - 1] === BACKSLASH) slashes++;
  if (slashes % 2 === 0) return 0;
  return bytes[start] === 117 ? 5 : 1;
}
