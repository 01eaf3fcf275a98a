/**
 * What a profile changed in a transcript, place by place: the text before, and what stands there now. The receipt only
 * knows places in the redacted text; what was there before is found by laying both texts beside each other.
 */

import { textOf } from '../privacy/receipt/field-text.ts';
import type { Event, Redaction, Transcript } from '../transcript.ts';
import { textBefore } from './renamed-fields.ts';

export interface Change {
  /** The event it is in; undefined for what is said about the session as a whole. */
  readonly event?: { readonly id: string; readonly seq: number; readonly type: string; readonly timestamp: string };
  readonly field: string;
  readonly ruleId: string;
  readonly type: string;
  readonly placeholder: string;
  /** What was taken out; undefined where the field itself is gone. */
  readonly before?: string;
  /** What stands around it, up to a line's end. */
  readonly lead: string;
  readonly tail: string;
}

/** In the order of the transcript, the head first. `redacted` was made from `original`. */
export function* changesOf(original: Transcript, redacted: Transcript): Generator<Change> {
  yield* changesIn(original, redacted, redacted.privacy?.redactions ?? []);
  for (const [i, event] of redacted.events.entries()) {
    const before = original.events[i];
    if (!event.redactions?.length || !before) continue;
    const { id, seq, type, timestamp } = before;
    for (const change of changesIn(before, event, event.redactions)) {
      yield { ...change, event: { id, seq, type, timestamp } };
    }
  }
}

function* changesIn(before: object, after: object, records: readonly Redaction[]): Generator<Change> {
  for (const group of fieldsOf(records)) {
    const [first] = group as [Redaction];
    const old = textBefore(before, after, first);
    const now = first.key ? withoutNumber(textOf(after, first), old) : textOf(after, first);
    const spans = old === undefined || now === undefined ? [] : spansBefore(old, now, group);
    for (const [i, record] of group.entries()) {
      const { field, ruleId, type, placeholder, start = 0, end = 0 } = record;
      const span = spans[i];
      yield {
        field,
        ruleId,
        type,
        placeholder,
        ...(span && old !== undefined ? { before: old.slice(span.start, span.end) } : {}),
        lead: lineBefore(now ?? '', start),
        tail: lineBehind(now ?? '', end),
      };
    }
  }
}

/** Names that came out the same were told apart by a number. */
function withoutNumber(name: string | undefined, before: string | undefined): string | undefined {
  const number = name === undefined ? undefined : /#\d+$/.exec(name)?.[0];
  return number === undefined || before?.endsWith(number) ? name : name?.slice(0, -number.length);
}

/** Records of one text together, in the order of their places. */
function fieldsOf(records: readonly Redaction[]): Redaction[][] {
  const groups = new Map<string, Redaction[]>();
  for (const record of records) {
    const key = `${record.field}\n${record.key === true}\n${record.encoding ?? ''}`;
    const group = groups.get(key);
    if (group) group.push(record);
    else groups.set(key, [record]);
  }
  return [...groups.values()].map((group) => group.sort((a, b) => (a.start ?? 0) - (b.start ?? 0)));
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Where in the old text stood what the placeholders replace: between the stretches that stayed. Empty when these are
 * not found in their order, because the text was changed in other ways, too.
 */
export function spansBefore(old: string, now: string, places: readonly Redaction[]): readonly Span[] {
  const spans: Span[] = [];
  let [cursor, at] = [0, 0];
  for (const [i, { start, end }] of places.entries()) {
    if (start === undefined || end === undefined || start < at) return [];
    const kept = now.slice(at, start);
    const found = i === 0 ? (old.startsWith(kept) ? 0 : -1) : old.indexOf(kept, cursor);
    if (found < 0 || (i > 0 && kept === '')) return [];
    const last = spans.at(-1);
    if (last) spans[spans.length - 1] = { start: last.start, end: found };
    cursor = found + kept.length;
    spans.push({ start: cursor, end: old.length });
    at = end;
  }
  const [rest, last] = [now.slice(at), spans.at(-1)];
  if (!last || !old.endsWith(rest) || old.length - rest.length < last.start) return [];
  spans[spans.length - 1] = { start: last.start, end: old.length - rest.length };
  return spans;
}

const AROUND = 40;

const lineBefore = (text: string, start: number): string =>
  text.slice(Math.max(0, start - AROUND, text.lastIndexOf('\n', Math.max(0, start - 1)) + 1), start);

function lineBehind(text: string, end: number): string {
  const stop = text.indexOf('\n', end);
  return text.slice(end, Math.min(end + AROUND, stop < 0 ? text.length : stop));
}

/** Events of which only a note is left. */
export function droppedEvents(original: readonly Event[], redacted: readonly Event[]): number {
  return original.filter(({ type }, i) => redacted[i]?.type !== type).length;
}
