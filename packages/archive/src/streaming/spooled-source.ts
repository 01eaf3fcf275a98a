/**
 * A session that lies in a spool, as a source that can be read event by event, more than once, with the header and events
 * that its document would have.
 */
import type { Event, PriceBook } from '@hansard/core';
import type { TranscriptHeader } from '@hansard/core/formats/contract.ts';
import { Assembly, STEP } from '@hansard/core/reading/assemble.ts';
import { headerOf } from '@hansard/core/reading/transcripts.ts';
import { joinable } from '@hansard/core/reading/witness.ts';
import { hasSpilled, resolveSpilled, type SpooledThread } from './spooled-thread.ts';
import { withPauses } from './with-pauses.ts';

export interface SessionSource {
  readonly header: TranscriptHeader;
  events(): Iterable<Event>;
  close(): void;
}

export interface SourceOptions {
  readonly now: string;
  readonly prices?: PriceBook;
}

export async function spooledSource(
  given: readonly SpooledThread[],
  options: SourceOptions & { readonly digest: (data: string | Uint8Array) => string },
): Promise<Omit<SessionSource, 'close'>> {
  const joined = new Set(joinable(given.map(({ read }) => read)));
  const assembly = new Assembly(given.filter(({ read }) => joined.has(read)));
  const { threads } = assembly;
  for (const [nth, thread] of threads.entries()) {
    thread.events.finish();
    for await (const from of withPauses(stepsOf(thread))) {
      const until = Math.min(from + STEP, thread.events.length);
      for (let place = from; place < until; place++) {
        const draft = thread.events.at(place);
        if (hasSpilled(draft)) await resolveSpilled(thread, place, draft);
        assembly.add(nth, place, draft);
      }
    }
  }
  for await (const _step of withPauses(assembly.count()));
  const reads = threads.map(({ read }) => read);
  return { header: headerOf(reads, assembly.measured(options.prices), options), events: () => assembly.events() };
}

function* stepsOf({ events }: SpooledThread): Generator<number> {
  for (let place = 0; place < events.length; place += STEP) yield place;
}
