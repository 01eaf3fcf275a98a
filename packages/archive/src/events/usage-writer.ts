/**
 * Usage counts once across the archive. A row is kept for every session that holds a response; the earliest of them
 * owns it. Forks that gave their copies new ids are matched by time, model and all numbers, and marked as inferred.
 */
import type { SqlRow, Usage } from '@hansard/core';
import type { Names } from '../database/names.ts';
import type { Sql } from '../database/sql.ts';
import type { UsageColumns } from './event-row.ts';

export const OWN = { elsewhere: 0, here: 1, inherited: 2 } as const;

export interface UsagePlace {
  readonly sessionId: number;
  readonly agent: string;
  readonly event: number;
  readonly subagent: boolean;
}

export class UsageWriter {
  readonly #sql: Sql;
  readonly #names: Names;

  constructor(sql: Sql, names: Names) {
    this.#sql = sql;
    this.#names = names;
  }

  write(place: UsagePlace, columns: UsageColumns): void {
    const { usage, response, time } = columns;
    const agent = this.#names.id(place.agent);
    const model = this.#names.optional(columns.model);
    const owner = usage.inherited ? { own: OWN.inherited, inferred: 0 } : this.#claim(place, columns, agent, model);
    this.#sql.run(
      `INSERT OR REPLACE INTO usage (session_id, response, agent, event_id, model, time, scope, subagent, own, inferred,
         input, output, cache_read, cache_write_5m, cache_write_1h, reasoning)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      place.sessionId,
      response,
      agent,
      place.event,
      model,
      time,
      this.#names.id(columns.scope),
      place.subagent || columns.subagent ? 1 : 0,
      owner.own,
      owner.inferred,
      ...numbersOf(usage),
    );
  }

  /** Takes the rows of a session out, and passes on what it owned to the earliest that is left. */
  remove(sessionId: number): void {
    const owned = this.#sql.all('SELECT response, agent FROM usage WHERE session_id = ? AND own = 1', sessionId);
    this.#sql.run('DELETE FROM usage WHERE session_id = ?', sessionId);
    for (const { response, agent } of owned) {
      this.#sql.run(
        `UPDATE usage SET own = 1 WHERE response = ?1 AND agent = ?2 AND own = 0
         AND session_id = (SELECT min(session_id) FROM usage WHERE response = ?1 AND agent = ?2 AND own = 0)`,
        response as string,
        agent as number,
      );
    }
  }

  /** Whether the session owns the response now; another that owned it until now gives it up. */
  #claim(place: UsagePlace, columns: UsageColumns, agent: number, model: number | null) {
    const other = this.#sameResponse(place, columns.response, agent) ?? this.#twin(place, columns, agent, model);
    if (!other) return { own: OWN.here, inferred: 0 };
    const inferred = other['response'] === columns.response ? 0 : 1;
    if ((other['session_id'] as number) < place.sessionId) return { own: OWN.elsewhere, inferred };
    this.#sql.run(
      'UPDATE usage SET own = 0, inferred = ? WHERE session_id = ? AND response = ?',
      inferred,
      other['session_id'] as number,
      other['response'] as string,
    );
    return { own: OWN.here, inferred: 0 };
  }

  #sameResponse({ sessionId }: UsagePlace, response: string, agent: number): SqlRow | undefined {
    return this.#sql.get(
      'SELECT session_id, response FROM usage WHERE response = ? AND agent = ? AND session_id <> ? AND own = 1',
      response,
      agent,
      sessionId,
    );
  }

  #twin(place: UsagePlace, { time, usage }: UsageColumns, agent: number, model: number | null): SqlRow | undefined {
    if (time === 0 || usage.input + usage.output + usage.cacheRead === 0) return undefined;
    return this.#sql.get(
      `SELECT session_id, response FROM usage
       WHERE time = ? AND agent = ? AND session_id <> ? AND own = 1 AND model IS ? AND input = ? AND output = ?
         AND cache_read = ? AND cache_write_5m = ? AND cache_write_1h = ? AND reasoning = ?`,
      time,
      agent,
      place.sessionId,
      model,
      ...numbersOf(usage),
    );
  }
}

function numbersOf(usage: Usage) {
  const { input, output, cacheRead, cacheWrite5m, cacheWrite1h, reasoning } = usage;
  return [input, output, cacheRead, cacheWrite5m, cacheWrite1h, reasoning] as const;
}
