/** A session as it was sent, put together from its segments. */
import type { Transcript } from '@hansard/core';
import { LineReader } from '@hansard/core/segments/event-lines.ts';
import { unpack } from '../codec.ts';
import type { HubStore } from '../store/contract.ts';

export async function wholeDocument(store: HubStore, no: number): Promise<Transcript | undefined> {
  const session = await store.open(no);
  if (!session) return undefined;
  const bodies = await store.bodies(session.segments.map((segment) => segment.no));
  const reader = new LineReader();
  const events = session.segments.flatMap((segment) =>
    unpack(bodies.get(segment.no) as Uint8Array)
      .split('\n')
      .slice(0, -1)
      .map((line) => reader.event(line)),
  );
  return { ...session.head, events };
}
