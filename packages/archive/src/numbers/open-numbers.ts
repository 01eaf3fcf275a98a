/**
 * The archive for those who only read numbers. The archive as a whole brings all adapters with it, whose code takes
 * longer to load than a report takes to be made.
 */
import type { Host } from '@hansard/core';
import { openArchiveDatabase } from '../database/open-database.ts';
import { Sql } from '../database/sql.ts';
import { archiveHome } from '../home.ts';

export async function withNumbers<T>(host: Host, work: (sql: Sql) => Promise<T> | T): Promise<T> {
  const connection = await openArchiveDatabase(archiveHome(host));
  try {
    return await work(new Sql(connection));
  } finally {
    connection.close();
  }
}
