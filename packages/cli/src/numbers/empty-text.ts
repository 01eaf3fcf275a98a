/** Says why there are no numbers, and what to do about it. */
import type { Sql } from '@hansard/archive';
import { count } from '../terminal/words.ts';
import { wrap } from '../terminal/wrap.ts';

export function emptyText(sql: Sql, minute: (time: string) => string): string {
  const row = sql.get(
    `SELECT (SELECT count(*) FROM session) AS sessions, (SELECT count(DISTINCT session_id) FROM usage_sum) AS used,
       (SELECT min(time) FROM usage WHERE time > 0) AS first, (SELECT max(time) FROM usage) AS last`,
  );
  const [sessions, used] = [row?.['sessions'] as number, row?.['used'] as number];
  const at = (time: unknown) => minute(new Date((time as number | null) ?? 0).toISOString()).slice(0, 10);
  if (sessions === 0)
    return 'The archive holds no sessions yet. `hansard sync` keeps those that are on this machine.\n';
  if (used === 0) return `None of the ${count(sessions, 'session')} in the archive says what it used.\n`;
  const text =
    `Nothing in the archive fits. It has numbers of ${count(used, 'session')}, ` +
    `from ${at(row?.['first'])} to ${at(row?.['last'])}; try fewer filters or other dates.`;
  return `${wrap(text)}\n`;
}
