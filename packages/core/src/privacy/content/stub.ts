/**
 * What is left of an event that does not go along: a `meta` event in its place, with the same id, number and parent,
 * so that nothing that refers to it breaks. Tokens and times stay, because sums and durations are made of them.
 */
import { defined } from '../../reading/defined.ts';
import type { Event } from '../../transcript.ts';

export const STUB_TEXT = '[REDACTED:event]';

export function stubOf(event: Event): Event {
  const { id, seq, timestamp, timestampSource, source, sourceSeq, logSeq, turn, parentId, branch } = event;
  const { startedAt, completedAt, model, usage, costMicroUsd } = event;
  const kept = { timestampSource, source, sourceSeq, logSeq, turn, parentId, branch, startedAt, completedAt, model };
  const numbers = usage ? { usage: defined({ ...usage, native: undefined }) } : {};
  return defined({
    id,
    seq,
    timestamp,
    type: 'meta',
    text: STUB_TEXT,
    ...kept,
    ...numbers,
    costMicroUsd,
    extra: { dropped: event.type },
  });
}
