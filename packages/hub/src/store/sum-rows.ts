/** Rows of sums: of sessions whose content is there, and of those that only bring numbers. */
import type { NumberStore, NumbersOnly, SumRow } from './contract.ts';
import { type Database, inPieces, numbered, type Queries, type Row } from './database.ts';
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
      `SELECT no, key, generation, retracted FROM transcript t WHERE id = $1${database.lock}`,
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

const PUBLISHED = 'published-numbers';

export function numberRows(database: Database): NumberStore {
  const published = async () => {
    const [row] = await database.all('SELECT value FROM setting WHERE name = $1', PUBLISHED);
    return row?.['value'] as string | undefined;
  };
  return {
    sums: async () => (await database.all(SUMS)).map(toSum),
    ofSession: async (transcript) => {
      const rows = await database.all(
        'SELECT s.*, 0 AS sessions FROM sum s JOIN transcript t ON t.no = s.transcript WHERE t.id = $1',
        transcript,
      );
      return rows.map((row) => {
        const { key: _key, project: _project, agent: _agent, sessions: _sessions, ...sum } = toSum(row);
        return sum;
      });
    },
    persons: async () => {
      const rows = await database.all('SELECT no, person FROM access_key WHERE person IS NOT NULL');
      return new Map(rows.map((row) => [row['no'] as number, row['person'] as number]));
    },
    published,
    publish: async (before, text) => {
      await (before === undefined
        ? database.run(
            'INSERT INTO setting (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING',
            PUBLISHED,
            text,
          )
        : database.run('UPDATE setting SET value = $2 WHERE name = $1 AND value = $3', PUBLISHED, text, before));
      return (await published()) as string;
    },
  };
}

const SUMS = `
  SELECT t.key, p.name AS project, t.agent, s.week, s.model, s.tool, 0 AS sessions, sum(s.responses) AS responses,
    sum(s.calls) AS calls, sum(s.errors) AS errors, sum(s.input) AS input, sum(s.output) AS output,
    sum(s.cache_read) AS cache_read, sum(s.cache_write) AS cache_write
  FROM sum s JOIN transcript t ON t.no = s.transcript JOIN project p ON p.no = t.project
  GROUP BY t.key, p.name, t.agent, s.week, s.model, s.tool
  UNION ALL
  SELECT key, project, agent, week, '', '', count(*), 0, 0, 0, 0, 0, 0, 0 FROM (
    SELECT t.key, p.name AS project, t.agent, min(s.week) AS week
    FROM sum s JOIN transcript t ON t.no = s.transcript JOIN project p ON p.no = t.project
    GROUP BY t.no, t.key, p.name, t.agent) AS began
  GROUP BY key, project, agent, week`;

const toSum = (row: Row): SumRow => ({
  key: row['key'] as number,
  project: row['project'] as string,
  agent: row['agent'] as string,
  week: row['week'] as number,
  model: row['model'] as string,
  tool: row['tool'] as string,
  sessions: Number(row['sessions']),
  responses: Number(row['responses']),
  calls: Number(row['calls']),
  errors: Number(row['errors']),
  input: Number(row['input']),
  output: Number(row['output']),
  cacheRead: Number(row['cache_read']),
  cacheWrite: Number(row['cache_write']),
});
