/**
 * Saves the records in a line that is not one JSON value: records glued together without a newline, NUL bytes
 * that a crash left, and a whole record behind the stump of another. What is left over is returned as stumps.
 */
import { decodeText } from './decode-text.ts';

export interface LinePiece {
  /** Byte offsets in the line. */
  readonly start: number;
  readonly end: number;
  /** Absent: these bytes are no record. */
  readonly value?: object;
}

/** Lines longer than this are not searched for a record behind a stump: the search is quadratic. */
const SEARCH_LIMIT = 1024 * 1024;
const SEARCH_ATTEMPTS = 48;
/** Every stump may cost a look at the rest of the line: after so many characters the rest is one stump. */
const SEARCH_BUDGET = 32 * SEARCH_LIMIT;

// One character a byte, so that offsets in the text are offsets in the bytes; JSON's own characters are ASCII.
const bytewise = new TextDecoder('latin1');

export function recoverLine(bytes: Uint8Array): LinePiece[] {
  const line = bytewise.decode(bytes);
  const parse = (start: number, end: number) => parseObject(decodeText(bytes, start, end));
  const pieces: LinePiece[] = [];
  let at = 0;
  let looked = 0;
  while (at < line.length) {
    const start = skipPadding(line, at);
    if (start >= line.length) break;
    const end = line[start] === '{' ? endOfObject(line, start) : -1;
    const value = end > 0 ? parse(start, end) : undefined;
    if (value) {
      pieces.push({ start, end, value });
      at = end;
      continue;
    }
    looked += line.length - start;
    const next = looked > SEARCH_BUDGET ? line.length : nextRecord(line, start + 1, parse);
    pieces.push({ start, end: next });
    at = next;
  }
  return pieces;
}

/** Parses one complete JSON object, or nothing. */
export function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function skipPadding(line: string, at: number): number {
  let i = at;
  while (i < line.length && (line.charCodeAt(i) === 0 || line.charCodeAt(i) === 32 || line.charCodeAt(i) === 13)) i++;
  return i;
}

/** Index after the brace that closes the object at `start`, or -1. */
function endOfObject(line: string, start: number): number {
  let depth = 0;
  for (let i = start; i < line.length; i++) {
    const c = line.charCodeAt(i);
    if (c === 34) {
      i = endOfString(line, i);
      if (i < 0) return -1;
    } else if (c === 123) depth++;
    else if (c === 125 && --depth === 0) return i + 1;
  }
  return -1;
}

function endOfString(line: string, quote: number): number {
  for (let i = line.indexOf('"', quote + 1); i >= 0; i = line.indexOf('"', i + 1)) {
    let escapes = 0;
    while (line.charCodeAt(i - 1 - escapes) === 92) escapes++;
    if (escapes % 2 === 0) return i;
  }
  return -1;
}

/** Where the next object that parses begins, or the end of the line. */
function nextRecord(line: string, from: number, parse: (start: number, end: number) => object | undefined): number {
  if (line.length > SEARCH_LIMIT) return line.length;
  let attempts = 0;
  for (let i = line.indexOf('{"', from); i >= 0 && attempts < SEARCH_ATTEMPTS; i = line.indexOf('{"', i + 1)) {
    attempts++;
    const end = endOfObject(line, i);
    // A nested object of the stump would parse too; a record's own object is followed by the end, padding or another.
    if (end > 0 && (end === line.length || /^[\s\0]*(\{|$)/.test(line.slice(end, end + 64))) && parse(i, end)) return i;
  }
  return line.length;
}
