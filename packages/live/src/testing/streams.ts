/** What must hold of every universal stream, and what was said in it. */
import type { UniversalEvent } from '@hansard/core/formats/universal/event.ts';
import { StreamInvariants } from '@hansard/core/formats/universal/invariants.ts';
import { expect } from 'vitest';

export function checkStream(events: readonly UniversalEvent[], end: 'open' | 'closed'): void {
  const invariants = new StreamInvariants();
  for (const event of events) invariants.push(event);
  expect(invariants.finish(end)).toEqual([]);
}

/** Texts of the assistant that are whole. */
export const textsOf = (events: readonly UniversalEvent[]): string[] =>
  events.flatMap(({ type, data }) => {
    const { item } = data as { item?: { kind: string; role?: string; content?: { type: string; text?: string }[] } };
    if (type !== 'item.completed' || item?.role !== 'assistant') return [];
    return (item.content ?? []).flatMap(({ type: kind, text }) =>
      kind === 'text' && text !== undefined ? [text] : [],
    );
  });
