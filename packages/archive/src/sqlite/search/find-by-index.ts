/** Words and phrases in a session that is too long to be read through, by the index. */
import type { FindResult } from '@hansard/core/api/views.ts';
import { parseQuery } from '@hansard/core/query/parse-query.ts';
import { FOUND_WIDTH, foundText } from '@hansard/core/search/find-in-session.ts';
import { highlighter } from '@hansard/core/search/highlight.ts';
import { snippetOf } from '@hansard/core/search/snippet.ts';
import type { Sql } from '../../database/sql.ts';
import { logSeqOf } from '../events/event-numbers.ts';
import type { Glimpses } from './glimpse.ts';
import { Hits } from './hits.ts';

/** The newest hits, in order. A glimpse of an event is enough when it shows what was found. */
export async function findByIndex(
  sql: Sql,
  glimpses: Pick<Glimpses, 'of'>,
  sessionId: number,
  source: string,
  limit: number,
): Promise<FindResult> {
  const words = source.trim().replace(/^"(.+)"$/s, '$1');
  const query = parseQuery(`"${words.replaceAll('"', ' ')}"`, { now: 0, timezone: 'UTC' });
  const found = new Hits(sql, query).ofSession(sessionId, limit);
  const marks = highlighter(query);
  const seen = await glimpses.of(found.numbers, (event, isWhole) => {
    const snippet = snippetOf(event, marks, FOUND_WIDTH);
    return isWhole || (snippet?.marks.length ?? 0) > 0 ? { eventId: event.id, snippet: foundText(snippet) } : undefined;
  });
  const hits = [...seen].flatMap(([number, hit]) => {
    const logSeq = logSeqOf(sql, number);
    return logSeq === undefined ? [] : [{ logSeq, ...hit }];
  });
  hits.sort((a, b) => a.logSeq - b.logSeq);
  return { hits, total: found.count.number, partial: !found.count.exact };
}
