/** The append-only log. Places in it are given under a lock, without gaps, in the transaction of what is logged. */
import type { LogLeaf, LogStore } from './contract.ts';
import type { Database, Queries } from './database.ts';

/** The next place, from 1; whoever comes next waits until this transaction ends. */
export async function nextPlace(queries: Queries): Promise<number> {
  const [row] = await queries.all("UPDATE counter SET value = value + 1 WHERE name = 'change' RETURNING value");
  return row?.['value'] as number;
}

export async function writeLeaf(queries: Queries, place: number, at: number, { kind, data }: LogLeaf): Promise<void> {
  await queries.run('INSERT INTO log (no, at, kind, data) VALUES ($1, $2, $3, $4)', place, at, kind, data);
}

export function logRows(database: Database): LogStore {
  return {
    append: (at, leaf) =>
      database.transaction(async (queries) => {
        const place = await nextPlace(queries);
        await writeLeaf(queries, place, at, leaf(place - 1));
        return place - 1;
      }),
    size: async () => {
      const [row] = await database.all("SELECT value FROM counter WHERE name = 'change'");
      return row?.['value'] as number;
    },
    leaves: async (from, limit) => {
      const rows = await database.all(
        `SELECT no, at, kind, data FROM log WHERE no > $1 ORDER BY no LIMIT ${Math.floor(limit)}`,
        from,
      );
      return rows.map((row) => ({
        index: (row['no'] as number) - 1,
        at: row['at'] as number,
        kind: row['kind'] as LogLeaf['kind'],
        data: row['data'] as string,
      }));
    },
  };
}
