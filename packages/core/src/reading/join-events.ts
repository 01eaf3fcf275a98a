/**
 * One event of what several witnesses tell of it. The best of them counts for text, usage and times; others add what it
 * lacks: streaming deltas, answers to requests, the end of a call. None of them can take away or change what a better one
 * says.
 */
import type { EventDraft } from '../adapters/contract.ts';

/** Accounts of one event, the best first. They are not changed. */
export function joinEvents(accounts: readonly EventDraft[]): EventDraft {
  const [best, ...others] = accounts;
  if (!best) throw new Error('an event needs at least one account');
  return others.reduce(joined, best);
}

/** What belongs to the account itself: another's is of no use to it, or would say something about it that it does not. */
const OWN: ReadonlySet<string> = new Set([
  'id',
  'type',
  'source',
  'sourceSeq',
  'logSeq',
  'branch',
  'hidden',
  'withdrawn',
  'audience',
  'timestamp',
  'timestampSource',
  'redactions',
  'costMicroUsd',
  'pricing',
  'native',
]);

/** Payloads that are joined field by field. */
const PAYLOADS = ['tool', 'permission', 'question'] as const;
const PAYLOAD_NAMES: ReadonlySet<string> = new Set(PAYLOADS);

function joined(best: EventDraft, other: EventDraft): EventDraft {
  // Another thing that has the same id by accident, or to deceive.
  if (other.type !== best.type) return best;
  const event: EventDraft = { ...best };
  const fields = event as Record<string, unknown>;
  for (const [name, value] of Object.entries(other)) {
    if (value === undefined || OWN.has(name) || PAYLOAD_NAMES.has(name)) continue;
    if (name === 'chunks') joinChunks(event, other);
    else if (name === 'extra') event.extra = { ...other.extra, ...event.extra };
    else fields[name] ??= value;
  }
  if (best.text === undefined && other.text !== undefined && other.redactions) event.redactions = other.redactions;
  for (const name of PAYLOADS) if (other[name]) fields[name] = joinPayload(best[name], other[name]);
  joinTime(event, other);
  joinRecords(event, other);
  return event;
}

/** Offsets hold in the text that the deltas made: the same, or its beginning where the stream broke off. */
function joinChunks(event: EventDraft, { chunks, text }: EventDraft): void {
  if (event.chunks || (event.text !== undefined && !(text !== undefined && event.text.startsWith(text)))) return;
  event.chunks = chunks;
}

/** What is still open in the best account may have been closed by another. */
const OPEN: ReadonlySet<unknown> = new Set(['running', 'unknown', 'pending', 'requested']);

function joinPayload(best: object | undefined, other: object): object {
  const payload: Record<string, unknown> = { ...best };
  for (const [name, value] of Object.entries(other)) {
    if (value === undefined) continue;
    if (payload[name] === undefined || (name === 'status' && OPEN.has(payload[name]))) payload[name] = value;
  }
  return payload;
}

/** A recorded time takes the place of one that was inferred. */
function joinTime(event: EventDraft, other: EventDraft): void {
  const isInferred = event.timestamp === undefined || event.timestampSource !== undefined;
  if (!isInferred || other.timestamp === undefined || other.timestampSource !== undefined) return;
  event.timestamp = other.timestamp;
  delete event.timestampSource;
}

/** The records behind the event, with the input that each is in. */
function joinRecords(event: EventDraft, { native }: EventDraft): void {
  if (!native || native.synthetic) return;
  if (!event.native || event.native.synthetic) {
    event.native = native;
    return;
  }
  const { merged = [], ...record } = native;
  const others = merged.map((one) => ({ ...one, ...(record.input === undefined ? {} : { input: record.input }) }));
  event.native = { ...event.native, merged: [...(event.native.merged ?? []), record, ...others] };
}
