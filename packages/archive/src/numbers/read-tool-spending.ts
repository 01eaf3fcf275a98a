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
import { REQUEST, sizeOf } from './usage-sums.ts';

/** A response, and the tools that it called. */
interface Called {
  readonly row: SqlRow;
  readonly tools: string[];
}

export function readToolSpending(sql: Sql, options: SpendingOptions): void {
  const walk = new ResponseWalk((called) => addCalled(called, options));
  for (const row of eventsOf(sql, options)) walk.see(row);
  walk.end();
}

/** Calls, what stands between responses, and whatever tells numbers; thread by thread, in order. */
function eventsOf(sql: Sql, { selection, classes }: SpendingOptions): Iterable<SqlRow> {
  const usage = selection.usage('coalesce(u.model, 0)', 'u.subagent');
  return sql.iterate(
    `SELECT r.thread_id AS thread, k.text AS type, t.text AS tool, s.agent, s.project, r.session_id AS session,
       u.response IS NOT NULL AND ${usage.where} AND u.time >= ? AND u.time < ? AS counts,
       coalesce(u.model, 0) AS model, u.subagent, u.own, u.time, ${REQUEST} AS largest, ${sizeOf(classes.steps)} AS size,
       u.input, u.output, u.cache_read, u.cache_write_5m, u.cache_write_1h, u.reasoning, u.response
     FROM run r JOIN session s ON s.id = r.session_id
       JOIN event e ON e.id BETWEEN r.first AND r.first + r.count - 1
       JOIN name k ON k.id = e.type LEFT JOIN name t ON t.id = e.tool
       LEFT JOIN usage u INDEXED BY usage_event ON u.event_id = e.id AND u.own <> ${OWN.repeated}
     WHERE ${inSessions('r.session_id', selection)}
       AND (u.response IS NOT NULL OR k.text IN ('tool_call', 'tool_result', 'user_message'))
     ORDER BY r.thread_id, r.seq, e.id`,
    ...usage.parameters,
    selection.since,
    Math.min(selection.until, Number.MAX_SAFE_INTEGER),
    ...selection.sessions.parameters,
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

  see(row: SqlRow): void {
    if (row['thread'] !== this.#thread) this.end();
    this.#thread = row['thread'];
    const isCall = row['type'] === 'tool_call';
    if (row['type'] === 'tool_result' || row['type'] === 'user_message') this.#close();
    if (isCall) this.#call((row['tool'] as string | null) ?? '');
    if (row['response'] !== null) this.#tell(row, isCall);
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

  #tell(row: SqlRow, onCall: boolean): void {
    // A second response without anything between: what was waiting is its own only if the numbers stand on the call.
    const waiting = this.#told && onCall ? this.#last?.tools.splice(-1) : undefined;
    if (this.#last) this.#found(this.#last);
    this.#last = { row, tools: waiting ?? this.#waiting };
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

function addCalled({ row, tools }: Called, { groups, classes, days }: SpendingOptions): void {
  if (row['counts'] !== 1) return;
  const model = row['model'] as number;
  const name = classes.nameOf(model);
  const time = row['time'] as number;
  const parts = sharesOf(tokensOf(row), tools.length === 0 ? [undefined] : tools);
  for (const [n, { tool, tokens }] of parts.entries()) {
    const found = groups.of({
      day: days.dayOf(time) ?? null,
      session: row['session'] as number,
      agent: row['agent'] as string,
      project: row['project'] as string | null,
      model: name,
      ...(tool !== undefined && { tool }),
    });
    const use = {
      model: name,
      // Each is counted once, with the first tool.
      responses: n === 0 ? 1 : 0,
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
