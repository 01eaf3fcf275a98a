/** The beginning of an input, taken apart for recognition by content. */
import type { Head } from '../adapters/contract.ts';
import type { StoreDatabase } from '../host.ts';
import { decodeText } from './decode-text.ts';
import { parseObject, recoverLine } from './recover-line.ts';
import { wireLineOf } from './wire/wire-line.ts';

export const HEAD_BYTES = 256 * 1024;
/** A first prompt may hold pictures: as far as this is looked for the ends of the first records. */
export const LONGEST_HEAD = 32 * 1024 * 1024;
/** Lines that a log is recognised by. */
const HEAD_LINES = 2;
/** Every file is recognised before it is read, so the records of the head are few: as many as say something. */
const HEAD_RECORDS = 40;
const ENOUGH_BYTES = 4 * 1024;
const ENOUGH_RECORDS = 4;
const SQLITE_MAGIC = 'SQLite format 3\0';

export function headOf(bytes: Uint8Array): Head {
  return new LazyHead(bytes.subarray(0, LONGEST_HEAD));
}

/** The beginning of an input: as much as usually tells, and up to the end of the first records where these are longer. */
export async function headBytes(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const head = new HeadBytes();
  for await (const chunk of chunks) if (!head.push(Uint8Array.prototype.slice.call(chunk))) break;
  return head.bytes;
}

/** The same for whoever has the chunks, which must stay as they are. */
export class HeadBytes {
  readonly #parts: Uint8Array[] = [];
  #length = 0;
  #lines = 0;

  /** Whether more is needed. */
  push(chunk: Uint8Array): boolean {
    this.#parts.push(chunk);
    this.#length += chunk.length;
    for (let at = chunk.indexOf(10); at >= 0 && this.#lines < HEAD_LINES; at = chunk.indexOf(10, at + 1)) this.#lines++;
    if (this.#length < HEAD_BYTES) return true;
    // Only a log has records: whatever else it is shows in its first bytes.
    const isLog = this.#parts[0]?.[0] === BRACE;
    return isLog && this.#lines < HEAD_LINES && this.#length < LONGEST_HEAD;
  }

  get bytes(): Uint8Array {
    return joinedBytes(this.#parts, this.#length);
  }
}

const BRACE = 123;

function joinedBytes(parts: readonly Uint8Array[], length: number): Uint8Array {
  if (parts.length === 1) return parts[0] as Uint8Array;
  const joined = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Decodes and parses only what a dialect asks for. */
class LazyHead implements Head {
  readonly #bytes: Uint8Array;
  #text?: string;
  #lines?: HeadLines;
  #keys?: string[];

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get text(): string {
    const end = Math.min(this.#bytes.length, HEAD_BYTES);
    this.#text ??= decodeText(this.#bytes, 0, end).replace(/^\ufeff/, '');
    return this.#text;
  }

  get records(): Record<string, unknown>[] {
    this.#lines ??= headLines(this.#bytes);
    return this.#lines.records;
  }

  /** In a log they are those of the first record, and the text need not be decoded. */
  get keys(): string[] {
    this.#lines ??= headLines(this.#bytes);
    this.#keys ??= this.#lines.first ? Object.keys(this.#lines.first) : topLevelKeys(this.text);
    return this.#keys;
  }
}

export function databaseHead(database: StoreDatabase): Head {
  // Names come from the file: a table called `constructor` must not find what every object has.
  const tables: Record<string, string[]> = Object.create(null);
  const rows = database.all(
    "SELECT m.name AS 'table', p.name AS 'column' FROM sqlite_master m JOIN pragma_table_info(m.name) p WHERE m.type = 'table'",
  );
  for (const row of rows) {
    const table = String(row['table']);
    tables[table] ??= [];
    tables[table].push(String(row['column']));
  }
  return { text: '', records: [], keys: [], tables };
}

export function isDatabase(bytes: Uint8Array): boolean {
  return decodeText(bytes, 0, Math.min(bytes.length, SQLITE_MAGIC.length)) === SQLITE_MAGIC;
}

interface HeadLines {
  readonly records: Record<string, unknown>[];
  /** The record that the first line is, when it is one. */
  readonly first?: Record<string, unknown>;
}

function headLines(bytes: Uint8Array): HeadLines {
  const records: Record<string, unknown>[] = [];
  let first: Record<string, unknown> | undefined;
  let beside = 0;
  let isWire = false;
  for (let from = 0; from < bytes.length && !isEnough(records.length - beside, from, isWire); ) {
    const newline = bytes.indexOf(10, from);
    const end = newline < 0 ? bytes.length : newline;
    const text = decodeText(bytes, from, end).replace(/^\ufeff/, '');
    const value = parseObject(text) as Record<string, unknown> | undefined;
    if (from === 0) first = value;
    const line = wireLineOf(value);
    isWire ||= line !== undefined;
    if (line && line.dir !== 'in' && line.dir !== 'out') beside++;
    if (value) records.push(value);
    else if (text.includes('{"')) records.push(...recoveredRecords(bytes.subarray(from, end)));
    from = end + 1;
  }
  return { records, first };
}

/** A recorded wire may open with long answers about models and settings, and with any number of warnings beside. */
const isEnough = (records: number, bytes: number, isWire: boolean) =>
  records >= HEAD_RECORDS || (!isWire && records >= ENOUGH_RECORDS && bytes >= ENOUGH_BYTES);

function recoveredRecords(line: Uint8Array): Record<string, unknown>[] {
  return recoverLine(line).flatMap(({ value }) => (value ? [value as Record<string, unknown>] : []));
}

/** Keys of the first object in the text, even when the object is cut off. */
export function topLevelKeys(text: string): string[] {
  const keys: string[] = [];
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (c === '"') {
      const end = stringEnd(text, i);
      if (end < 0) break;
      if (depth === 1 && /^\s*:/.test(text.slice(end + 1, end + 8))) keys.push(text.slice(i + 1, end));
      i = end;
    } else if (c === '{' || c === '[') {
      if (depth === 0 && c === '[') break;
      depth++;
    } else if (c === '}' || c === ']') {
      if (--depth === 0) break;
    }
  }
  return keys;
}

function stringEnd(text: string, quote: number): number {
  for (let i = quote + 1; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === '"') return i;
  }
  return -1;
}
