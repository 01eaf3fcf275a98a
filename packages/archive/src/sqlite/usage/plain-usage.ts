/** Writes the usage of sessions about which nothing has to be decided: row by row, or only what reports add up. */
import type { UsageColumns } from '@hansard/core/events/event-facts.ts';
import { Names } from '../../database/names.ts';
import { flag, integer, rowReader } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';
import { OWN } from './ownership.ts';
import { usageKey } from './total-keys.ts';
import { SIZE_STEPS, slotOf } from './usage-sums.ts';
import { listed, type UsageValues, usageValues, VALUES } from './usage-values.ts';

/** The thread that the rows are of. */
export interface PlainThread {
  readonly id: number;
  readonly session_id: number;
  readonly subagent: boolean;
  readonly rank: number;
  readonly agent: string;
}

const readThread = rowReader({ id: integer, session_id: integer, subagent: flag, rank: integer });

/** The thread of one of the sessions in an input. */
export function threadIn(sql: Sql, path: string, part: string): Omit<PlainThread, 'agent'> | undefined {
  const row = sql.get(
    `SELECT t.id, t.session_id, t.subagent, t.rank FROM input i JOIN thread t ON t.input_id = i.id
     WHERE i.path = ? AND t.part = ?`,
    path,
    part,
  );
  return row && readThread(row);
}

/** Beyond those of events that were written. */
const FIRST_NUMBER = 1e12;

abstract class Plain {
  protected readonly sql: Sql;
  readonly #names: Names;
  #event = FIRST_NUMBER;

  constructor(sql: Sql) {
    this.sql = sql;
    this.#names = new Names(sql);
  }

  add({ id: threadId, session_id: sessionId, ...of }: PlainThread, rows: Iterable<UsageColumns>): void {
    for (const columns of rows) {
      const place = { ...of, sessionId, threadId, event: this.#event++ };
      this.write(sessionId, columns, usageValues(place, columns, this.#names));
    }
  }

  protected abstract write(session: number, columns: UsageColumns, values: UsageValues): void;
  abstract finish(): void;
}

/** Beside sums that are there already. */
export class PlainRows extends Plain {
  protected write(session: number, columns: UsageColumns, values: UsageValues): void {
    this.sql.run(INSERT_ROW, session, usageKey(columns), ...listed(values));
  }

  finish(): void {}
}

const INSERT_ROW = `INSERT OR REPLACE INTO usage (session_id, response, own, ${VALUES.join(', ')})
  VALUES (?, ?, ${OWN.here}, ${VALUES.map(() => '?').join(', ')})`;

/** Columns of a sum behind those that tell sums apart. */
type Sum = [responses: number, ...numbers: number[]];

export class PlainSums extends Plain {
  readonly #sums = new Map<string, Sum>();

  protected write(session: number, _columns: UsageColumns, values: UsageValues): void {
    const { input, output, cache_read, cache_write_5m, cache_write_1h, reasoning, model, subagent, time } = values;
    const request = input + cache_read + cache_write_5m + cache_write_1h;
    const key = `${session} ${slotOf(time)} ${model ?? 0} ${sizeOf(request)} ${subagent}`;
    const sum = this.#sums.get(key);
    if (!sum) {
      this.#sums.set(key, [1, input, output, cache_read, cache_write_5m, cache_write_1h, reasoning, request]);
      return;
    }
    sum[0]++;
    [input, output, cache_read, cache_write_5m, cache_write_1h, reasoning].forEach((tokens, at) => {
      sum[at + 1] = (sum[at + 1] as number) + tokens;
    });
    sum[7] = Math.max(sum[7] as number, request);
  }

  finish(): void {
    for (const [key, sum] of this.#sums) {
      const [session = 0, slot = 0, model = 0, size = 0, subagent = 0] = key.split(' ').map(Number);
      this.sql.run(INSERT_SUM, session, slot, model, size, subagent, ...sum);
    }
  }
}

const INSERT_SUM = `INSERT INTO usage_sum (session_id, slot, model, size, subagent, own, inferred, responses,
  input, output, cache_read, cache_write_5m, cache_write_1h, reasoning, largest)
  VALUES (?, ?, ?, ?, ?, ${OWN.here}, 0, ?, ?, ?, ?, ?, ?, ?, ?)`;

const sizeOf = (request: number): number => SIZE_STEPS.filter((step) => request > step).length;
