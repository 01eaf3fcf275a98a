/** Runs of flows, as the archive knows them. What has changed since it was described is described before it is told. */

import { checkRunQuery } from '@hansard/core/runs/run-fits.ts';
import type { RunDetail, RunFileRow, RunKey, RunStepRow, StoreRuns } from '@hansard/core/store/runs.ts';
import { countIn, idOf, inputIdOf } from '../database/columns.ts';
import { integer, rowReader, text, textOrNull } from '../database/row-shape.ts';
import type { Sql } from '../database/sql.ts';
import type { Originals } from './originals/originals.ts';
import { runCondition } from './runs/run-filter.ts';
import { detailOf, RUN_COLUMNS, RUN_ORDER, runRows } from './runs/run-rows.ts';
import { settleRuns } from './runs/settle-runs.ts';
import { toolRows } from './runs/tool-rows.ts';

export function storeRuns(
  archive: { readonly sql: Sql; readonly originals: Originals },
  written: () => void,
): StoreRuns {
  const { sql, originals } = archive;
  const settled = async () => {
    if ((await settleRuns(archive)) > 0) written();
  };
  const file: StoreRuns['file'] = async (run, path, version) => {
    await settled();
    const row = sql.get(FILE_INPUT, run, path);
    const versions = row ? originals.versions(inputIdOf(row)) : [];
    const found = version === undefined ? versions.at(-1) : versions[version - 1];
    if (!found) return undefined;
    return { bytes: found.bytes, version: versions.indexOf(found) + 1, pieces: () => originals.read(found) };
  };
  return {
    find: async (name) => {
      await settled();
      const by = (where: string) => runRows(sql, `WHERE ${where} ${RUN_ORDER}`, name);
      const exact = by('r.key = ?');
      if (exact.length > 0) return exact;
      const named = by('r.name = ?');
      return named.length > 0 ? named : by('r.id IN (SELECT run_id FROM flow_run_alias WHERE alias = ?)');
    },
    page: async ({ query, limit, offset }) => {
      if (query) checkRunQuery(query);
      await settled();
      const { where, parameters } = runCondition(query);
      const counted = sql.get(`SELECT count(*) AS n FROM flow_run r WHERE ${where}`, ...parameters);
      const total = countIn(counted ?? {});
      const runs = runRows(sql, `WHERE ${where} ${RUN_ORDER} LIMIT ? OFFSET ?`, ...parameters, limit, offset);
      return { runs, total };
    },
    detail: async (run) => {
      await settled();
      return detail(sql, run);
    },
    tools: async (run, most) => {
      await settled();
      return toolRows(sql, run, most);
    },
    events: async (run, after) => {
      const log = await file(run, 'events.jsonl');
      if (!log) return [];
      const { readRunLog } = await import('@hansard/core/runs/run-log.ts');
      return readRunLog({ path: 'events.jsonl', pieces: () => log.pieces() }, after);
    },
    file,
    mark: async (run, exemplar, now) => {
      await settled();
      if (!sql.get('SELECT 1 FROM flow_run WHERE key = ?', run)) return false;
      sql.run('INSERT OR REPLACE INTO run_mark (key, exemplar, at) VALUES (?, ?, ?)', run, exemplar ? 1 : 0, now);
      written();
      return true;
    },
  };
}

const FILE_INPUT = `SELECT f.input_id FROM flow_run_file f JOIN flow_run r ON r.id = f.run_id
  WHERE r.key = ? AND f.path = ?`;

function detail(sql: Sql, run: RunKey): RunDetail | undefined {
  const row = sql.get(`SELECT ${RUN_COLUMNS}, r.id FROM flow_run r WHERE r.key = ?`, run);
  if (!row) return undefined;
  const id = idOf(row);
  return detailOf(row, stepsOf(sql, id), filesOf(sql, id));
}

const readStep = rowReader({ detail: text, session: textOrNull });

function stepsOf(sql: Sql, run: number): RunStepRow[] {
  const rows = sql.all(
    `SELECT p.detail, s.uuid AS session FROM flow_step p LEFT JOIN session s ON s.id = p.session_id
     WHERE p.run_id = ? ORDER BY p.n`,
    run,
  );
  return rows.map(readStep).map(({ detail: step, session }) => ({ ...(JSON.parse(step) as RunStepRow), session }));
}

const readFile = rowReader({ path: text, kind: text, bytes: integer, hash: textOrNull, versions: integer });

function filesOf(sql: Sql, run: number): RunFileRow[] {
  const rows = sql.all(
    'SELECT path, kind, bytes, hash, versions FROM flow_run_file WHERE run_id = ? ORDER BY path',
    run,
  );
  return rows.map(readFile) as RunFileRow[];
}
