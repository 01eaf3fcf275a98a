/**
 * Codex writes most texts twice: as the response item the model saw and as the event a client saw, in an order
 * that changed between versions. The first copy becomes the event, the second joins it.
 */
import { isPlainId } from './native.ts';
import type { Reading, ThreadState, Twin } from './thread-state.ts';

const MAX_TWINS = 32;
const SAMPLES = 20;

/** A number for a text: its length and a few characters of it, enough to tell the texts of one thread apart. */
export function markOf(value: string): number {
  const { length } = value;
  let mark = Math.imul(length ^ 0x811c9dc5, 0x01000193);
  const step = Math.max(1, Math.floor(length / SAMPLES));
  for (let i = length - 1; i >= 0; i -= step) mark = Math.imul(mark ^ value.charCodeAt(i), 0x01000193);
  return mark >>> 0;
}

/** A number for a value of any shape; long strings count by samples, deep values only so far. */
export function markOfValue(value: unknown, depth = 0): number {
  if (typeof value === 'string') return markOf(value);
  if (typeof value !== 'object' || value === null || depth > 6) return markOf(String(value));
  let mark = Array.isArray(value) ? 1 : 2;
  let seen = 0;
  for (const key in value) {
    if (++seen > 256) break;
    mark = Math.imul(mark ^ markOf(key), 0x01000193);
    mark = Math.imul(mark ^ markOfValue((value as Record<string, unknown>)[key], depth + 1), 0x01000193);
  }
  return mark >>> 0;
}

/** The event that already holds this text, if the other stream wrote it. It is handed out once. */
export function takeTwin(state: ThreadState, kind: string, mark: number, stream: Twin['stream']): string | undefined {
  const { twins } = state;
  for (let i = 0; i < twins.length; i++) {
    const twin = twins[i] as Twin;
    if (twin.mark !== mark || twin.kind !== kind || twin.stream === stream) continue;
    // The twin is nearly always the last one; `splice` would make a list of what it takes out.
    for (let j = i + 1; j < twins.length; j++) twins[j - 1] = twins[j] as Twin;
    twins.pop();
    return twin.event;
  }
  return undefined;
}

/** `id` is the native one that the event is named for; without it the event is named for its place, which is plain. */
export function expectTwin(state: ThreadState, twin: Twin, id: string | undefined): void {
  if (id !== undefined && !isPlainId(id)) return;
  state.twins.push(twin);
  if (state.twins.length > (state.room ?? MAX_TWINS)) state.twins.shift();
}

/** Joins the record at hand to the event that has the same id already, or the same text from the other stream. */
export function joinTwin(
  r: Reading,
  twin: { kind: string; mark: number; stream: Twin['stream']; native: string; id?: string; extra?: object },
): string | undefined {
  const event = takeTwin(r.state, twin.kind, twin.mark, twin.stream);
  if (event === undefined) return undefined;
  const change = { native: r.record.native(twin.native, twin.id), extra: twin.extra as Record<string, unknown> };
  return r.out.patch(event, change) ? event : undefined;
}
