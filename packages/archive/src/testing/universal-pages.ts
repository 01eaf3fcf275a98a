/** The universal stream of a session in an archive, page after page, as whoever asks for it gets it. */
import type { Event } from '@hansard/core';
import type { UniversalEvent } from '@hansard/core/formats/universal/event.ts';
import { Envelopes, StreamInvariants } from '@hansard/core/formats/universal/index.ts';
import { sha256 } from '@hansard/core/testing/fixtures.ts';
import type { Archive } from '../archive.ts';

/** `session`: its number. */
export async function universalPages(
  { store, sql }: Archive,
  session: number,
  offset = 0,
  limit = 50,
): Promise<UniversalEvent[]> {
  const id = (sql.get('SELECT uuid FROM session WHERE id = ?', session)?.['uuid'] as string | undefined) ?? '';
  const all: UniversalEvent[] = [];
  for (let hasMore = true; hasMore; ) {
    const page = await store.universal.page(id, offset + all.length, limit);
    const seqs = page.tellings.flatMap(({ telling: { about, asked, failure } }) =>
      [about ?? [], asked ?? [], failure ?? []].flat(),
    );
    const events = new Map((await store.events.at(id, seqs)).map((event) => [event.logSeq, event]));
    const header = await store.events.header(id);
    if (!header) return [];
    const envelopes = new Envelopes<number>(header, { digest: sha256 }, (seq) => events.get(seq) as Event);
    all.push(...page.tellings.map(({ sequence, telling }) => envelopes.write(telling, sequence)));
    hasMore = page.hasMore;
  }
  return JSON.parse(JSON.stringify(all)) as UniversalEvent[];
}

/** What does not hold for a stream that may go on. */
export function violationsOf(events: readonly UniversalEvent[]): readonly string[] {
  const invariants = new StreamInvariants();
  for (const event of events) invariants.push(event);
  return invariants.finish('open');
}
