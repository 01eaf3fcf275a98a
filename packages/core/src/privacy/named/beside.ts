/**
 * Values that stand beside their name in another element or column, and what belongs to a value that was found: the other pieces
 * of a string that was cut, and what a plan changes it to.
 */
import { BLANK, isIn, matchEnd } from './characters.ts';
import { type Extent, elementText, extentAfter, quotedExtent } from './extent.ts';

/** Elements that end behind a name, and those that begin before its value. */
const CLOSES_TAGS = /:?(?:<\/[a-z]\w{0,10}>[ \t]{0,8}){1,3}:?\s{0,80}/iy;
const OPENS_TAGS = /(?:<(?!\/)[a-z]\w{0,10}(?:\s[^<>\n]{0,160})?>\s{0,40}){1,3}/iy;

/** `<td>Password</td><td>…</td>`, `<b>Password:</b> …`. */
export function taggedValue(text: string, nameStart: number, tail: number): Extent | undefined {
  const sign = text.charCodeAt(tail);
  if (sign !== 60 && !(sign === 58 && text[tail + 1] === '<')) return undefined;
  const closed = matchEnd(CLOSES_TAGS, text, tail);
  if (closed === tail) return undefined;
  const opened = matchEnd(OPENS_TAGS, text, closed);
  return opened > closed ? elementText(text, opened, nameStart) : extentAfter(text, closed, '=', nameStart, true);
}

const ALIGNED = /(?: {2,60}|\t{1,8})([^\s=:|│]\S{3,300})[ \t]{0,40}(?:\r?\n|$)/y;
const SPACED = /[ \t]{1,60}([^\s=:|│]\S{3,300})[ \t]{0,40}(?:\r?\n|$)/y;
const BEGINS_LINE = /(?:^|\n)[ \t]{0,40}(?:[\w./-]{1,40}[ ]){0,2}$/;

/** `db_password     …`: a name, blanks and a value are all of the line. */
export function alignedValue(text: string, nameStart: number, tail: number): Extent | undefined {
  if (!isIn(BLANK, text, tail)) return undefined;
  // Variables in capitals need one blank alone.
  const form = /^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/.test(text.slice(nameStart, tail)) ? SPACED : ALIGNED;
  form.lastIndex = tail;
  const value = form.exec(text)?.[1];
  if (value === undefined || !BEGINS_LINE.test(text.slice(Math.max(0, nameStart - 80), nameStart))) return undefined;
  const start = text.indexOf(value, tail);
  return { start, end: start + value.length, quoted: false };
}

const MOST_PIECES = 20;
const NEXT_PIECE =
  /["'][ \t]{0,4}(?:(?:\+|\.{1,2}|\|\||&|<>)\s{0,60}|\\?\r?\n[ \t]{0,60}(?:[+.&][ \t]{0,4})?|[ ](?=["']))(?=["'])/y;

/** The string is the name of another value. */
const IS_NAME = /["'][ \t]{0,4}[:=]/y;

/** `password = "…" + "…"`: a string that was cut, from its first piece to its last. */
export function cutString(text: string, first: Extent): { start: number; end: number; value: string } | undefined {
  let value = text.slice(first.start, first.end);
  let end = first.end;
  for (let pieces = 1; pieces < MOST_PIECES; pieces++) {
    const at = matchEnd(NEXT_PIECE, text, end);
    const piece = at > end ? quotedExtent(text, at) : undefined;
    if (!piece || matchEnd(IS_NAME, text, piece.end) > piece.end) break;
    value += text.slice(piece.start, piece.end);
    end = piece.end;
  }
  return end > first.end ? { start: first.start, end, value } : undefined;
}

const CHANGED = /["']?[ \t]{1,8}(?:->|=>|→)[ \t]{1,8}(?=["'])/y;

/** `"old" -> "new"`, as plans show what they change. */
export function changedTo(text: string, { end }: Extent): Extent | undefined {
  const at = matchEnd(CHANGED, text, end);
  return at > end ? quotedExtent(text, at) : undefined;
}

const SHORT_NAME = /[,;&][a-z]\w{0,2}=/i;

/** Where another pair may begin in the middle of a value that has no quotes; -1 where none does. */
export function beforeShortName(text: string, { start, end }: Extent): number {
  const at = text.slice(start, end).search(SHORT_NAME);
  return at < 0 ? -1 : start + at;
}
