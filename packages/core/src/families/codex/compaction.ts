/** The context was replaced by a summary. Up to three records tell of it: the summary, an event, an item. */
import type { EventDraft } from '../../adapters/contract.ts';
import { type Fields, leftovers, text } from './native.ts';
import { draft, type Reading } from './thread-state.ts';

interface Told {
  id?: string;
  startedAt?: string;
  completedAt?: string;
  said?: string;
  extra?: Fields;
}

/** `by` is one letter for the kind of record; the same kind again is another compaction. */
export function tellCompaction(r: Reading, native: string, by: string, told: Told = {}): void {
  const known = r.state.compaction;
  const change: Partial<EventDraft> = {};
  if (told.said) change.text = told.said;
  if (told.startedAt !== undefined) change.startedAt = told.startedAt;
  if (told.completedAt !== undefined) change.completedAt = told.completedAt;
  if (told.extra !== undefined) change.extra = told.extra;
  if (known && !known.told.includes(by)) {
    const joined = r.out.patch(known.event, { ...change, native: r.record.native(native, told.id) });
    known.told += by;
    if (joined) return;
  }
  const event = draft(r, told.id ?? r.record.ref, 'session', native, told.id);
  event.phase = 'compacted';
  event.role = 'system';
  event.audience = 'model';
  r.state.compaction = { event: r.out.add(Object.assign(event, change)), told: by };
}

/** `compacted`: the summary, and the history that replaces what went before. */
export function readCompacted(r: Reading, payload: Fields): void {
  const extra = leftovers(payload, new Set(['message']));
  tellCompaction(r, 'compacted', 'c', { said: text(payload['message']), extra });
}
