/** Runs one SELECT over the views. The database is opened for reading only, so no statement can change anything. */
import { type EventDraft, Failure, loadPriceBook, type PriceBook, type SqlRow } from '@hansard/core';
import { jsonText } from '@hansard/core/formats/json-text.ts';
import { picoCostOf } from '@hansard/core/usage/cost.ts';
import { openShared } from '../../database/open-shared.ts';
import { archiveFile } from '../../home.ts';
import { plainNumbers } from '../../host/node-database.ts';
import { loadSqlite, rowsOf, type SqliteConnection, type SqliteStatement } from '../../host/sqlite-module.ts';
import type { ReadBack } from '../reading/read-back.ts';
import { VIEWS, viewSql } from './views.ts';

export interface QueryResult {
  readonly columns: readonly string[];
  readonly rows: Iterable<SqlRow>;
  close(): void;
}

/** Statements that read. */
const READS = /^\s*(?:--[^\n]*\n\s*|\/\*[\s\S]*?\*\/\s*)*(select|with|values|explain)\b/i;

export interface QueryOptions {
  /** Asked for when a statement may read what sessions cost. */
  readonly prices?: () => Promise<PriceBook>;
}

export async function query(
  archive: { home: string; events: ReadBack },
  sql: string,
  { prices = loadPriceBook }: QueryOptions = {},
): Promise<QueryResult> {
  if (!READS.test(sql)) throw badQuery('It must be one SELECT.');
  const Sqlite = await loadSqlite();
  if (!Sqlite) throw new Failure('archive-unusable', 'This Node has no SQLite.');
  const connection = openShared(Sqlite, archiveFile(archive.home), { readOnly: true });
  const close = () => {
    connection.close();
    archive.events.release();
  };
  try {
    for (const view of VIEWS) connection.exec(viewSql(view));
    const book = READS_COST.test(sql) ? await prices() : undefined;
    addCosts(connection, book);
    if (READS_TEXT.test(sql)) await prepareDocuments(connection, archive.events, sql);
    addFunctions(connection, (number) => eventNow(archive.events, number));
    const statement = prepareOne(connection, sql);
    statement.setReadBigInts(true);
    const columns = statement.columns().map(({ name }) => name);
    return { columns, rows: guarded(statement), close };
  } catch (error) {
    close();
    throw error instanceof Failure ? error : badQuery((error as Error).message);
  }
}

/** What follows a statement would not be run. Columns of one name would be one in a row: SQLite names them apart. */
function prepareOne(connection: SqliteConnection, sql: string): SqliteStatement {
  const statement = connection.prepare(sql);
  const [first = ''] = STATEMENT.exec(sql) ?? [];
  if (!NOTHING.test(sql.slice(first.length))) throw badQuery('It must be one SELECT.');
  const columns = statement.columns();
  if (new Set(columns.map(({ name }) => name)).size === columns.length) return statement;
  return connection.prepare(`SELECT * FROM (\n${first}\n)`);
}

/** Up to its semicolon: one in quotes or a comment is none. */
const STATEMENT =
  /^(?:[^;'"`[\-/]|'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|[-/])*/;
const NOTHING = /^(?:[\s;]|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*$/;

/** Without one of these no column is asked for that is read from originals. */
const READS_TEXT = /\*|\b(text|json|input)\b/i;

/** Without one of these nothing is priced, and the prices need not be loaded. */
const READS_COST = /\*|\bcost_usd\b/i;

/** Costs of responses in pico-dollars, so that their sum is exact; NULL without a price. */
function addCosts(connection: SqliteConnection, book: PriceBook | undefined): void {
  connection.function('response_cost_of', (model, time, scope, input, output, read, write5m, write1h, reasoning) => {
    if (!book || typeof model !== 'string') return null;
    const usage = {
      input: Number(input),
      output: Number(output),
      cacheRead: Number(read),
      cacheWrite5m: Number(write5m),
      cacheWrite1h: Number(write1h),
      reasoning: Number(reasoning),
      scope: String(scope),
    };
    const pico = picoCostOf({ model, usage, at: new Date(Number(time)).toISOString() }, book);
    return pico === undefined ? null : Number(pico);
  });
}

/**
 * Imported documents, and those that are spread over files, cannot be read in the middle of a statement. It is run once
 * without texts to see which of them it asks for; where there are none in the archive that is not needed.
 */
async function prepareDocuments(connection: SqliteConnection, events: ReadBack, sql: string): Promise<void> {
  if (!events.hasReadLater()) return;
  const waiting = new Map<string, number>();
  addFunctions(connection, (number) => {
    const name = events.waitsFor(number);
    if (name !== undefined && !waiting.has(name)) waiting.set(name, number);
    return undefined;
  });
  const statement = connection.prepare(sql);
  statement.setReadBigInts(true);
  for (const _row of rowsOf(statement));
  for (const number of waiting.values()) await events.prepare(number);
}

/** A statement that asks for other events when it sees texts than when it sees none is too clever. */
function eventNow(events: ReadBack, number: number): EventDraft | undefined {
  if (events.waitsFor(number) === undefined) return events.now(number);
  throw new Error('which imported events it reads depends on their text. Ask in two steps');
}

function addFunctions(connection: SqliteConnection, read: (number: number) => EventDraft | undefined): void {
  connection.function('event_text_of', (number) => read(Number(number))?.text ?? null);
  connection.function('event_json_of', (number) => {
    const event = read(Number(number));
    return event ? jsonText(event) : null;
  });
}

function* guarded(statement: SqliteStatement): Iterable<SqlRow> {
  try {
    for (const row of rowsOf(statement)) yield plainNumbers(row);
  } catch (error) {
    throw badQuery((error as Error).message);
  }
}

const badQuery = (message: string) =>
  new Failure('bad-sql', `The query cannot be run: ${message}`, {
    remedy: 'Run `hansard query --schema` to see the views and their columns.',
  });
