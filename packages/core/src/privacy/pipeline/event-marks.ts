/**
 * One number for each event of the first pass. When the second pass gets another event in its place, because the source
 * changed in between, the numbers differ and the event is scanned as if nothing were known about it.
 */
import type { Event } from '../../transcript.ts';
import { hashOf } from './marked-texts.ts';

export class EventMarks {
  private marks = new Int32Array(1024);
  private count = 0;

  add(event: Event): void {
    if (this.count === this.marks.length) {
      const larger = new Int32Array(2 * this.count);
      larger.set(this.marks);
      this.marks = larger;
    }
    this.marks[this.count++] = markOf(event);
  }

  /** The event that was added as number `i`, as far as that can be told. */
  isSame(event: Event, i: number): boolean {
    return i < this.count && this.marks[i] === markOf(event);
  }
}

function markOf(event: Event): number {
  const { id, seq, type, text, tool, parts } = event as Partial<Event>;
  let mark = hashOf(String(id), Number(seq) | 0);
  for (const part of [type, text, tool?.output, tool?.stdout]) if (typeof part === 'string') mark = hashOf(part, mark);
  return mark ^ Object.keys(event).length ^ ((Array.isArray(parts) ? parts.length : 0) << 8);
}
