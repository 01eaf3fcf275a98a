/**
 * A text as it was before somebody put it into a string, or numbered its lines: a stretch around a place with escapes undone
 * (`\n`, `\"`, `\\`, `&quot;`) and the strings of a list of lines joined, or with what stands before each line taken off (`+` of a diff, numbers, times of a log, `>` of a
 * quotation). Readers of names and values see plain files only. A stretch serves all names in it.
 */

import { matchEnd } from './characters.ts';

export interface View {
  readonly text: string;
  /** The place in the source of a place here, and behind what ends at a place here. */
  place(at: number): number;
  placeBehind(at: number): number;
  /** The place here of a place in the source; -1 when it is not shown. */
  shown(at: number): number;
}

const BEFORE = 900;
const BEHIND = 12_000;
/** A stretch is used again where so much of it lies on either side. */
const ENOUGH_BEFORE = 700;
const ENOUGH_BEHIND = 3_000;

interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly view: View;
}

export class Views {
  private readonly text: string;
  private readonly kept = new Map<string, Stretch>();
  /** What stands before the line that was looked at last. */
  private prefixed: { readonly start: number; readonly kinds: readonly (readonly RegExp[])[] } | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** With escapes undone once. */
  unescaped(at: number): View {
    return this.around(at, 'escapes', undoEscapes);
  }

  /** With the beginnings of lines taken off, as the line around a place has them: those that are known, or what lines share. */
  withoutPrefixes(at: number): readonly View[] {
    const start = this.text.lastIndexOf('\n', at - 1) + 1;
    if (this.prefixed?.start === start) return this.prefixed.kinds.map((kinds) => this.stripped(at, kinds));
    const line = this.text.slice(start, Math.min(at, start + 300));
    const known = prefixesOf(line);
    const shared = sharedPrefix(this.text, start);
    const left = known.reduce((rest, kind) => rest.replace(kind, ''), line);
    const isMore = shared && (shared.exec(line)?.[0].length ?? 0) > line.length - left.length;
    const kinds = [known, isMore ? [shared] : []].filter((some) => some.length > 0);
    this.prefixed = { start, kinds };
    return kinds.map((some) => this.stripped(at, some));
  }

  private stripped(at: number, kinds: readonly RegExp[]): View {
    const key = kinds.map(({ source }) => source).join();
    return this.around(at, key, (text, from, to) => strip(text, from, to, kinds));
  }

  private around(at: number, key: string, make: (text: string, from: number, to: number) => View): View {
    const kept = this.kept.get(key);
    if (
      kept &&
      (kept.from === 0 || at - kept.from >= ENOUGH_BEFORE) &&
      (kept.to === this.text.length || kept.to - at >= ENOUGH_BEHIND) &&
      at >= kept.from &&
      at < kept.to
    )
      return kept.view;
    const line = this.text.lastIndexOf('\n', Math.max(0, at - BEFORE)) + 1;
    const from = at - line > 2 * BEFORE ? Math.max(0, at - BEFORE) : line;
    const to = Math.min(this.text.length, at + BEHIND);
    const view = make(this.text, from, to);
    this.kept.set(key, { from, to, view });
    return view;
  }
}

const ESCAPED: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  '"': '"',
  "'": "'",
  '\\': '\\',
  '/': '/',
  '`': '`',
  $: '$',
  b: '\b',
  f: '\f',
};

/**
 * A quote that is not escaped, where others of its kind are, opens or closes the string that all of them stand in: what is
 * inside begins there, as a line does, and nothing goes on behind it.
 */
const escapedQuotes = (stretch: string): readonly string[] =>
  ['"', "'"].filter((quote) => stretch.includes(`\\${quote}`));

/** What pages and addresses write in place of signs. */
const ENCODED_SIGN = /&(?:quot|apos|lt|gt|amp|#39|#34|#x27|#x22|#x2F|#60|#62);|%(?:22|3A|3D|0A|7B)/iy;
const ENTITY = /&(?:quot|apos|lt|gt|amp|#39|#34|#x27|#x22|#x2F|#60|#62);/y;

/** Where such a sign stands next, from a place on. */
export function nextEncodedSign(text: string, from: number): number {
  let [entity, code] = [from - 1, from - 1];
  for (let at = from; ; at++) {
    if (entity < at) entity = placeOf(text, '&', at);
    if (code < at) code = placeOf(text, '%', at);
    at = Math.min(entity, code);
    if (at === Number.POSITIVE_INFINITY || matchEnd(ENCODED_SIGN, text, at) > at) return at;
  }
}

function placeOf(text: string, sign: string, from: number): number {
  const at = text.indexOf(sign, from);
  return at < 0 ? Number.POSITIVE_INFINITY : at;
}

const MEANT: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&#34;': '"',
  '&#x22;': '"',
  '&apos;': "'",
  '&#39;': "'",
  '&#x27;': "'",
  '&lt;': '<',
  '&#60;': '<',
  '&gt;': '>',
  '&#62;': '>',
  '&amp;': '&',
  '&#x2F;': '/',
};

const PERCENT = /%([2-7][0-9A-F]|0[9AD])/iy;

/** A line ends in one string of a list, and the next begins in another, as notebooks and programs write texts. */
const NEXT_LINE = /(?:\\r)?\\n(["'])[ \t]{0,4}[,+.]?\s{0,60}[,+.]?[ \t]{0,4}\1/y;

/** Lines of a file as a list of texts. */
const LIST_OF_LINES = /\[\s{0,40}["'](?:[^"'\\\n]|\\.){0,300}["'],\s{0,40}["']/;
const NEXT_ITEM = /(["'])[ \t]{0,4},\s{0,60}\1/y;

const OPENS_STRING = /(?:^|[\s:=([{,])[bru]?$/;

function undoEscapes(text: string, from: number, to: number): View {
  const builder = new Builder(text, from);
  const escaped = escapedQuotes(text.slice(from, to));
  const signs = new RegExp(`[&%\\\\${escaped.join('') || `"'`}]`, 'g');
  const isList = LIST_OF_LINES.test(text.slice(from, to));
  let open = '';
  let at = from;
  for (;;) {
    signs.lastIndex = at;
    const next = signs.exec(text)?.index ?? to;
    if (next >= to) break;
    // A shell has no other way to put a quote into a string.
    if (text.startsWith("'\\''", next)) {
      builder.keep(at, next);
      builder.put("'", next, next + 4);
      at = next + 4;
      continue;
    }
    if (text.charCodeAt(next) === 38) {
      ENTITY.lastIndex = next;
      const entity = ENTITY.exec(text)?.[0];
      builder.keep(at, entity ? next : next + 1);
      at = next + (entity?.length ?? 1);
      if (entity) builder.put(MEANT[entity] ?? entity, next, at);
      continue;
    }
    if (text.charCodeAt(next) === 37) {
      PERCENT.lastIndex = next;
      const code = PERCENT.exec(text)?.[1];
      builder.keep(at, code ? next : next + 1);
      at = next + (code ? 3 : 1);
      if (code) builder.put(String.fromCharCode(Number.parseInt(code, 16)), next, at);
      continue;
    }
    const joined = matchEnd(NEXT_LINE, text, next);
    if (joined > next) {
      builder.keep(at, next);
      builder.put('\n', next, joined);
      at = joined;
      continue;
    }
    if (text.charCodeAt(next) !== 92) {
      const opens = OPENS_STRING.test(text.slice(Math.max(0, next - 2), next));
      const quote = text[next]!;
      // Where none is escaped, strings are told from what is inside them by their order.
      const isOuter = escaped.length > 0 || (open === '' ? opens : open === quote);
      builder.keep(at, next);
      const item = isOuter && (open !== '' || escaped.length > 0) && isList ? matchEnd(NEXT_ITEM, text, next) : next;
      if (item > next) {
        builder.put('\n', next, item);
        at = item;
        continue;
      }
      builder.put(isOuter ? (open === '' && opens ? '\n' : '\0') : quote, next, next + 1);
      if (escaped.length === 0 && isOuter) open = open === '' ? quote : '';
      at = next + 1;
      continue;
    }
    const character = text[next + 1] ?? '';
    const code = character === 'u' ? /^[0-9a-fA-F]{4}/.exec(text.slice(next + 2, next + 6))?.[0] : undefined;
    const plain = code === undefined ? ESCAPED[character] : String.fromCharCode(Number.parseInt(code, 16));
    const length = plain === undefined ? 1 : code === undefined ? 2 : 6;
    builder.keep(at, next);
    builder.put(plain ?? '\\', next, next + length);
    at = next + length;
  }
  builder.keep(at, to);
  return builder.view();
}

/** What stands before lines; several may, one behind the other. */
const PREFIXES: readonly RegExp[] = [
  /^[ \t]{0,8}\d{1,7}(?:\t|→|[ \t]{0,4}[│|:][ \t]?)/,
  /^(?!\d{4}-\d\d-)[\w@~./\\-]{1,160}[:-]\d{1,7}[:-]/,
  /^\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[\d.,]{0,10}(?:Z|[+-]\d\d:?\d\d)?\]?[ \t]{1,4}(?:\[?(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL)\]?:?[ \t]{1,4})?(?:(?:[\w./-]{1,40}\[\d{1,8}\]|\[[\w./-]{1,40}\]|[\w./-]{1,40} -):? )?/i,
  /^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \S{1,60} \S{1,60}: /,
  /^[\w.-]{1,40} {0,20}\| /,
  /^(?:> ?){1,4}/,
  /^[│┃║] ?/,
  /^(?:[+-]{2}(?![+-])|[+-](?![+-]{2}))/,
  /^[ \t]{0,20}(?:#|\/\/|;|%|--|\*)[ \t]/,
];

export function prefixesOf(line: string): readonly RegExp[] {
  const kinds: RegExp[] = [];
  let rest = line;
  for (let i = 0; i < 3; i++) {
    const kind = PREFIXES.find((prefix) => !kinds.includes(prefix) && prefix.test(rest));
    if (!kind) break;
    kinds.push(kind);
    rest = rest.replace(kind, '');
  }
  return kinds;
}

const TOKEN = /\d{1,20}|[ ]{1,40}|[^\d ]/gy;
const ENDS_PREFIX = /^[ \t:|>+!\]→│$#%-]$/;
const LONGEST_PREFIX = 60;

/** What a line and the next, or the one before it, begin with alike but for their numbers: the mark of a program that prints both. */
export function sharedPrefix(text: string, start: number): RegExp | undefined {
  const end = text.indexOf('\n', start);
  const other = end < 0 || end + 1 >= text.length ? text.lastIndexOf('\n', start - 2) + 1 : end + 1;
  if (other === start) return undefined;
  const [first, second] = [start, other].map(
    (at) =>
      text
        .slice(at, at + 160)
        .split('\n', 1)[0]!
        .match(TOKEN) ?? [],
  );
  let source = '';
  let shared = '';
  for (let i = 0; i < Math.min(LONGEST_PREFIX, first!.length, second!.length); i++) {
    const [one, two] = [first![i]!, second![i]!];
    if (/^\d/.test(one) && /^\d/.test(two)) source += '\\d{1,20}';
    else if (one[0] === ' ' && two[0] === ' ') source += ' {1,40}';
    else if (one === two) source += one.replace(/[^\w]/, '\\$&');
    else break;
    if (ENDS_PREFIX.test(one[0]!)) shared = source;
  }
  return shared === '' || shared === ' {1,40}' ? undefined : new RegExp(`^${shared}`);
}

/** A frame around lines closes each of them. */
const BORDERS = /[│┃║]/;
const BORDER_BEHIND = /[ \t]{0,200}[│┃║][ \t]{0,8}\r?\n$/;

function strip(text: string, from: number, to: number, kinds: readonly RegExp[]): View {
  const builder = new Builder(text, from);
  for (let start = from; start < to; ) {
    const found = text.indexOf('\n', start);
    const end = found < 0 || found >= to ? to : found + 1;
    let line = start;
    for (const kind of kinds) line += kind.exec(text.slice(line, Math.min(end, line + 300)))?.[0].length ?? 0;
    const border = BORDERS.test(text[start]!) ? BORDER_BEHIND.exec(text.slice(line, end)) : null;
    if (border) builder.keep(line, line + border.index);
    if (border) builder.put('\n', line + border.index, end);
    else builder.keep(line, end);
    start = end;
  }
  return builder.view();
}

/** Puts a text together from pieces of another and remembers where they come from. */
class Builder {
  private readonly source: string;
  private text = '';
  /** Of each piece: where it begins here, where in the source, and where in the source it ends. */
  private readonly starts: number[] = [];
  private readonly froms: number[] = [];
  private readonly tos: number[] = [];

  constructor(source: string, from: number) {
    this.source = source;
    this.froms.push(from);
    this.tos.push(from);
    this.starts.push(0);
  }

  keep(from: number, to: number): void {
    if (to > from) this.add(this.source.slice(from, to), from, to);
  }

  put(text: string, from: number, to: number): void {
    this.add(text, from, to);
  }

  private add(text: string, from: number, to: number): void {
    this.starts.push(this.text.length);
    this.froms.push(from);
    this.tos.push(to);
    this.text += text;
  }

  view(): View {
    const { text, starts, froms, tos } = this;
    const isCopied = (piece: number) =>
      (starts[piece + 1] ?? text.length) - starts[piece]! === tos[piece]! - froms[piece]!;
    return {
      text,
      place: (at) => {
        const piece = lastAtOrBefore(starts, at);
        return froms[piece]! + (isCopied(piece) ? at - starts[piece]! : 0);
      },
      placeBehind: (at) => {
        const piece = lastAtOrBefore(starts, at - 1);
        return isCopied(piece) ? froms[piece]! + at - starts[piece]! : tos[piece]!;
      },
      shown: (at) => {
        const piece = lastAtOrBefore(froms, at);
        return at < tos[piece]! && isCopied(piece) ? starts[piece]! + at - froms[piece]! : -1;
      },
    };
  }
}

/** The last number of a sorted list that is not larger. */
function lastAtOrBefore(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (sorted[middle]! <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
