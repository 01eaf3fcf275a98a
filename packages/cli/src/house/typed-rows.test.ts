/**
 * Columns of the archive's tables are read by shapes (`database/row-shape.ts`), which look at what is in them: a damaged file
 * is an error with a place then. A column that is only said to be a number is believed whatever it holds.
 */
import { expect, it } from 'vitest';
import { readText, shippedSources } from '../testing/repository.ts';

const WITH_ROWS = /^packages\/archive\/src\/(sqlite|database|ingest|originals)\//;

/** `row['x'] as T`, `({ x }) => x as T`, and rows that are said to be something else as a whole. */
const ASSERTED = [
  /\['\w+'\]\)?!? as /,
  /\(\{ [^()]* \}\) => \(?\w+ as (number|string|boolean|Uint8Array)/,
  /\b(row|rows|known|found) as (unknown as |\{|Record<)/,
  /\b(sql|statement)\.(get|all)\([^;]*?\) as (unknown|\{)/i,
];

const asserted = (text: string): boolean => ASSERTED.some((pattern) => pattern.test(text));

it('are read by shapes', () => {
  const files = shippedSources().filter((path) => WITH_ROWS.test(path));
  expect(files.length).toBeGreaterThan(150);
  expect(files.filter((path) => asserted(readText(path)))).toEqual([]);
});

it('are found where they are not', () => {
  for (const text of [
    "const id = row['id'] as number;",
    'rows.map(({ id }) => id as number)',
    'const { a } = row as { a: number };',
    "sql.get('SELECT 1 AS n') as unknown as Count",
  ]) {
    expect(asserted(text)).toBe(true);
  }
  expect(asserted("const wrote = handle?.version?.id as number; const text = 'as it is';")).toBe(false);
});
