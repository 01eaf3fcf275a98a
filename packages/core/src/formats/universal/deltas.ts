/** The text of an item as the pieces in which it came; where nobody recorded them it comes in one. */
import type { Chunk } from '../../transcript.ts';

export interface Delta {
  readonly text: string;
  /** When it came, if that was recorded. */
  readonly time?: string;
  /** The agent streamed this piece. */
  readonly native: boolean;
}

/** `whole` is all text of the item, of which `chunks` divide the beginning: the event's own text of that length. */
export function deltasOf(whole: string, chunks: readonly Chunk[], length: number): Delta[] {
  const places = startsOf(chunks, length);
  const deltas: Delta[] = [];
  const first = places[0] ?? 0;
  if (first > 0) deltas.push({ text: whole.slice(0, first), native: false });
  places.forEach((start, index) => {
    const time = chunks[index]?.time;
    deltas.push({ text: whole.slice(start, places[index + 1] ?? length), native: true, ...(time ? { time } : {}) });
  });
  const rest = whole.slice(places.length > 0 ? length : 0);
  if (rest !== '') deltas.push({ text: rest, native: false });
  return deltas;
}

/** Offsets only grow and stay inside the text: what was redacted since may have moved or swallowed some. */
function startsOf(chunks: readonly Chunk[], length: number): number[] {
  let least = 0;
  return chunks.map(({ offset }) => {
    least = Math.min(length, Math.max(least, offset));
    return least;
  });
}
