/** The beginning of an input, taken apart for recognition by content. */
import type { Head } from '../adapters/contract.ts';
import type { StoreDatabase } from '../host.ts';
import { decodeText } from './decode-text.ts';
import { parseObject, recoverLine } from './recover-line.ts';

export const HEAD_BYTES = 256 * 1024;
const HEAD_RECORDS = 40;
const SQLITE_MAGIC = 'SQLite format 3\0';

export function headOf(bytes: Uint8Array): Head {
  const text = decodeText(bytes, 0, Math.min(bytes.length, HEAD_BYTES)).replace(/^\ufeff/, '');
  return { text, records: headRecords(text), keys: topLevelKeys(text) };
}

export function databaseHead(database: StoreDatabase): Head {
  const tables: Record<string, string[]> = {};
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

function headRecords(text: string): Record<string, unknown>[] {
  const records: Record<string, unknown>[] = [];
  for (const line of text.split('\n')) {
    if (records.length >= HEAD_RECORDS) break;
    if (line.trim() === '') continue;
    const value = parseObject(line);
    if (value) records.push(value as Record<string, unknown>);
    else if (line.includes('{"')) {
      for (const piece of recoverLine(new TextEncoder().encode(line))) {
        if (piece.value) records.push(piece.value as Record<string, unknown>);
      }
    }
  }
  return records;
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
