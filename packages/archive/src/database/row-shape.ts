/**
 * Rows with types: a shape says which columns a statement gives and what is in them, and a row that has something else is
 * refused. A damaged file, or one that somebody else has written, is then an error with a place and not a wrong answer.
 */
import { Failure, type SqlRow, type SqlValue } from '@hansard/core';

type Column<T> = (value: SqlValue | undefined, name: string) => T;
export type Shape = Readonly<Record<string, Column<unknown>>>;
export type Shaped<S extends Shape> = { readonly [Name in keyof S]: ReturnType<S[Name]> };

export const integer: Column<number> = (value, name) => (typeof value === 'number' ? value : wrong(name, value));
export const integerOrNull: Column<number | null> = (value, name) =>
  value === null || typeof value === 'number' ? value : wrong(name, value);
export const text: Column<string> = (value, name) => (typeof value === 'string' ? value : wrong(name, value));
export const textOrNull: Column<string | null> = (value, name) =>
  value === null || typeof value === 'string' ? value : wrong(name, value);
export const bytes: Column<Uint8Array> = (value, name) => (value instanceof Uint8Array ? value : wrong(name, value));
/** 1 or 0, as SQLite has truth. */
export const flag: Column<boolean> = (value, name) => (value === 1 || value === 0 ? value === 1 : wrong(name, value));
/** A list that the database has made of a column. */
export const integers: Column<number[]> = (value, name) => listOf(value, name, 'number');
export const integersOrNull: Column<(number | null)[]> = (value, name) => listOf(value, name, 'number', null);
export const texts: Column<string[]> = (value, name) => listOf(value, name, 'string');

/** Reads the rows of a shape. Columns that it does not name are left out. */
export function rowReader<S extends Shape>(shape: S): (row: SqlRow) => Shaped<S> {
  const names = Object.keys(shape);
  const columns = Object.values(shape);
  return (row) => {
    const read: Record<string, unknown> = {};
    for (let i = 0; i < names.length; i++) {
      const name = names[i] as string;
      read[name] = (columns[i] as Column<unknown>)(row[name], name);
    }
    return read as Shaped<S>;
  };
}

/** Reads one column of a row. */
export const columnOf =
  <T>(name: string, column: Column<T>): ((row: SqlRow) => T) =>
  (row) =>
    column(row[name], name);

function listOf<T>(value: SqlValue | undefined, name: string, type: string, empty?: null): T[] {
  const list: unknown = typeof value === 'string' ? parsed(value, name) : wrong(name, value);
  if (!Array.isArray(list)) return wrong(name, value);
  for (const one of list) if (typeof one !== type && !(empty === null && one === null)) return wrong(name, value);
  return list as T[];
}

function parsed(value: string, name: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return wrong(name, value);
  }
}

function wrong(name: string, value: unknown): never {
  const found = value === undefined ? 'is missing' : `holds ${value === null ? 'nothing' : typeof value}`;
  throw new Failure('archive-damaged', `The column ${name} of a row in the archive ${found}.`);
}
