/**
 * What was used for tools: a response counts for the tools that it called, in equal parts for each call, and for none
 * when it called none. Logs tell the numbers of a response before or behind its calls, so a session is walked through:
 * between two results, or things that were said to the model, lies one response.
 */
import type { SqlRow } from '@hansard/core';
import type { Buckets } from '@hansard/core/usage/buckets.ts';
import { noTokens } from '@hansard/core/usage/buckets.ts';
import type { Sql } from '../database/sql.ts';
import { addUse } from './groups.ts';
import { OWN } from './ownership.ts';
import type { SpendingOptions } from './read-spending.ts';
import { inSessions } from './selection.ts';
import { IS_TOTAL } from './total-keys.ts';
import { REQUEST, sizeOf } from './usage-sums.ts';

/** A response, the tools that it called, and the run that it is in. */
interface Called {
  readonly row: SqlRow;
  readonly run: SqlRow;
  readonly tools: string[];
}

export function readToolSpending(sql: Sql, options: SpendingOptions): void {
  const walk = new ResponseWalk((called) => addCalled(called, options));
  for (const run of runsOf(sql, options)) walk.read(run, stepsOf(sql, run), usageOf(sql, run, options));
  walk.end();
}

/** Thread by thread, in order. */
function runsOf(sql: Sql, { selection }: SpendingOptions): SqlRow[] {
  return sql.all(
    `SELECT r.first, r.first + r.count - 1 AS last, r.thread_id AS thread, s.id AS session, s.agent, s.project
     FROM run r JOIN session s ON s.id = r.session_id WHERE ${inSessions('s.id', selection)}
     ORDER BY r.thread_id, r.first`,
    ...selection.sessions.parameters,
  );
}

/** Calls, and what stands between responses. */
function stepsOf(sql: Sql, { first, last }: SqlRow): SqlRow[] {
  return sql.allInOne(
    ['id', 'type', 'tool'],
    `SELECT e.id, k.text AS type, t.text AS tool FROM event e JOIN name k ON k.id = e.type LEFT JOIN name t ON t.id = e.tool
     WHERE e.id BETWEEN ? AND ?
       AND e.type IN (SELECT id FROM name WHERE text IN ('tool_call', 'tool_result', 'user_message'))
     ORDER BY e.id`,
    first as number,
    last as number,
  );
}

const USAGE_COLUMNS =
  'id counts model subagent own time responses largest size input output cache_read cache_write_5m cache_write_1h reasoning'.split(
    ' ',
  );

/** What is told in a run; `counts` is 0 for what was not asked for. */
function usageOf(sql: Sql, { first, last }: SqlRow, { selection, classes }: SpendingOptions): SqlRow[] {
  const usage = selection.usage('coalesce(model, 0)', 'subagent');
  return sql.allInOne(
    USAGE_COLUMNS,
    `SELECT event_id AS id, ${usage.where} AND time >= ? AND time < ? AS counts, coalesce(model, 0) AS model, subagent, own,
       time, NOT ${IS_TOTAL} AS responses, ${REQUEST} AS largest, ${sizeOf(classes.steps)} AS size,
       input, output, cache_read, cache_write_5m, cache_write_1h, reasoning
     FROM usage INDEXED BY usage_event WHERE event_id BETWEEN ? AND ? AND own <> ${OWN.repeated} ORDER BY event_id`,
    ...usage.parameters,
    selection.since,
    Math.min(selection.until, Number.MAX_SAFE_INTEGER),
    first as number,
    last as number,
  );
}

/** Finds the calls of each response. */
class ResponseWalk {
  readonly #found: (called: Called) => void;
  #thread: unknown;
  #last: Called | undefined;
  /** The response between here and the last result has told its numbers. */
  #told = false;
  /** Calls whose response has not. */
  #waiting: string[] = [];

  constructor(found: (called: Called) => void) {
    this.#found = found;
  }

  /** Steps and usage of a run, each in the order of their events. */
  read(run: SqlRow, steps: readonly SqlRow[], usage: readonly SqlRow[]): void {
    if (run['thread'] !== this.#thread) this.end();
    this.#thread = run['thread'];
    let next = 0;
    const tellUntil = (event: number) => {
      for (let row = usage[next]; row && (row['id'] as number) < event; row = usage[++next])
        this.#tell(row, run, false);
    };
    for (const step of steps) {
      const event = step['id'] as number;
      tellUntil(event);
      const isCall = step['type'] === 'tool_call';
      if (isCall) this.#call((step['tool'] as string | null) ?? '');
      else this.#close();
      for (let row = usage[next]; row?.['id'] === event; row = usage[++next]) this.#tell(row, run, isCall);
    }
    tellUntil(Number.POSITIVE_INFINITY);
  }

  end(): void {
    this.#close();
    if (this.#last) this.#found(this.#last);
    this.#last = undefined;
  }

  #call(tool: string): void {
    if (this.#told) this.#last?.tools.push(tool);
    else this.#waiting.push(tool);
  }

  #tell(row: SqlRow, run: SqlRow, onCall: boolean): void {
    // A second response without anything between: what was waiting is its own only if the numbers stand on the call.
    const waiting = this.#told && onCall ? this.#last?.tools.splice(-1) : undefined;
    if (this.#last) this.#found(this.#last);
    this.#last = { row, run, tools: waiting ?? this.#waiting };
    this.#waiting = [];
    this.#told = true;
  }

  /** Calls that are left belong to the response before: results of some of its calls came in between. */
  #close(): void {
    this.#last?.tools.push(...this.#waiting);
    this.#waiting = [];
    this.#told = false;
  }
}

function addCalled({ row, run, tools }: Called, { groups, classes, days }: SpendingOptions): void {
  if (row['counts'] !== 1) return;
  const model = row['model'] as number;
  const name = classes.nameOf(model);
  const time = row['time'] as number;
  const parts = sharesOf(tokensOf(row), tools.length === 0 ? [undefined] : tools);
  for (const [n, { tool, tokens }] of parts.entries()) {
    const found = groups.of({
      day: days.dayOf(time) ?? null,
      session: run['session'] as number,
      agent: run['agent'] as string,
      project: run['project'] as string | null,
      model: name,
      ...(tool !== undefined && { tool }),
    });
    const use = {
      model: name,
      // Each is counted once, with the first tool.
      responses: n === 0 ? (row['responses'] as number) : 0,
      tokens,
      largest: row['largest'] as number,
      priced: classes.priceOf(model, row['size'] as number, time),
      window: name === '' ? undefined : classes.book.windowOf(name),
    };
    addUse(found, use, { subagent: row['subagent'] === 1, inherited: row['own'] !== OWN.here });
  }
}

/** Equal parts in whole tokens; what is left over goes to the first. */
function sharesOf(tokens: Buckets, tools: readonly (string | undefined)[]) {
  return tools.map((tool, n) => {
    const share = noTokens();
    for (const kind of Object.keys(share) as (keyof Buckets)[]) {
      const part = Math.floor(tokens[kind] / tools.length);
      share[kind] = n === 0 ? tokens[kind] - part * (tools.length - 1) : part;
    }
    return { tool, tokens: share };
  });
}

const tokensOf = (row: SqlRow): Buckets => ({
  input: row['input'] as number,
  output: row['output'] as number,
  cacheRead: row['cache_read'] as number,
  cacheWrite5m: row['cache_write_5m'] as number,
  cacheWrite1h: row['cache_write_1h'] as number,
  reasoning: row['reasoning'] as number,
});
