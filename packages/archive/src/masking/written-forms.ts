/**
 * The ways in which a secret may be written in an agent's file: as it is, escaped once or several times as JSON has it,
 * in the manner of several languages, in a URL, in hexadecimal digits, and inside base64 at any of the three ways to cut
 * bytes into groups.
 */
import type { FoundSecret } from '@hansard/core/privacy/index.ts';
import type { FormKind } from './removed-form.ts';
import { WINDOW } from './window-hash.ts';

export interface WrittenForm {
  readonly kind: FormKind;
  readonly bytes: Buffer;
  readonly lead: number;
}

/** Longer ones are cut, so that no text made for it keeps the search busy. */
const LONGEST = 512;
/** How often JSON is found inside JSON. */
const LEVELS = 3;
/** Shorter values are looked for in encodings only when they were found there. */
const WORTH_ENCODING = 12;

export function writtenForms(found: FoundSecret): WrittenForm[] {
  const forms = new Map<string, WrittenForm>();
  const add = (form: WrittenForm) => {
    for (const piece of pieces(form)) {
      if (piece.bytes.length >= WINDOW)
        forms.set(`${piece.kind} ${piece.lead} ${piece.bytes.toString('latin1')}`, piece);
    }
  };
  if (found.number) for (const form of numberForms(found)) add(form);
  if (found.reach === 'place') for (const form of placeForms(found)) add(form);
  else for (const form of freeForms(found)) add(form);
  // Where it was found it goes, although it is no word of its own there: `-pSECRET`.
  if (found.reach === 'word' && /[A-Za-z0-9]$/.test(found.lead)) for (const form of placeForms(found)) add(form);
  return [...forms.values()];
}

function* freeForms({ value, written, base64, hex, reach }: FoundSecret): Iterable<WrittenForm> {
  const kind = reach === 'word' ? 'word' : 'any';
  for (const text of base64 || hex ? [value] : [value, written]) {
    for (const form of escaped(text)) yield { kind, lead: 0, bytes: Buffer.from(form) };
  }
  if (base64 || value.length >= WORTH_ENCODING) yield* base64Forms(value);
  if (hex || value.length >= WORTH_ENCODING) yield* hexForms(value);
  // Digits that are broken over lines, or of wide characters.
  if (hex) for (const form of escaped(written)) yield { kind: 'any', lead: 0, bytes: Buffer.from(form) };
  // A run that is broken over lines, or holds wide characters, goes whole.
  if (base64 && !Buffer.from(written, 'base64').includes(value)) yield* runForms(written);
  else if (base64 && /[\r\n\\]/.test(written)) yield* runForms(written);
}

/** A word that is secret only behind its name goes only there. */
function* placeForms({ value, written, lead, name, number, base64 }: FoundSecret): Iterable<WrittenForm> {
  if (base64) {
    yield* runForms(written);
    return;
  }
  if (lead !== '') {
    for (const write of WRITERS) {
      const before = Buffer.from(write(lead));
      yield { kind: 'any', lead: before.length, bytes: Buffer.concat([before, Buffer.from(write(written))]) };
    }
  } else if (name !== undefined && !number) {
    for (const between of [':', ': ']) {
      const before = `${JSON.stringify(name)}${between}"`;
      for (let level = 0; level < LEVELS; level++) {
        const lead = Buffer.from(inJson(before, level));
        const rest = Buffer.from(inJson(value, level + 1));
        yield { kind: 'any', lead: lead.length, bytes: Buffer.concat([lead, rest]) };
      }
    }
  }
}

/** As programs write a number, when nobody has seen how this one is written. */
function* numberForms({ value, name }: FoundSecret): Iterable<WrittenForm> {
  if (name === undefined) return;
  for (const between of [':', ': ']) {
    const lead = Buffer.from(`${JSON.stringify(name)}${between}`);
    yield { kind: 'any', lead: lead.length, bytes: Buffer.concat([lead, Buffer.from(value)]) };
  }
}

const inJson = (text: string, level: number): string =>
  level === 0 ? text : inJson(JSON.stringify(text).slice(1, -1), level - 1);

/** Python escapes all that is not ASCII, Go what HTML knows, PHP every slash. */
const ascii = (text: string): string =>
  text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
const html = (text: string): string =>
  text.replace(/[<>&]/g, (unit) => `\\u00${unit.charCodeAt(0).toString(16).padStart(2, '0')}`);
const slashes = (text: string): string => text.replace(/\//g, '\\/');

/** Half a character has no place in a URL. */
const url = (text: string): string => (text.isWellFormed() ? encodeURIComponent(text) : text);
const lower = (text: string): string => text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());

const WRITERS: readonly ((text: string) => string)[] = [
  (text) => text,
  ...Array.from({ length: LEVELS }, (_, level) => (text: string) => inJson(text, level + 1)),
  (text) => ascii(inJson(text, 1)),
  (text) => html(inJson(text, 1)),
  (text) => slashes(inJson(text, 1)),
  url,
  (text) => lower(url(text)),
  (text) => url(text).replace(/%20/g, '+'),
];

function escaped(text: string): string[] {
  return [...new Set(WRITERS.map((write) => write(text)))];
}

/** Only characters of base64 that the value alone determines: what stands around it may be anything. */
function* base64Forms(value: string): Iterable<WrittenForm> {
  const bytes = Buffer.from(value);
  for (const [before, kind, first] of [
    [0, 'base64-0', 0],
    [1, 'base64-2', 2],
    [2, 'base64-3', 3],
  ] as const) {
    const whole = Buffer.concat([Buffer.alloc(before), bytes]);
    const text = whole.toString('base64').slice(first, Math.floor((whole.length * 8) / 6));
    for (const form of new Set([text, text.replace(/\+/g, '-').replace(/\//g, '_'), slashes(text)])) {
      yield { kind, lead: 0, bytes: Buffer.from(form) };
    }
  }
}

function* hexForms(value: string): Iterable<WrittenForm> {
  const digits = Buffer.from(value).toString('hex');
  for (const form of new Set([digits, digits.toUpperCase()])) yield { kind: 'any', lead: 0, bytes: Buffer.from(form) };
}

function* runForms(run: string): Iterable<WrittenForm> {
  for (const form of new Set([run, inJson(run, 1), inJson(run, 2)])) {
    yield { kind: 'base64-0', lead: 0, bytes: Buffer.from(form) };
  }
}

/** Cut where no escape is cut, and where base64 goes on with a group. */
function* pieces(form: WrittenForm): Iterable<WrittenForm> {
  const bytes = withoutTrailingSlash(form.bytes);
  if (bytes.length <= LONGEST || form.lead > 0) {
    yield { ...form, bytes };
    return;
  }
  let phase = form.kind === 'any' || form.kind === 'word' ? 0 : Number(form.kind.at(-1));
  for (let start = 0; start < bytes.length; ) {
    let end = Math.min(bytes.length, start + LONGEST);
    // The rest must be long enough to be found.
    if (bytes.length - end < WINDOW) end = bytes.length;
    while (end < bytes.length && end > start + LONGEST / 2 && cutsEscape(bytes, end)) end--;
    const piece = bytes.subarray(start, end);
    yield { ...form, kind: kindFrom(form.kind, phase), bytes: piece };
    phase += characters(piece);
    start = end;
  }
}

/** A cut piece of base64 begins anywhere in a group. */
function kindFrom(kind: FormKind, phase: number): FormKind {
  if (kind === 'any' || kind === 'word') return 'any';
  return (['base64-0', 'base64-1', 'base64-2', 'base64-3'] as const)[phase % 4] as FormKind;
}

const characters = (piece: Uint8Array): number =>
  Buffer.from(piece)
    .toString('latin1')
    .replace(/\\./g, '')
    .replace(/[^A-Za-z0-9+/_-]/g, '').length;

/** Within six bytes behind a backslash, or two behind a percent sign. */
function cutsEscape(bytes: Uint8Array, at: number): boolean {
  const before = Buffer.from(bytes.subarray(Math.max(0, at - 6), at)).toString('latin1');
  return before.includes('\\') || before.slice(-2).includes('%');
}

function withoutTrailingSlash(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 92) end--;
  return bytes.subarray(0, end);
}
