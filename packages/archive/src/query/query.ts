/** Runs one SELECT over the views. The database is opened for reading only, so no statement can change anything. */
import { Failure, type SqlRow } from '@hansard/core';
import type { ReadBack } from '../events/read-back.ts';
import { archiveFile } from '../home.ts';
import { loadSqlite, type SqliteConnection } from '../host/sqlite-module.ts';
import { VIEWS, viewSql } from './views.ts';

export interface QueryResult {
  readonly columns: readonly string[];
  readonly rows: Iterable<SqlRow>;
  close(): void;
}

/** Statements that read. What follows the first statement is not run. */
const READS = /^\s*(?:--[^\n]*\n\s*|\/\*[\s\S]*?\*\/\s*)*(select|with|values|explain)\b/i;

export async function query(archive: { home: string; events: ReadBack }, sql: string): Promise<QueryResult> {
  if (!READS.test(sql)) throw badQuery('It must be one SELECT.');
  const Sqlite = await loadSqlite();
  if (!Sqlite) throw new Failure('archive-unusable', 'This Node has no SQLite.');
  const connection = new Sqlite(archiveFile(archive.home), { readOnly: true });
  try {
    for (const view of VIEWS) connection.exec(viewSql(view));
    addFunctions(connection, archive.events);
    const statement = connection.prepare(sql);
    const columns = statement.columns().map(({ name }) => name);
    return { columns, rows: guarded(statement.iterate()), close: () => connection.close() };
  } catch (error) {
    connection.close();
    throw error instanceof Failure ? error : badQuery((error as Error).message);
  }
}

function addFunctions(connection: SqliteConnection, events: ReadBack): void {
  connection.function('event_text_of', (number) => events.now(Number(number))?.text ?? null);
  connection.function('event_json_of', (number) => {
    const event = events.now(Number(number));
    return event ? JSON.stringify(event) : null;
  });
}

function* guarded(rows: Iterable<SqlRow>): Iterable<SqlRow> {
  try {
    yield* rows;
  } catch (error) {
    throw badQuery((error as Error).message);
  }
}

const badQuery = (message: string) =>
  new Failure('bad-sql', `The query cannot be run: ${message}`, {
    remedy: 'Run `hansard query --schema` to see the views and their columns.',
  });
