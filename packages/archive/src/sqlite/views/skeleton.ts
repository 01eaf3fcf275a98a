/** All events of a session as their rows tell them, in the order of `logSeq`: what its views are made of. */
import type { SkeletonEvent } from '@hansard/core/store/views.ts';
import { integer, integers, integersOrNull, rowReader, text, texts } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';
import { SOURCE_UNIT } from '../events/source-unit.ts';
import { rowSources } from '../sessions/thread-sources.ts';

export function* skeletonOf(sql: Sql, sessionId: number): Generator<SkeletonEvent> {
  const { seq, thread, key, type, time, tool, status, model, flags, ms } = columnsOf(sql, sessionId);
  const sourceOf = rowSources(sql, sessionId);
  const names = namesOf(sql, [type, tool, status, model]);
  for (let i = 0; i < seq.length; i++) {
    const bits = flags[i] as number;
    yield {
      logSeq: seq[i] as number,
      id: key[i] as string,
      source: sourceOf(thread[i] as number, bits),
      type: names.get(type[i]) ?? '',
      time: time[i] as number,
      tool: names.get(tool[i]) ?? '',
      status: names.get(status[i]) ?? '',
      model: names.get(model[i]) ?? '',
      flags: bits & OWN_BITS,
      ms: ms[i] ?? null,
    };
  }
}

/** Of the event itself: what lies above them is the name of a source. */
const OWN_BITS = SOURCE_UNIT - 1;

const COLUMNS = {
  seq: 'r.seq + e.id - r.first',
  thread: 'r.thread_id',
  key: 'e.key',
  type: 'e.type',
  time: 'e.time',
  tool: 'e.tool',
  status: 'e.status',
  model: 'e.model',
  flags: 'e.flags',
  ms: 't.ms',
};

const readColumns = rowReader({
  seq: integers,
  thread: integers,
  key: texts,
  type: integers,
  time: integers,
  tool: integersOrNull,
  status: integersOrNull,
  model: integersOrNull,
  flags: integers,
  ms: integersOrNull,
});

/** One list for each column, made by the database: a row for each of 100,000 events would take several times as long. */
function columnsOf(sql: Sql, sessionId: number) {
  const inner = Object.entries(COLUMNS).map(([name, column]) => `${column} AS c_${name}`);
  const lists = Object.keys(COLUMNS).map((name) => `json_group_array(c_${name}) AS ${name}`);
  const row = sql.get(
    `SELECT ${lists.join(', ')} FROM (
       SELECT ${inner.join(', ')} FROM run r CROSS JOIN event e ON e.id BETWEEN r.first AND r.first + r.count - 1
         LEFT JOIN tool_time t ON t.event_id = e.id
       WHERE r.session_id = ? ORDER BY r.seq, e.id)`,
    sessionId,
  );
  return readColumns(row ?? {});
}

const readName = rowReader({ id: integer, text });

function namesOf(sql: Sql, columns: readonly (readonly (number | null)[])[]): ReadonlyMap<unknown, string> {
  const ids = new Set<number | null>();
  for (const column of columns) for (const id of column) ids.add(id);
  const rows = sql.all(
    'SELECT id, text FROM name WHERE id IN (SELECT value FROM json_each(?))',
    JSON.stringify([...ids]),
  );
  return new Map(rows.map(readName).map(({ id, text: name }) => [id, name]));
}
