/**
 * Finds the latest segments that have some words, however many have them. Where few do, all are looked at and sorted. A word
 * that many have is asked for day by day, back from the last: the index itself narrows to these days, so that neither the
 * planner nor the number of hits matters.
 */
import type { WantedWords } from '@hansard/core/segments/segment-words.ts';
import { type Database, dayOf, type Row, type Where } from './database.ts';

/** So many are sorted at once. */
const FEW = 4000;
/** Days that are asked for at once: twice as many each time. */
const MOST_DAYS = 512;

export async function findSegments(
  database: Database,
  wanted: readonly WantedWords[],
  where: Where,
  limit: number,
  few = FEW,
): Promise<Row[]> {
  const { segments } = database;
  if (!(await segments.hasMore(database, { wanted }, few))) return segments.find(database, { wanted }, where, limit);
  const [range] = await database.all('SELECT max(time) AS last, min(time) AS first FROM segment');
  const first = dayOf((range?.['first'] as number | null) ?? 0);
  const found: Row[] = [];
  let last = dayOf((range?.['last'] as number | null) ?? 0);
  for (let count = 1; last >= first && found.length <= limit; count = Math.min(2 * count, MOST_DAYS)) {
    const days = Array.from({ length: Math.min(count, last - first + 1) }, (_, i) => last - i);
    found.push(...(await segments.find(database, { wanted, days }, where, limit - found.length)));
    last -= days.length;
  }
  return found;
}
