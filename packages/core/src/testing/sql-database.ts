/** A database made from SQL text, for golden cases of agents that keep their sessions in SQLite. */
import { createRequire } from 'node:module';
import { decompress } from 'fzstd';
import type { SqlRow, SqlValue, StoreDatabase } from '../host.ts';

interface Statement {
  all(...parameters: SqlValue[]): SqlRow[];
}
interface Connection {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}

const require = createRequire(import.meta.url);
const MAGIC = 'SQLite format 3\0';

/** SQL text behind a database's magic bytes, so that it is recognised as one. */
export function sqlAsDatabase(sql: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(MAGIC), sql]);
}

export function databaseFromSql(_path: string, sql: Uint8Array): StoreDatabase | undefined {
  const { DatabaseSync } = sqliteModule();
  const connection = new DatabaseSync(':memory:');
  connection.exec(new TextDecoder().decode(sql.subarray(MAGIC.length)));
  return {
    all: (query, ...parameters) => connection.prepare(query).all(...parameters),
    iterate: (query, ...parameters) => connection.prepare(query).all(...parameters),
    unzstd: (data) => decompress(data),
    close: () => connection.close(),
  };
}

function sqliteModule(): { DatabaseSync: new (path: string) => Connection } {
  try {
    return require('node:sqlite');
  } catch {
    return require('@photostructure/sqlite');
  }
}
