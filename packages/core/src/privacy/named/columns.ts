/**
 * Values in tables: CSV and TSV files, Markdown, what databases print. The name stands in the first row, and the values
 * below it in the same column; or the name stands in the first column, and its value beside it.
 */

const LONGEST_LINE = 4_000;
const MOST_ROWS = 5_000;
const BETWEEN_CELLS = ['|', '│', '\t', ',', ';'] as const;
/** Names of columns and nothing else. */
const HEADER =
  /^[ \t]{0,40}(?:<[\w "=.:/-]{1,80}>){0,4}["'`]?[\w][\w ."'`*/()#-]{0,80}(?:[\t,;] ?["'`]?[\w][\w ."'`*/()#-]{0,80}){1,60}\r?$/;
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
  const statement = tupleBehind(text, start, end, onCell);
  if (statement > 0) return statement;
  if (sign === undefined) return besideBlanks(text, header, start, end, onCell);
  if (!isCell(text, start, end, sign)) return header.end;
  const names = cellsIn(text, header, sign);
  const column = names.findIndex((cell) => cell.start <= start && cell.end >= end);
  const beside = names[column + 1];
  const isBordered = sign === '|' || sign === '│';
  if (beside && (isBordered ? BESIDE.test(line) : isRow(text, header, sign, names.length, column))) onCell(beside);
  return (isBordered ? BORDERED_HEADER : HEADER).test(line)
    ? rowsBelow(text, header, sign, names.length, column, onCell)
    : header.end;
}

/** Nothing but quotes and blanks is between the name and the signs around it. */
function isCell(text: string, start: number, end: number, sign: string): boolean {
  const before = /(?:^|[|│\t,;\n])[ "'`*]{0,40}[\w .-]{0,40}$/.test(text.slice(Math.max(0, start - 80), start));
  const behind = text.slice(end, end + 80).replace(/^[\w. -]{0,40}[ "'`*]{0,60}/, '');
  return before && (behind === '' || behind.startsWith(sign) || /^[\r\n]/.test(behind));
}

/** `name,value` stands above, and this is a row with both. */
function isRow(text: string, { start }: Line, sign: string, width: number, column: number): boolean {
  if (width > 4) return false;
  let first = start;
  for (let rows = 0; rows < MOST_ROWS_ABOVE && first > 0; rows++) {
    const above = lineAt(text, first - 1);
    if (above.end - above.start > LONGEST_LINE || above.end === above.start) break;
    const cells = cellsIn(text, above, sign);
    if (cells.length !== width) break;
    const [name, value] = [cells[column]!, cells[column + 1]!];
    if (NAMES.test(text.slice(name.start, name.end)) && VALUES.test(text.slice(value.start, value.end))) return true;
    first = above.start;
  }
  return false;
}

const MOST_ROWS_ABOVE = 200;
const NAMES = /(?:name|key|variable|setting|parameter|option|field|property|type)$/i;
const VALUES = /(?:value|val|secret|content|setting|data)$/i;

/** Columns that blanks are between, as commands print them: one alone with a rule below, or several in capitals. */
function besideBlanks(text: string, header: Line, start: number, end: number, onCell: (cell: Cell) => void): number {
  const before = text.slice(header.start, start);
  const behind = text.slice(end, header.end).replace(/^[\w.-]{0,40}/, '');
  const below = lineAt(text, header.end + 1);
  const next = text.slice(below.start, Math.min(below.end, below.start + LONGEST_LINE));
  const isAlone =
    /^[ ]{0,40}[\w .-]{0,40}$/.test(before) && behind.trim() === '' && /^[ +]{0,8}[-─━=]{3,}\s*$/.test(next);
  if (isAlone) return rowsUnder(text, below, 0, onCell);
  // A column begins behind two blanks, and so does the next one.
  if (!/(?:^|[ ]{2})[A-Z_]{0,40}$/.test(before) || !/^(?:[ ]{2}|\s*$)/.test(behind)) return header.end;
  if (!/^[A-Z0-9_ ().:/-]{6,}\s*$/.test(text.slice(header.start, header.end)) || before.trim() + behind.trim() === '')
    return header.end;
  return rowsUnder(text, header, start - header.start - /[A-Z_]{0,40}$/.exec(before)![0].length, onCell);
}

/** What stands in the lines below from a place on, to the blank. */
function rowsUnder(text: string, above: Line, from: number, onCell: (cell: Cell) => void): number {
  let last = above;
  for (let row = 0; row < MOST_ROWS && last.end < text.length; row++) {
    const line = lineAt(text, last.end + 1);
    if (line.end - line.start > LONGEST_LINE || line.end - line.start <= from) break;
    const content = text.slice(line.start, line.end);
    if (content.trim() === '' || /^\(\d+ rows?\)/.test(content)) break;
    last = line;
    // Under the name, or before it where a longer cell has moved it.
    const at = from === 0 ? 0 : content.lastIndexOf('  ', from + 1) + 1;
    const found = /^[ ]{0,40}(\S.*?)(?=[ ]{2}|\s*$)/.exec(content.slice(Math.max(0, Math.min(at, from))));
    if (!found) break;
    const start = line.start + Math.max(0, Math.min(at, from)) + found[0].length - found[1]!.length;
    onCell({ start, end: start + found[1]!.length });
  }
  return last.end;
}

/** Columns of a statement that adds rows, `users (id, password) VALUES (1, '…')`: the value at the same place of each list. */
function tupleBehind(text: string, start: number, end: number, onCell: (cell: Cell) => void): number {
  const open = text.lastIndexOf('(', start);
  if (
    open < 0 ||
    start - open > 600 ||
    !/insert\s+into\s+\S{1,100}\s*$/i.test(text.slice(Math.max(0, open - 140), open))
  )
    return 0;
  const names = /^[\w",`.[\]\s]{0,1200}\)\s{0,20}values\s{0,20}(?=\()/i.exec(text.slice(end, end + 1_300));
  if (!names) return 0;
  const column = text.slice(open, start).split(',').length - 1;
  let at = end + names[0].length;
  for (let row = 0; row < MOST_ROWS && text[at] === '('; row++) {
    const cells: Cell[] = [];
    at = tuple(text, at, cells);
    const cell = cells[column];
    if (cell) onCell(cell);
    at += /^\s{0,20},?\s{0,40}/.exec(text.slice(at, at + 61))![0].length;
  }
  return at;
}

/** The values of a list in brackets; behind it. Strings double their quotes, or escape them. */
function tuple(text: string, open: number, cells: Cell[]): number {
  let from = open + 1;
  for (let at = from; at < Math.min(text.length, open + LONGEST_LINE); at++) {
    const character = text[at]!;
    if (character === "'") {
      at = stringEnd(text, at);
      continue;
    }
    if (character !== ',' && character !== ')') continue;
    cells.push(trim(text, from, at));
    from = at + 1;
    if (character === ')') return from;
  }
  return text.length;
}

function stringEnd(text: string, open: number): number {
  for (let at = open + 1; at < Math.min(text.length, open + LONGEST_LINE); at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === "'") {
      if (text[at + 1] !== "'") return at;
      at++;
    }
  }
  return text.length;
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
