/** What was used for tools: the responses of every thread with the tools that they called. */
import { ResponseWalk, type WalkStep } from '@hansard/core/numbers/response-walk.ts';
import { toolShares } from '@hansard/core/numbers/tool-shares.ts';
import type { UsageRequest, UsageRow } from '@hansard/core/store/numbers.ts';
import { flag, integer, rowReader, type Shaped, text, textOrNull } from '../../database/row-shape.ts';
import { OWN } from '../usage/ownership.ts';
import { IS_SUM } from '../usage/total-keys.ts';
import { REQUEST, sizeOf } from '../usage/usage-sums.ts';
import type { NumbersSql } from './numbers-sql.ts';
import type { StepsSql } from './price-steps-sql.ts';
import { inSessions, type SelectionSql } from './selection.ts';
import { bucketsOf } from './usage-rows.ts';

const RUN = { first: integer, last: integer, thread: integer, session: integer, agent: text, project: textOrNull };
const readRun = rowReader(RUN);
type Run = Shaped<typeof RUN>;

const USAGE = {
  at: integer,
  counts: flag,
  model: integer,
  subagent: flag,
  own: integer,
  time: integer,
  responses: integer,
  largest: integer,
  size: integer,
  input: integer,
  output: integer,
  cache_read: integer,
  cache_write_5m: integer,
  cache_write_1h: integer,
  reasoning: integer,
};
const readUsage = rowReader(USAGE);
const readStep = rowReader({ at: integer, type: text, tool: textOrNull });

interface Response extends Shaped<typeof USAGE> {
  readonly run: Run;
}

export function* toolUsageRows(numbers: NumbersSql, request: UsageRequest): Generator<UsageRow> {
  const steps = numbers.stepsOf(request.steps);
  const selection = numbers.selectionOf(request);
  const [days, ids] = [numbers.daysOf(request.timezone), numbers.ids.all()];
  let found: UsageRow[] = [];
  const walk = new ResponseWalk<Response>((response, tools) => {
    if (!response.counts) return;
    const { run, model, subagent, own, time, responses, size, largest } = response;
    const row = {
      day: days.dayOf(time) ?? null,
      session: ids.get(run.session) ?? '',
      agent: run.agent,
      project: run.project,
      model: numbers.modelOf(model),
      subagent,
      inherited: own !== OWN.here,
      time,
      request: steps.requestOf(size),
      responses,
      tokens: bucketsOf(response),
      largest,
    };
    found.push(...toolShares(row, tools));
  });
  let thread: number | undefined;
  for (const run of runsOf(numbers, selection)) {
    if (run.thread !== thread) walk.end();
    thread = run.thread;
    walk.read(stepsOf(numbers, run), usageOf(numbers, run, selection, steps));
    yield* found;
    found = [];
  }
  walk.end();
  yield* found;
}

/** Thread by thread, in order. */
function runsOf({ sql }: NumbersSql, selection: SelectionSql): Run[] {
  const rows = sql.all(
    `SELECT r.first, r.first + r.count - 1 AS last, r.thread_id AS thread, s.id AS session, s.agent, s.project
     FROM run r JOIN session s ON s.id = r.session_id WHERE ${inSessions('s.id', selection)}
     ORDER BY r.thread_id, r.first`,
    ...selection.sessions.parameters,
  );
  return rows.map(readRun);
}

/** Calls, and what stands between responses. */
function stepsOf({ sql }: NumbersSql, { first, last }: Run): WalkStep[] {
  const rows = sql.allInOne(
    ['at', 'type', 'tool'],
    `SELECT e.id AS at, k.text AS type, t.text AS tool
     FROM event e JOIN name k ON k.id = e.type LEFT JOIN name t ON t.id = e.tool
     WHERE e.id BETWEEN ? AND ?
       AND e.type IN (SELECT id FROM name WHERE text IN ('tool_call', 'tool_result', 'user_message'))
     ORDER BY e.id`,
    first,
    last,
  );
  return rows
    .map(readStep)
    .map(({ at, type, tool }) => ({ at, call: type === 'tool_call' ? (tool ?? '') : undefined }));
}

/** What is told in a run; `counts` is false for what was not asked for. */
function usageOf({ sql }: NumbersSql, run: Run, selection: SelectionSql, steps: StepsSql): Response[] {
  const usage = selection.usage('coalesce(model, 0)', 'subagent');
  const rows = sql.allInOne(
    Object.keys(USAGE),
    `SELECT event_id AS at, ${usage.where} AND time >= ? AND time < ? AS counts, coalesce(model, 0) AS model, subagent, own,
       time, NOT ${IS_SUM} AS responses, ${REQUEST} AS largest, ${sizeOf(steps.sizes)} AS size,
       input, output, cache_read, cache_write_5m, cache_write_1h, reasoning
     FROM usage INDEXED BY usage_event WHERE event_id BETWEEN ? AND ? AND own <> ${OWN.repeated} ORDER BY event_id`,
    ...usage.parameters,
    selection.since,
    Math.min(selection.until, Number.MAX_SAFE_INTEGER),
    run.first,
    run.last,
  );
  return rows.map((row) => ({ ...readUsage(row), run }));
}
