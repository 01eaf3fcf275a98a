// biome-ignore-all lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
/**
 * Output of terminals: colours become marks on the text, everything else that a terminal would obey is taken out, and
 * what is left of control and bidi characters is made visible. One pass, so long output costs what its length says.
 */
import { neutralise } from '@hansard/core/formats/neutralise.ts';
import { nearestColour } from './ansi-palette.ts';

/** Names of the styles are those of the highlights in ansi.css. */
export interface Mark {
  readonly start: number;
  readonly end: number;
  readonly style: string;
}

export interface MarkedText {
  readonly text: string;
  readonly marks: readonly Mark[];
}

interface Pen {
  fg: number;
  bg: number;
  bold: boolean;
  dim: boolean;
  underline: boolean;
  strike: boolean;
  inverse: boolean;
}

const plainPen = (): Pen => ({
  fg: -1,
  bg: -1,
  bold: false,
  dim: false,
  underline: false,
  strike: false,
  inverse: false,
});

/** More marks than this cost more than they tell. */
const MOST_MARKS = 4000;
const LONGEST_SEQUENCE = 64;

// Parameters of a control sequence, and the letter that ends it.
const SEQUENCE = /^(?:\x1b\[|\x9b)([0-9:;<=>?]{0,64})[ -/]{0,4}([@-~])/;
// Titles, links and the like: up to a bell or a string terminator.
const STRING = /^(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])/;
const HAS_CONTROL = /[\0-\x08\x0b-\x1f\x7f-\x9f]/;

export function readAnsi(input: string): MarkedText {
  if (!HAS_CONTROL.test(input)) return { text: neutralise(input), marks: [] };
  const text = withoutOverwritten(input);
  const pieces = new Pieces();
  let from = 0;
  for (let at = nextEscape(text, 0); at >= 0; at = nextEscape(text, from)) {
    pieces.add(text.slice(from, at));
    from = at + pieces.sequence(text, at);
  }
  pieces.add(text.slice(from));
  return { text: pieces.text, marks: pieces.marks };
}

const ESCAPE = /[\x1b\x90\x98\x9b\x9d-\x9f]/g;

function nextEscape(text: string, from: number): number {
  ESCAPE.lastIndex = from;
  return ESCAPE.exec(text)?.index ?? -1;
}

/** A line that was written over shows what was written last. */
function withoutOverwritten(text: string): string {
  const unix = text.replaceAll('\r\n', '\n');
  if (!unix.includes('\r')) return unix;
  return unix
    .split('\n')
    .map((line) => {
      const trimmed = line.replace(/\r+$/, '');
      return trimmed.slice(trimmed.lastIndexOf('\r') + 1);
    })
    .join('\n');
}

class Pieces {
  text = '';
  readonly marks: Mark[] = [];
  #pen = plainPen();

  add(piece: string): void {
    if (piece === '') return;
    const start = this.text.length;
    this.text += neutralise(piece);
    for (const style of stylesOf(this.#pen)) {
      if (this.marks.length < MOST_MARKS) this.marks.push({ start, end: this.text.length, style });
    }
  }

  /** Reads the sequence that begins here; returns how long it is. */
  sequence(text: string, at: number): number {
    const head = text.slice(at, at + LONGEST_SEQUENCE + 8);
    const control = SEQUENCE.exec(head);
    if (control) {
      if (control[2] === 'm') setPen(this.#pen, control[1] ?? '');
      return control[0].length;
    }
    const string = STRING.exec(head);
    if (string) return stringLength(text, at, string[0].length);
    return text[at] === '\x1b' && /[ -~]/.test(text[at + 1] ?? '') ? 2 : 1;
  }
}

/** A string that nothing ends is no string: only its introducer goes. */
function stringLength(text: string, at: number, head: number): number {
  const limit = Math.min(text.length, at + 4096);
  for (let end = at + head; end < limit; end++) {
    if (text[end] === '\x07' || text[end] === '\x9c') return end + 1 - at;
    if (text[end] === '\x1b') return text[end + 1] === '\\' ? end + 2 - at : end - at;
  }
  return head;
}

function stylesOf(pen: Pen): string[] {
  const [fg, bg] = pen.inverse ? [pen.bg < 0 ? 16 : pen.bg, pen.fg < 0 ? 17 : pen.fg] : [pen.fg, pen.bg];
  const styles: string[] = [];
  if (bg >= 0) styles.push(`ansi-bg-${bg}`);
  if (fg >= 0) styles.push(`ansi-fg-${pen.bold && fg < 8 ? fg + 8 : fg}`);
  else if (pen.dim) styles.push('ansi-dim');
  if (pen.underline) styles.push('ansi-underline');
  if (pen.strike) styles.push('ansi-strike');
  return styles;
}

function setPen(pen: Pen, parameters: string): void {
  const codes = parameters.split(/[;:]/).map((code) => (code === '' ? 0 : Number(code)));
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at] ?? 0;
    if (code === 38 || code === 48) at += extended(pen, code === 38 ? 'fg' : 'bg', codes, at + 1);
    else simple(pen, code);
  }
}

/** 38;5;n and 38;2;r;g;b. Returns how many further codes it took. */
function extended(pen: Pen, layer: 'fg' | 'bg', codes: readonly number[], at: number): number {
  if (codes[at] === 5) {
    pen[layer] = nearestColour(codes[at + 1] ?? 0);
    return 2;
  }
  if (codes[at] !== 2) return 1;
  pen[layer] = nearestColour([codes[at + 1] ?? 0, codes[at + 2] ?? 0, codes[at + 3] ?? 0]);
  return 4;
}

function simple(pen: Pen, code: number): void {
  if (code === 0) Object.assign(pen, plainPen());
  else if (code === 1) pen.bold = true;
  else if (code === 2) pen.dim = true;
  else if (code === 4) pen.underline = true;
  else if (code === 7) pen.inverse = true;
  else if (code === 9) pen.strike = true;
  else if (code === 22) [pen.bold, pen.dim] = [false, false];
  else if (code === 24) pen.underline = false;
  else if (code === 27) pen.inverse = false;
  else if (code === 29) pen.strike = false;
  else if (code === 39) pen.fg = -1;
  else if (code === 49) pen.bg = -1;
  else if (code >= 30 && code <= 37) pen.fg = code - 30;
  else if (code >= 40 && code <= 47) pen.bg = code - 40;
  else if (code >= 90 && code <= 97) pen.fg = code - 82;
  else if (code >= 100 && code <= 107) pen.bg = code - 92;
}
