/** Events by hour of the zone's clocks and session. */
import { FLAGS } from '@hansard/core/events/event-facts.ts';
import type { HourRow } from '@hansard/core/store/numbers.ts';
import { integer, rowReader } from '../../database/row-shape.ts';
import { localExpression } from '../zone-sql.ts';
import type { NumbersSql } from './numbers-sql.ts';

const HOUR = 3_600_000;
const readRow = rowReader({ hour: integer, session: integer, events: integer });

export function* hourRows(numbers: NumbersSql, timezone: string): Generator<HourRow> {
  const rows = numbers.sql.all(
    `SELECT ${localExpression(numbers.daysOf(timezone), 'e.time')} / ${HOUR} AS hour, r.session_id AS session, count(*) AS events
     FROM run r CROSS JOIN event e ON e.id BETWEEN r.first AND r.first + r.count - 1
     WHERE e.time > 0 AND e.flags & ${FLAGS.withdrawn | FLAGS.inferredTime} = 0 GROUP BY 1, 2`,
  );
  const ids = numbers.ids.all();
  for (const { hour, session, events } of rows.map(readRow)) {
    yield { hour, session: ids.get(session) ?? '', events };
  }
}
