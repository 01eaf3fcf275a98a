/**
 * All values that a name stands for, wherever and however a text writes them: behind the name, in a field beside it, before
 * it, in the column below; in the text as it is, and as it was before it was escaped, numbered or quoted.
 */

import { mayNameSecret } from '../validation/secret-name.ts';
import { alignedValue, beforeShortName, changedTo, cutString, taggedValue } from './beside.ts';
import { byteValue } from './byte-value.ts';
import { BLANK, charactersOf, isIn, matchEnd, NAME, QUOTE, skip } from './characters.ts';
import { cellsOf } from './columns.ts';
import { type Extent, extentAfter, nameStartOf, quotedExtent } from './extent.ts';
import type { NamedPlace, ValueKind } from './named-value.ts';
import { assignedAfter, isArrow } from './operators.ts';
import { isNameField, nestedValue, pairedValue, valueBefore } from './pairs.ts';
import { shellWord } from './shell-word.ts';
import { mayHaveValue } from './value-ahead.ts';
import { nextEncodedSign, type View, Views } from './views.ts';

/** A value in the text, and the text that it was read in, where it is whole and plain. */
export interface ReadValue extends NamedPlace {
  readonly start: number;
  readonly end: number;
  readonly value: string;
  readonly text: string;
  readonly at: number;
}

export type OnValue = (value: ReadValue) => void;

const MOST_LEVELS = 3;
const MOST_STRIPPED = 4;
const LONGEST_TAIL = 40;
/** A shorter value may be a word beside the name, and the value stand on another line. */
const SHORTEST_NEAR = 8;

export class NamedReader {
  private readonly text: string;
  private readonly views: Views;
  /** Of a text whose escapes were undone. */
  private inner: { readonly view: View; readonly reader: NamedReader } | undefined;
  private stripped: { readonly view: View; readonly reader: NamedReader }[] = [];
  /** Lines up to here belong to a table that was read; the line of its names begins at the other. */
  private tableEnd = 0;
  private tableStart = -1;
  /** The first backslash from where one was last looked for. */
  private backslash = -1;
  private sign = -1;

  constructor(text: string) {
    this.text = text;
    this.views = new Views(text);
  }

  /** Values of the name that a keyword from `start` to `end` is part of. */
  read(start: number, end: number, onValue: OnValue, level = 0): void {
    const { text } = this;
    const tail = skip(NAME, text, end, LONGEST_TAIL);
    if (tail < text.length && !isIn(BEHIND_NAME, text, tail) && !isArrow(text, tail)) return;
    const nameStart = nameStartOf(text, start);
    if (!mayHaveValue(text, nameStart, tail)) return;
    const name = nameIn(text.slice(nameStart, tail), text, tail);
    if (!mayNameSecret(name)) {
      if (isPlural(name, text, tail)) this.readOn(start, end, level, onValue);
      return;
    }
    let isNear = false;
    this.readPlain({ start, end, nameStart, tail, name }, (found) => {
      if (found.value.length >= SHORTEST_NEAR && !text.slice(tail, found.start).includes('\n')) isNear = true;
      onValue(found);
    });
    this.readOn(start, end, level, onValue, isNear);
  }

  /** In the text as it was before it was escaped, or without what stands before its lines. */
  private readOn(start: number, end: number, level: number, onValue: OnValue, isNear = false): void {
    if (level >= MOST_LEVELS) return;
    const tail = skip(NAME, this.text, end, LONGEST_TAIL);
    if (this.hasEscape(start - 120, tail + 300)) {
      this.readInner(start, end, level, onValue);
      return;
    }
    if (isNear || !mayGoOn(this.text, tail)) return;
    this.readStripped(start, end, onValue);
    // A name alone in its quotes is all of a string.
    if (isIn(QUOTE, this.text, tail)) return;
    if (STRING_BEFORE.test(this.text.slice(Math.max(0, start - 120), start)))
      this.readInner(start, end, MOST_LEVELS - 1, onValue);
  }

  /** The argument of a command behind a keyword that ends at a place. */
  readArgument(start: number, end: number, how: ArgumentPlace, onValue: OnValue, level = 0): void {
    const { text } = this;
    const at = argumentAt(text, end, how);
    if (at < 0) return;
    const word = shellWord(text, at);
    if (!word) return;
    const isEscaped = text.slice(at, word.end).includes('\\');
    if (!isEscaped || isIn(QUOTE, text, at)) onValue({ ...word, kind: 'quoted', name: '', text, at: word.start });
    if (level >= MOST_LEVELS || !(isEscaped || this.hasEscape(start - 120, end))) return;
    this.readUnescaped(start, end, onValue, (reader, from, to, through) =>
      reader.readArgument(from, to, how, through, level + 1),
    );
  }

  /** Whether a backslash or an encoded sign stands between two places. Places are asked for in order. */
  private hasEscape(from: number, to: number): boolean {
    const first = Math.max(0, from);
    if (this.backslash < first) {
      const next = this.text.indexOf('\\', first);
      this.backslash = next < 0 ? Number.POSITIVE_INFINITY : next;
    }
    if (this.sign < first) this.sign = nextEncodedSign(this.text, first);
    return this.backslash < to || this.sign < to;
  }

  private readPlain(hit: Hit, onValue: OnValue): void {
    const { text } = this;
    const emit = (start: number, end: number, kind: ValueKind) => {
      const value = text.slice(start, end);
      if (value.length >= 4) onValue({ start, end, kind, name: hit.name, value, text, at: start });
    };
    // What follows the name of a user in an address has rules of its own.
    const assigned = text.startsWith('://', hit.nameStart - 3) ? undefined : assignedAfter(text, hit.start, hit.end);
    const extent = assigned && extentAfter(text, assigned.at, assigned.operator, hit.nameStart, assigned.closed);
    // What a name is compared with, without quotes, is another name.
    const isCompared = assigned !== undefined && /^[=!]==?$/.test(assigned.operator);
    if (assigned && extent) {
      const isNear = extent.called || (isCompared && !extent.quoted);
      const kind = isNear ? 'near' : kindOf(hit, text, extent.quoted, assigned.operator);
      emit(extent.start, extent.end, kind);
      const line = extent.quoted ? 0 : restOfLine(text, extent.start, extent.end);
      if (line > extent.end) emit(extent.start, line, kind === 'environment' ? 'bare' : kind);
      this.readOnBehind(hit, extent, kind, onValue);
    } else this.readNear(hit, emit);
    const bytes = assigned?.operator === '' ? undefined : byteValue(text, hit.tail);
    if (bytes) onValue({ ...bytes, kind: 'quoted', name: hit.name, text, at: bytes.start });
    this.readElement(hit, emit);
    const beside = taggedValue(text, hit.nameStart, hit.tail) ?? alignedValue(text, hit.nameStart, hit.tail);
    if (beside) emit(beside.start, beside.end, 'cell');
    this.readTold(hit, emit);
    const nested = nestedValue(text, hit.tail);
    const inner = nested > hit.tail ? extentAfter(text, nested, '=', hit.nameStart, true) : undefined;
    if (inner) emitAll(text, inner, emit);
    if (endsCell(text, hit.tail)) this.readColumn(hit, emit);
    if (!mayBePaired(text, hit.tail)) return;
    if (!isNameField(text, hit.nameStart)) return;
    const at = pairedValue(text, hit.tail);
    const paired =
      at > hit.tail ? extentAfter(text, at, text[at - 1] === '>' ? '>' : '=', hit.nameStart, true) : undefined;
    if (paired) emitAll(text, paired, emit);
    const before = valueBefore(text, hit.nameStart);
    if (before) emit(before[0], before[1], 'quoted');
  }

  /** Other ends of a value that was found: without another pair, with more pieces, and what it is changed to. */
  private readOnBehind({ name }: Hit, extent: Extent, kind: ValueKind, onValue: OnValue): void {
    const { text } = this;
    const emit = (start: number, end: number) =>
      onValue({ start, end, kind, name, value: text.slice(start, end), text, at: start });
    const first = extent.quoted ? -1 : beforeShortName(text, extent);
    if (first > extent.start + 4) emit(extent.start, first);
    const cut = extent.quoted ? cutString(text, extent) : undefined;
    if (cut) onValue({ ...cut, kind: 'quoted', name, text, at: cut.start });
    const after = changedTo(text, extent);
    if (after && after.end - after.start >= 4) emit(after.start, after.end);
  }

  /** `the password is …`, and ``password `…` ``. */
  private readTold({ tail, nameStart }: Hit, emit: Emit): void {
    if (!isIn(BLANK, this.text, tail)) return;
    const at = matchEnd(TOLD, this.text, tail);
    const extent = at > tail ? extentAfter(this.text, at, '=', nameStart, false) : undefined;
    if (!extent) return;
    const marks = /[!?]{0,3}$/.exec(this.text.slice(extent.start, extent.end))![0].length;
    emit(extent.start, extent.quoted ? extent.end : extent.end - marks, 'told');
    if (extent.quoted) emit(extent.start, extent.end, 'near');
  }

  /** `<password type="plain">…</password>`. */
  private readElement({ tail, nameStart }: Hit, emit: Emit): void {
    if (!isIn(BLANK, this.text, tail) || !ELEMENT.test(this.text.slice(Math.max(0, nameStart - 24), nameStart))) return;
    const at = matchEnd(ATTRIBUTES, this.text, tail);
    const extent = at > tail ? extentAfter(this.text, at, '>', nameStart, true) : undefined;
    if (extent) emit(extent.start, extent.end, 'quoted');
  }

  /** `password '…'`, `("password", "…")`: a string that nothing but its place ties to the name. */
  private readNear({ tail, nameStart }: Hit, emit: Emit): void {
    // Arguments of a command as a list: `["--password", "…"]`.
    const argument = this.text.charCodeAt(nameStart) === 45 ? matchEnd(NEXT_ARGUMENT, this.text, tail) : tail;
    const given = argument > tail ? quotedExtent(this.text, argument) : undefined;
    if (given) {
      emit(given.start, given.end, 'quoted');
      return;
    }
    const at = matchEnd(BESIDE, this.text, tail);
    const extent = at > tail ? extentAfter(this.text, at, '=', nameStart, true) : undefined;
    if (extent?.quoted) emit(extent.start, extent.end, 'near');
  }

  private readColumn({ start, tail }: Hit, emit: Emit): void {
    const line = this.text.lastIndexOf('\n', start - 1) + 1;
    if (start < this.tableEnd && line !== this.tableStart) return;
    const end = cellsOf(this.text, start, tail, (cell) => {
      if (cell.end > cell.start) emit(cell.start, cell.end, 'cell');
    });
    this.tableStart = line;
    this.tableEnd = Math.max(this.tableEnd, end);
  }

  private readInner(start: number, end: number, level: number, onValue: OnValue): void {
    this.readUnescaped(start, end, onValue, (reader, from, to, through) => reader.read(from, to, through, level + 1));
  }

  private readUnescaped(start: number, end: number, onValue: OnValue, read: ReadInner): void {
    const view = this.views.unescaped(start);
    if (this.inner?.view !== view) this.inner = { view, reader: new NamedReader(view.text) };
    const { reader } = this.inner;
    within(view, start, end, (from, to) => read(reader, from, to, through(view, onValue)));
  }

  private readStripped(start: number, end: number, onValue: OnValue): void {
    for (const view of this.views.withoutPrefixes(start)) {
      const reader = this.stripped.find((one) => one.view === view)?.reader ?? new NamedReader(view.text);
      this.stripped = [{ view, reader }, ...this.stripped.filter((one) => one.view !== view)].slice(0, MOST_STRIPPED);
      within(view, start, end, (from, to) => reader.read(from, to, through(view, onValue), MOST_LEVELS));
    }
  }
}

interface Hit {
  readonly start: number;
  readonly end: number;
  readonly nameStart: number;
  readonly tail: number;
  readonly name: string;
}

type ReadInner = (reader: NamedReader, start: number, end: number, onValue: OnValue) => void;
type Emit = (start: number, end: number, kind: ValueKind) => void;

/** A table, or a file, begins behind the quote that opens the string it stands in. */
const STRING_BEFORE = /(?:^|[\s:=([{,])[bru]?["'][^"'\n]{0,100}$/;

/** What can stand behind a name that has a value. */
const BEHIND_NAME = charactersOf(' \t\r\n"\'`])}\\:=,><|{([?!+&;*');

/** Where an argument stands to the keyword before it. */
export interface ArgumentPlace {
  readonly isJoined: boolean;
  readonly skip: RegExp | undefined;
}

function argumentAt(text: string, end: number, { isJoined, skip }: ArgumentPlace): number {
  const at = isJoined ? end : matchEnd(TO_ARGUMENT, text, end);
  if (!skip) return at;
  const behind = matchEnd(skip, text, at);
  return behind > at ? behind : -1;
}

/** Blanks, and the end of a line that goes on. */
const TO_ARGUMENT = /(?:[ \t]|\\\r?\n){0,40}/y;

const ELEMENT = /<(?:\w{1,20}:)?$/;
const ATTRIBUTES = /(?:\s{1,20}[\w:.-]{1,40}\s?=\s?(?:"[^"<>]{0,200}"|'[^'<>]{0,200}')){1,8}\s{0,4}>/y;

/** A list is called by the plural of what is in it. */
const LIST = /["'`]?[ \t]{0,4}[:=][ \t]{0,4}(?:\[|\r?\n[ \t]{0,40}-[ \t])/y;

/** The list may begin on the next line, or behind an escaped quote. */
const isPlural = (name: string, text: string, tail: number): boolean =>
  /[a-z]s$/i.test(name) &&
  (text[tail] === '\\' || matchEnd(BEFORE_BREAK, text, tail) > tail) &&
  mayNameSecret(name.slice(0, -1));

function nameIn(given: string, text: string, tail: number): string {
  const name = /[a-z]s$/i.test(given) && matchEnd(LIST, text, tail) > tail ? given.slice(0, -1) : given;
  if (!/^key$/i.test(name)) return name;
  // `Sendgrid Key`: what it is the key of stands before it.
  const before = /([A-Za-z]{2,20}) $/.exec(text.slice(Math.max(0, tail - given.length - 24), tail - given.length))?.[1];
  return before ? `${before}_${name}` : name;
}

const NEXT_ARGUMENT = /["'],?\s{1,40}(?=["'])/y;

/** To a string: a comma, or a few words, may stand between. */
const BESIDE = /["'`)\]]{0,2}(?:[ \t]{0,4},)?[ \t]{1,4}(?:[\w()]{1,12}[ \t]{1,4}){0,3}(?=[@$bfruLN]{0,2}["'`])/y;

const TOLD =
  /[ \t](?:is|was|to|ist|lautet|war|equals|will be|should be|set to|changed to)[ \t](?:now |still |set to |changed to )?|[ \t](?=`)/iy;

function within(view: View, start: number, end: number, then: (from: number, to: number) => void): void {
  const from = view.shown(start);
  const to = view.shown(end - 1) + 1;
  if (from >= 0 && to - from === end - start) then(from, to);
}

const through =
  (view: View, onValue: OnValue): OnValue =>
  (found) =>
    onValue({ ...found, start: view.place(found.start), end: view.placeBehind(found.end) });

/** Where a passphrase with blanks ends: the end of the line, when words are all that is left of it. */
const WORDS = /[^\S\n][A-Za-z]{2,12}(?:[ \t][A-Za-z]{2,12}){2,12}(?=[ \t]{0,4}(?:["'`<]|[,;]?\r?(?:\n|$)|[ \t]#))/y;

/** A value in a field of its own, to the blank and, when words follow, to the end of its line. */
function emitAll(text: string, { start, end, quoted }: Extent, emit: Emit): void {
  emit(start, end, 'quoted');
  const line = quoted ? 0 : restOfLine(text, start, end);
  if (line > end) emit(start, line, 'quoted');
}

function restOfLine(text: string, start: number, end: number): number {
  return /^[A-Za-z]{2,12}$/.test(text.slice(start, end)) ? matchEnd(WORDS, text, end) : end;
}

/** What follows the name closes it, or ends its line or cell; most names in a text are followed by a word. */
const BEFORE_PAIR =
  /[ \t]{0,40}["'`]?[ ]{0,40}(?:(?<=\t)|\t|[,;|│<{)\n\r\0]|$|-|\/?>|\S{0,20}[vV]al|[A-Za-z][\w:-]{0,39}=|(?<= {2})(?=[A-Z]{2}))/y;

/** A cell of a table ends behind the name, or its line does. */
const CELL_END = /[\w. -]{0,40}["'`*]{0,3}[ ]{0,40}(?:(?<=\t)|[\t,;|│\r\n)\0]|$|(?<= {2})(?=[A-Z]{2}))/y;

const endsCell = (text: string, tail: number): boolean => {
  CELL_END.lastIndex = tail;
  return CELL_END.test(text);
};

/** The value may stand on another line. */
const BEFORE_BREAK =
  /["'`\]]{0,2}[ \t]{0,8}(?:[:=>][ \t]{0,8}(?:[|>][+-]?\d?[ \t]{0,4}|\\|[\w.:]{0,24}[({[])?)?(?:\r?\n|$|["'],\s{0,40}["'])/y;

/** Names of columns stand behind it, and no calls and operators, as behind the arguments of a call. */
const BEFORE_CELLS = /["'`]?[ \t]{0,40}(?:(?=\t)|[,;])(?=[^\n(){}=<>]{0,300}(?:\n|$))/y;

const mayGoOn = (text: string, tail: number): boolean => {
  BEFORE_BREAK.lastIndex = tail;
  if (BEFORE_BREAK.test(text)) return true;
  const sign = text.charCodeAt(isIn(QUOTE, text, tail) ? tail + 1 : tail);
  return sign === 44 || sign === 59 ? matchEnd(BEFORE_CELLS, text, tail) > tail : mayBePaired(text, tail);
};

const mayBePaired = (text: string, tail: number): boolean => {
  BEFORE_PAIR.lastIndex = tail;
  return BEFORE_PAIR.test(text);
};

/** `NAME=value` and `NAME: value`, in capitals, without a blank before the sign. */
function kindOf({ name, tail }: Hit, text: string, quoted: boolean, operator: string): ValueKind {
  const isCapital = /^[A-Z][A-Z0-9]*_[A-Z0-9_]{2,60}$|^[A-Z][A-Z0-9]{3,60}$/.test(name);
  const isDirect = text.startsWith('=', tail) && !/\s/.test(text[tail + 1] ?? '');
  const isMapped = /^: [^\s]/.test(text.slice(tail, tail + 3)) && name.includes('_');
  if (operator === 'is') return 'told';
  if (isCapital && (isDirect || isMapped || operator === '')) return 'environment';
  // Files of logins have no expressions.
  if (operator === '' && /^pass(?:word)?$/.test(name)) return 'quoted';
  return quoted || operator === '>' ? 'quoted' : 'bare';
}
