/** Agents with sessions, and how many they have. */
import { integer, rowReader, text } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';

const readAgent = rowReader({ agent: text, sessions: integer });

export function agentsOf(sql: Sql): { readonly agent: string; readonly sessions: number }[] {
  return sql.all('SELECT agent, count(*) AS sessions FROM session GROUP BY agent').map(readAgent);
}
