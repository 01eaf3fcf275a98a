/** Events of every golden case are found by words of theirs, through the whole search, and shown with what was found. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adapters, type EventDraft } from '@hansard/core';
import { parseQuery } from '@hansard/core/query/parse-query.ts';
import { hitKey } from '@hansard/core/search/distinct-hits.ts';
import { highlighter } from '@hansard/core/search/highlight.ts';
import { snippetOf } from '@hansard/core/search/snippet.ts';
import { goldenCases, hostOf } from '@hansard/core/testing/fixtures.ts';
import { eachText } from '@hansard/core/words/index-text.ts';
import { wordsOf } from '@hansard/core/words/words.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Archive } from '../../archive.ts';
import { sync } from '../../sync/sync.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'hansard-golden-search-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** The longest word of each text: it is rarely in many events. */
function telling(event: EventDraft): string[] {
  const words: string[] = [];
  eachText(event, (text) => {
    const longest = wordsOf(text.slice(0, 5000)).reduce((best, word) => (word.length > best.length ? word : best), '');
    if (longest.length > 3) words.push(longest);
  });
  return words.slice(0, 3);
}

let looked = 0;

/** Every nth, so that long cases take no longer. */
const some = <T>(list: readonly T[], most: number): T[] =>
  list.filter((_, i) => i % Math.ceil(list.length / most) === 0);

describe.each(goldenCases())('$agent: $name', (golden) => {
  it('is found by its words', async () => {
    const host = hostOf(golden, { env: { HANSARD_HOME: home } });
    const archive = await Archive.open(host, adapters);
    try {
      await sync({ archive, adapters, host, now: '2026-01-01T00:00:00.000Z' });
      const numbers = archive.sql.all('SELECT id FROM event').map(({ id }) => id as number);
      const missed: string[] = [];
      for (const { event } of await archive.events.events(some(numbers, 8))) {
        for (const word of telling(event)) {
          const query = parseQuery(`"${word}" is:any`, { now: 0, timezone: 'UTC' });
          const { sessions } = await archive.search.find(query, { sessions: 1000, hits: 10_000 });
          const hits = sessions.flatMap((session) => session.hits);
          // One that shows the same words as another of its session is that one.
          const words = hitKey(snippetOf(event, highlighter(query), 160));
          const hit = hits.find(({ eventId, snippet }) => eventId === event.id || hitKey(snippet) === words);
          looked++;
          if (!hit) missed.push(`${event.id} by ${word}`);
          else if (!hit.snippet?.marks.length) missed.push(`${word} is not shown in ${event.id}`);
        }
      }
      expect(missed).toEqual([]);
    } finally {
      archive.close();
    }
  });
});

it('has looked for many words', () => {
  expect(looked).toBeGreaterThan(300);
});
