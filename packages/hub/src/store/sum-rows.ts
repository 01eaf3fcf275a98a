/** Rows of sums: of sessions whose content is there, and of those that only bring numbers. */
import type { NumbersOnly } from './contract.ts';
import { type Database, inPieces, numbered, type Queries } from './database.ts';
import type { SessionSum } from './sums.ts';

/** Rows that are written by one statement. */
const AT_ONCE = 50;

export async function replaceSums(queries: Queries, no: number, sums: readonly SessionSum[]): Promise<void> {
  await queries.run('DELETE FROM sum WHERE transcript = $1', no);
  for (const some of inPieces(sums, AT_ONCE)) {
    const values = some.map((sum) => valuesOf(no, sum));
    const rows = values.map((row, i) => `(${numbered(i * row.length + 1, row.length)})`);
    await queries.run(
      `INSERT INTO sum (transcript, week, model, tool, responses, calls, errors, input, output, cache_read, cache_write)
       VALUES ${rows.join(', ')}`,
      ...values.flat(),
    );
  }
}

const valuesOf = (no: number, sum: SessionSum): (string | number)[] => [
  ...[no, sum.week, sum.model, sum.tool, sum.responses, sum.calls, sum.errors],
  ...[sum.input, sum.output, sum.cacheRead, sum.cacheWrite],
];

/** A session of generation 0 has no content: it is in no list, and what is sent of it later comes in its place. */
export function acceptNumbers(database: Database, key: number, numbers: NumbersOnly) {
  const { transcriptId, agent, sums, project, at } = numbers;
  return database.transaction(async (queries) => {
    const isNew = await queries.run(
      `INSERT INTO transcript (id, key, project, generation, root, received, bytes, change, agent)
       VALUES ($1, $2, $3, 0, '', $4, 0, 0, $5) ON CONFLICT (id) DO NOTHING`,
      ...[transcriptId, key, project, at, agent],
    );
    const [row] = await queries.all(
      `SELECT no, key, generation, retracted FROM transcript WHERE id = $1${database.lock}`,
      transcriptId,
    );
    if (row?.['retracted'] !== null) return 'retracted' as const;
    if (row['key'] !== key) return 'not-yours' as const;
    if ((row['generation'] as number) > 0) return 'same' as const;
    await replaceSums(queries, row['no'] as number, sums);
    await queries.run(
      'UPDATE transcript SET received = $2, project = $3 WHERE no = $1',
      row['no'] as number,
      at,
      project,
    );
    return isNew > 0 ? ('created' as const) : ('replaced' as const);
  });
}
