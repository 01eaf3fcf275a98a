/** What `doctor` asks the database: whether it is whole, and what was wrong with what was read. */
import { columnOf, integer, rowReader, text, textOrNull } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';

const readReference = rowReader({ table: text, parent: text });
const readProblems = rowReader({ kind: text, n: integer, inputs: integer });
const readModel = rowReader({ model: text, n: (value) => Number(value) });
const readAdapter = rowReader({ agent: text, version: textOrNull, n: integer });
const path = columnOf('path', text);

/** In SQLite's words, without those of the search index apart; empty when all pages are whole. */
export function damageFound(sql: Sql): string[] {
  return sql
    .all('PRAGMA quick_check(20)')
    .map(columnOf('quick_check', text))
    .filter((found) => found !== 'ok');
}

export function danglingReferences(sql: Sql): ReturnType<typeof readReference>[] {
  return sql.all('PRAGMA foreign_key_check').map(readReference);
}

/** Blocks that are used more or less often than they say. */
export function miscountedBlocks(sql: Sql): number[] {
  const rows = sql.all(
    `SELECT b.id FROM block b LEFT JOIN (SELECT block_id, count(*) AS n FROM manifest GROUP BY block_id) m
       ON m.block_id = b.id WHERE b.uses <> coalesce(m.n, 0) LIMIT 20`,
  );
  return rows.map(columnOf('id', integer));
}

export type ProblemKinds = ReturnType<typeof readProblems>;

/** How many problems of each kind there are, and in how many inputs; the most frequent first. */
export function problemKinds(sql: Sql): ProblemKinds[] {
  const rows = sql.all(
    'SELECT kind, count(*) AS n, count(DISTINCT input_id) AS inputs FROM problem GROUP BY kind ORDER BY n DESC, kind',
  );
  return rows.map(readProblems);
}

/** Models with the tokens that they were used for; the most used first. */
export function usedModels(sql: Sql): ReturnType<typeof readModel>[] {
  const rows = sql.all(
    `SELECT n.text AS model, total(u.input + u.output + u.cache_read + u.cache_write_5m + u.cache_write_1h + u.reasoning) AS n
     FROM usage_sum u JOIN name n ON n.id = u.model WHERE u.own = 1 GROUP BY n.text HAVING n > 0 ORDER BY n DESC`,
  );
  return rows.map(readModel);
}

/** By which versions of adapters inputs were read; null for those that were not. */
export function adapterVersions(sql: Sql): ReturnType<typeof readAdapter>[] {
  const rows = sql.all(
    `SELECT agent, adapter_version AS version, count(*) AS n FROM input
     WHERE role <> 'side' AND excluded IS NULL AND dialect IS NOT NULL AND NOT (kind = 'store' AND part = '')
     GROUP BY agent, adapter_version`,
  );
  return rows.map(readAdapter);
}

/** Files in no format that is known. */
export function unknownFiles(sql: Sql): string[] {
  const rows = sql.all(
    "SELECT path FROM input WHERE role <> 'side' AND excluded IS NULL AND dialect IS NULL AND part = '' AND kind <> 'store'",
  );
  return rows.map(path);
}

/** Files of whose originals something was removed. */
export function scrubbedFiles(sql: Sql): string[] {
  const rows = sql.all(
    'SELECT DISTINCT i.path FROM version v JOIN input i ON i.id = v.input_id WHERE v.scrubbed = 1 ORDER BY i.path',
  );
  return rows.map(path);
}
