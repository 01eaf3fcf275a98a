/** What a glimpse shows of an event is what the event has, for every golden case of every adapter. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adapters, type EventDraft } from '@hansard/core';
import { goldenCases, hostOf } from '@hansard/core/testing/fixtures.ts';
import { eachText } from '@hansard/core/words/index-text.ts';
import { wordsOf } from '@hansard/core/words/words.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Archive } from '../../archive.ts';
import { sync } from '../../sync/sync.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'hansard-glimpse-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const textsOf = (event: EventDraft) => {
  const texts: string[] = [];
  eachText(event, (text) => texts.push(text));
  return texts;
};

/** Records that say the same differ in white space. */
const plain = (text: string) => text.replaceAll(/\s+/g, '');

/** Texts that could be shown, because they have a word that the event is found by, and that are not in the event. */
function strange(glimpsed: readonly string[], event: EventDraft): string[] {
  const whole = textsOf(event);
  const words = new Set(whole.flatMap(wordsOf));
  const all = plain(whole.join(''));
  return glimpsed.filter((text) => !all.includes(plain(text)) && wordsOf(text).some((word) => words.has(word)));
}

/** How many of all events were glimpsed. */
const tally = { glimpsed: 0, all: 0 };

describe.each(goldenCases())('$agent: $name', (golden) => {
  it('shows nothing that the event does not have', async () => {
    const host = hostOf(golden, { env: { HANSARD_HOME: home } });
    const archive = await Archive.open(host, adapters);
    try {
      await sync({ archive, adapters, host, now: '2026-01-01T00:00:00.000Z' });
      const numbers = archive.sql.all('SELECT id FROM event').map(({ id }) => id as number);
      const whole = await archive.events.events(numbers);
      const glimpsed = new Map<number, string[]>();
      const read = vi.spyOn(archive.events, 'events').mockResolvedValue([]);
      for (const [number, event] of await archive.search.glimpses.of(numbers, (one) => one)) {
        glimpsed.set(number, textsOf(event));
      }
      read.mockRestore();
      const wrong = whole.flatMap(({ number, event }) => {
        const others = strange(glimpsed.get(number) ?? [], event);
        return others.length > 0 ? [{ id: event.id, others }] : [];
      });
      tally.glimpsed += glimpsed.size;
      tally.all += numbers.length;
      expect(wrong).toEqual([]);
    } finally {
      archive.close();
    }
  });
});

it('is enough for most events of logs', () => {
  expect(tally.glimpsed / tally.all).toBeGreaterThan(0.4);
});
