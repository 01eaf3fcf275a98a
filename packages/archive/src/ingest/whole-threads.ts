/** The threads of an input that is read as a whole, with a fingerprint of each event, so that only changes are written. */
import { createHash } from 'node:crypto';
import type { EventDraft, InputRead } from '@hansard/core';
import { partOf } from '../sessions/session-key.ts';
import type { WholeThread } from './input-change.ts';

export function wholeThreads(reads: readonly InputRead[]): WholeThread[] {
  return reads.map(({ facts, events }, nth) => ({
    part: partOf(facts, nth),
    facts,
    events: events.map((event) => ({ event, body: bodyOf(event) })),
  }));
}

/** 48 bits, so that it stays an exact number. */
function bodyOf(event: EventDraft): number {
  return createHash('sha256').update(JSON.stringify(event)).digest().readUIntBE(0, 6);
}
