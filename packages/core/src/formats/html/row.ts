/**
 * One event as the page shows it. Rows are what the file holds: lists rather than objects, so that a long session stays
 * small. The page's script (`packages/core/page`) and the plain HTML are made from the same rows.
 */

/** What a row is of; the letters index the page's filters. */
export const ROW_KINDS = {
  u: 'user',
  a: 'assistant',
  r: 'reasoning',
  c: 'call',
  o: 'result',
  s: 'system',
  e: 'error',
  q: 'question',
  m: 'other',
} as const;

export type RowKind = keyof typeof ROW_KINDS;

/** What a row of a kind is called that has no name of its own. */
export const ROW_HEADS: Readonly<Partial<Record<RowKind, string>>> = {
  u: 'User',
  a: 'Assistant',
  r: 'Thinking',
  s: 'System',
  e: 'Error',
};

/** p: prose; c: code or output; j: JSON; d: a diff; i: an image, by its hash. */
export type BodyKind = 'p' | 'c' | 'j' | 'd' | 'i';
export type Body = readonly [kind: BodyKind, text: string];

export type Row = readonly [
  kind: RowKind,
  /** Milliseconds since the last row that had a time; null when its own was not recorded. */
  at: number | null,
  /** Empty when the kind says it. */
  head: string,
  /** Status, model and the like. */
  note: string,
  /** The subagent it belongs to; empty for the session's own agent. */
  from: string,
  body: readonly Body[],
];

/** What the page knows of all rows before it unpacks them. */
export interface RowIndex {
  /** The kinds, one letter a row. */
  readonly kinds: string;
  /** About how many lines each row has, one character a row, by its place in `SIZES`. */
  readonly sizes: string;
  /** How many rows are in each block, and the time at which it begins, in milliseconds. */
  readonly counts: readonly number[];
  readonly times: readonly number[];
}

/** Times of rows, from the time at which their block begins. */
export function timesOf(rows: readonly Row[], start: number): (number | null)[] {
  let time = start;
  return rows.map(([, since]) => {
    if (since !== null) time += since;
    return since === null ? null : time;
  });
}

export const SIZES = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Lines of a body that are shown before it is opened. */
export const FOLDED_LINES = 14;
/** Characters of it; a line may be long. */
export const FOLDED_CHARACTERS = 2400;
const LINE_WIDTH = 110;

/** About how many lines a row takes, folded. */
export function linesOf([, , , , , body]: Row): number {
  let lines = 0;
  for (const [kind, text] of body) {
    if (kind === 'i') lines += 10;
    else lines += Math.min(FOLDED_LINES + 1, linesIn(text));
  }
  return Math.min(lines, SIZES.length - 1);
}

/** Only as far as it matters. */
function linesIn(text: string): number {
  let lines = 1 + Math.floor(Math.min(text.length, 4000) / LINE_WIDTH);
  for (let at = text.indexOf('\n'); at >= 0 && lines <= FOLDED_LINES; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}
