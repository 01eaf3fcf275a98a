/**
 * Values in tables: CSV and TSV files, Markdown, what databases print. The name stands in the first row, and the values
 * below it in the same column; or the name stands in the first column, and its value beside it.
 */

const LONGEST_LINE = 4_000;
const MOST_ROWS = 5_000;
const BETWEEN_CELLS = ['|', '│', '\t', ',', ';'] as const;
/** Names of columns and nothing else. */
const HEADER = /^["'`]?[\w][\w ."'`*/()#-]{0,80}(?:[\t,;] ?["'`]?[\w][\w ."'`*/()#-]{0,80}){1,60}\r?$/;
const BORDERED_HEADER = /^[ |│]{0,8}[\w .*`/()#-]{1,80}(?:[|│][\w .*`/()#-]{1,80}){0,60}[|│]?\s*$/;
/** A name and its value. */
const BESIDE = /^\s*[|│]?[^|│"';{}()]{1,80}[|│][^|│]{1,400}[|│]?\s*$/;
const RULE = /^[\s|│+:=─━┼├┤╪╞╡┌┐└┘┬┴╔╗╚╝═-]{3,}$/;

export interface Cell {
  readonly start: number;
  readonly end: number;
}

interface Line {
  readonly start: number;
  readonly end: number;
}

/** Cells under, or beside, the name from `start` to `end`. Says where the table ends. */
export function cellsOf(text: string, start: number, end: number, onCell: (cell: Cell) => void): number {
  const header = lineAt(text, start);
  if (header.end - header.start > LONGEST_LINE) return header.end;
  const line = text.slice(header.start, header.end);
  const sign = BETWEEN_CELLS.find((one) => line.includes(one));
  if (sign === undefined || !isCell(text, start, end, sign)) return header.end;
  const names = cellsIn(text, header, sign);
  const column = names.findIndex((cell) => cell.start <= start && cell.end >= end);
  const beside = names[column + 1];
  const isBordered = sign === '|' || sign === '│';
  if (isBordered && beside && BESIDE.test(line)) onCell(beside);
  return (isBordered ? BORDERED_HEADER : HEADER).test(line)
    ? rowsBelow(text, header, sign, names.length, column, onCell)
    : header.end;
}

/** Nothing but quotes and blanks is between the name and the signs around it. */
function isCell(text: string, start: number, end: number, sign: string): boolean {
  const before = /(?:^|[|│\t,;\n])[ "'`*]{0,40}[\w .-]{0,40}$/.test(text.slice(Math.max(0, start - 80), start));
  const behind = text.slice(end, end + 80).replace(/^[\w.-]{0,40}[ "'`*]{0,60}/, '');
  return before && (behind === '' || behind.startsWith(sign) || /^[\r\n]/.test(behind));
}

function rowsBelow(
  text: string,
  header: Line,
  sign: string,
  width: number,
  column: number,
  onCell: (cell: Cell) => void,
): number {
  let last = header;
  for (let row = 0; row < MOST_ROWS && last.end < text.length; row++) {
    const line = lineAt(text, last.end + 1);
    const content = text.slice(line.start, Math.min(line.end, line.start + LONGEST_LINE));
    if (content.trim() === '' || line.end - line.start > LONGEST_LINE) break;
    last = line;
    if (RULE.test(content)) continue;
    const cells = cellsIn(text, line, sign);
    const cell = cells[column];
    // A sign in a value makes one cell more; another table, or a sentence, has fewer.
    if (!cell || cells.length < width) break;
    onCell(cell);
  }
  return last.end;
}

function lineAt(text: string, at: number): Line {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const end = text.indexOf('\n', at);
  return { start, end: end < 0 ? text.length : end };
}

/** The cells of a line, without blanks and quotes around them; empty ones count. */
function cellsIn(text: string, { start, end }: Line, sign: string): readonly Cell[] {
  const cells: Cell[] = [];
  let from = start;
  // A border on the left opens the first cell.
  const isBordered = sign === '|' || sign === '│';
  if (isBordered) while (from < end && (text[from] === ' ' || text[from] === sign)) if (text[from++] === sign) break;
  for (let at = from; at <= end; at++) {
    if (text[at] === '"' && at === from && !isBordered) at = closing(text, at, end);
    if (at < end && text[at] !== sign) continue;
    if (at === end && isBordered && text.slice(from, end).trim() === '') break;
    cells.push(trim(text, from, at));
    from = at + 1;
  }
  return cells;
}

/** The last character of a quoted cell, in which two quotes are one. */
function closing(text: string, open: number, end: number): number {
  for (let at = open + 1; at < end; at++) {
    if (text[at] !== '"') continue;
    if (text[at + 1] !== '"') return at;
    at++;
  }
  return open;
}

function trim(text: string, from: number, to: number): Cell {
  let [start, end] = [from, to];
  while (start < end && /\s/.test(text[start]!)) start++;
  while (end > start && /\s/.test(text[end - 1]!)) end--;
  const quote = text[start];
  if (end - start > 2 && (quote === '"' || quote === "'" || quote === '`') && text[end - 1] === quote)
    return { start: start + 1, end: end - 1 };
  return { start, end };
}
