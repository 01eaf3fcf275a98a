/**
 * An event as a line of a segment. `seq` and `sourceSeq` follow from where it stands, so they are left out where they say
 * just that: events that turn up late in the middle of a session then change no line but their own.
 */
import { PRIMARY_SOURCE } from '../events/source-path.ts';
import type { Event } from '../transcript.ts';

/** Numbers events as a document does: from 1, and from 1 within each source. */
export class EventNumbers {
  #seq = 0;
  readonly #sources = new Map<string, number>();

  next({ source = PRIMARY_SOURCE }: Pick<Event, 'source'>): { readonly seq: number; readonly sourceSeq: number } {
    const sourceSeq = (this.#sources.get(source) ?? 0) + 1;
    this.#sources.set(source, sourceSeq);
    return { seq: ++this.#seq, sourceSeq };
  }
}

/** Marks a line whose event has no `sourceSeq` although one follows from its place. */
export const NO_NUMBER = 0;

/** Events must be given in the order of the document. */
export class LineWriter {
  readonly #numbers = new EventNumbers();

  line(event: Event): string {
    const { seq, sourceSeq } = this.#numbers.next(event);
    const { seq: ownSeq, sourceSeq: own, ...rest } = event;
    if (ownSeq === seq && own === sourceSeq) return JSON.stringify(rest);
    return JSON.stringify({
      ...rest,
      ...(ownSeq === seq ? {} : { seq: ownSeq }),
      ...(own === sourceSeq ? {} : { sourceSeq: own ?? NO_NUMBER }),
    });
  }
}

/** Puts the numbers back. Lines must be given in the order of the document. */
export class LineReader {
  readonly #numbers = new EventNumbers();

  event(line: string): Event {
    const written = JSON.parse(line) as Event;
    const place = this.#numbers.next(written);
    const { seq = place.seq, sourceSeq = place.sourceSeq, ...rest } = written;
    return { ...rest, seq, ...(sourceSeq === NO_NUMBER ? {} : { sourceSeq }) };
  }
}
