/**
 * What people asked, and how long the agent worked on it without the time in which it waited for them. A prompt belongs to
 * the model that answered it first. Times that were not recorded count for nothing, and what a fork took over counts in
 * the session it comes from.
 */
import { FLAGS } from '@hansard/core/events/event-facts.ts';
import type { NumbersRequest, PromptRow } from '@hansard/core/store/numbers.ts';
import { type TurnStep, type TurnStepKind, WAIT_TYPES, WORK_TYPES } from '@hansard/core/turns/turn-step.ts';
import { turnTimes, workedMs } from '@hansard/core/turns/turn-times.ts';
import {
  flag,
  integer,
  integers,
  integersOrNull,
  rowReader,
  type Shaped,
  text,
  textOrNull,
} from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';
import type { NumbersSql } from './numbers-sql.ts';
import { inSessions, type SelectionSql } from './selection.ts';
import { HEIRS, IS_COPY } from './tool-call-rows.ts';

const readSession = rowReader({ id: integer, uuid: text, agent: text, project: textOrNull, heir: flag });
const readText = rowReader({ text });
const readId = rowReader({ id: integer });

export function* promptRows(numbers: NumbersSql, request: NumbersRequest): Generator<PromptRow> {
  const { sql } = numbers;
  const selection = numbers.selectionOf(request);
  const days = numbers.daysOf(request.timezone);
  const modelOf = askedModels(sql, selection);
  const promptsOf = promptReader(sql);
  const rows = sql.all(
    `SELECT s.id, s.uuid, s.agent, s.project, s.id IN (${HEIRS}) AS heir FROM session s
     WHERE ${inSessions('s.id', selection)}`,
    ...selection.sessions.parameters,
  );
  for (const { id, uuid, agent, project, heir } of rows.map(readSession)) {
    const { prompts, steps } = promptsOf(id, heir);
    const times = turnTimes(steps);
    for (const [i, { time, copied, model: modelId }] of prompts.entries()) {
      const model = modelOf(modelId);
      if (copied || model === undefined || time < selection.since || time >= selection.until) continue;
      const turn = times[i];
      const day = days.dayOf(time) ?? null;
      yield { session: uuid, agent, project, model, day, ms: turn && workedMs(turn) };
    }
  }
}

/** The name of a model by its id, when it is asked about; 0 stands for none. */
function askedModels(sql: Sql, selection: SelectionSql): (id: number) => string | undefined {
  const [named, none] = [selection.usage('id', '0'), selection.usage('0', '0')];
  const known = new Map<number, string | undefined>();
  const find = (id: number) =>
    id === 0
      ? sql.get(`SELECT '' AS text WHERE ${none.where}`, ...none.parameters)
      : sql.get(`SELECT text FROM name WHERE id = ? AND ${named.where}`, id, ...named.parameters);
  return (id) => {
    if (!known.has(id)) {
      const row = find(id);
      known.set(id, row && readText(row).text);
    }
    return known.get(id);
  };
}

interface SessionPrompts {
  readonly prompts: readonly { readonly time: number; readonly copied: boolean; readonly model: number }[];
  readonly steps: readonly TurnStep[];
}

const KINDS: readonly TurnStepKind[] = ['prompt', 'end', 'work', 'wait'];

const LISTS = {
  kinds: integers,
  times: integers,
  ms: integersOrNull,
  inferred: integers,
  models: integersOrNull,
  copied: integers,
};
const readLists = rowReader(LISTS);

/** Columns are made into lists by the database: a row for each event would take several times as long. */
function promptReader(sql: Sql): (session: number, isHeir: boolean) => SessionPrompts {
  const typesIn = (types: Iterable<string>) => `(${idsOf(sql, types).join(', ')})`;
  const prompt = `(e.type IN ${typesIn(['user_message'])} AND e.flags & ${FLAGS.modelOnly} = 0)`;
  const end = `e.flags & ${FLAGS.turnEnd}`;
  const [work, wait] = [typesIn(WORK_TYPES), typesIn(WAIT_TYPES)];
  const query = (isCopy: string) =>
    `SELECT json_group_array(kind) AS kinds, json_group_array(time) AS times, json_group_array(ms) AS ms,
       json_group_array(inferred) AS inferred, json_group_array(model) AS models,
       json_group_array(copied) FILTER (WHERE kind = 0) AS copied
     FROM (SELECT CASE WHEN ${prompt} THEN 0 WHEN ${end} THEN 1 WHEN e.type IN ${work} THEN 2 ELSE 3 END AS kind,
         e.flags & ${FLAGS.inferredTime} AS inferred, e.time, t.ms, e.model, iif(${prompt}, ${isCopy}, 0) AS copied
       FROM run r JOIN thread h ON h.id = r.thread_id JOIN session s ON s.id = r.session_id
         CROSS JOIN event e ON e.id BETWEEN r.first AND r.first + r.count - 1
         LEFT JOIN tool_time t ON t.event_id = e.id
       WHERE r.session_id = ? AND h.subagent = 0 AND e.flags & ${FLAGS.withdrawn | FLAGS.subagent} = 0
         AND (${prompt} OR ${end} OR e.type IN ${work} OR e.type IN ${wait})
       ORDER BY r.seq, e.id)`;
  return (session, isHeir) => promptsIn(readLists(sql.get(query(isHeir ? IS_COPY : '0'), session) ?? {}));
}

function promptsIn({ kinds, times, ms, inferred, models, copied }: Shaped<typeof LISTS>): SessionPrompts {
  const prompts: { time: number; copied: boolean; model: number }[] = [];
  const steps = kinds.map((kind, i): TurnStep => {
    const time = times[i] as number;
    if (kind === 0) prompts.push({ time, copied: copied[prompts.length] === 1, model: 0 });
    const asked = prompts.at(-1);
    if (asked && asked.model === 0) asked.model = models[i] ?? 0;
    return { kind: KINDS[kind] as TurnStepKind, time: inferred[i] ? 0 : time, ms: ms[i] ?? undefined };
  });
  return { prompts, steps };
}

function idsOf(sql: Sql, texts: Iterable<string>): number[] {
  const rows = sql.all(
    'SELECT id FROM name WHERE text IN (SELECT value FROM json_each(?))',
    JSON.stringify([...texts]),
  );
  return rows.map((row) => readId(row).id);
}
