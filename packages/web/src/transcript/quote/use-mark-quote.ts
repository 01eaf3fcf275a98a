/** Marks the words that a link is to, and brings them into sight once: what hides them in their row is opened. */
import { useEffect } from 'react';
import { usePlace } from '../../route/place.ts';
import type { Reader } from '../reader.ts';
import { hitParts } from './hit.ts';
import { type Part, partOf, quoteIn } from './quote.ts';
import { rangeOf, textOf } from './row-text.ts';

const NAME = 'quoted';

export function useMarkQuote(reader: Reader): void {
  const { query } = usePlace();
  const eventId = query.get('e');
  const quote = quoteIn(query);
  const hit = query.get('hit');
  const key = JSON.stringify([quote, hit]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for what is sought
  useEffect(() => {
    const rows = document.querySelector('.rows-window');
    if ((!quote && !hit) || eventId === null || !rows || !('highlights' in CSS)) return;
    const marker = new Marker(reader, eventId, (text) => {
      if (!quote) return hitParts(text, hit ?? '');
      const part = partOf(text, quote);
      return part ? [part] : [];
    });
    let frame = 0;
    const later = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => marker.mark());
    };
    const observer = new MutationObserver(later);
    observer.observe(rows, { childList: true, subtree: true, characterData: true });
    later();
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      CSS.highlights.delete(NAME);
    };
  }, [reader, eventId, key]);
}

type Seek = (text: string) => readonly Part[];

class Marker {
  readonly #reader: Reader;
  readonly #eventId: string;
  readonly #seek: Seek;
  /** What was done to bring the words to light: first the row is opened, then the rest of long texts is loaded. */
  #isOpened = false;
  #isLoaded = false;
  #isSeen = false;

  constructor(reader: Reader, eventId: string, seek: Seek) {
    this.#reader = reader;
    this.#eventId = eventId;
    this.#seek = seek;
  }

  mark(): void {
    const { store, list } = this.#reader;
    const seq = store.seqOf(this.#eventId);
    if (seq === undefined) return;
    const row = store.callSeq(seq) ?? seq;
    const element = document.querySelector(`[data-row="${row}"]`);
    if (!element || element.getAttribute('data-waits') === '1') return;
    const ranges = this.#seek(textOf(element)).flatMap((part) => rangeOf(element, part) ?? []);
    const [first] = ranges;
    if (!first) {
      this.#bring(row, seq);
      return;
    }
    const highlight = new Highlight(...ranges);
    highlight.priority = 2;
    CSS.highlights.set(NAME, highlight);
    if (!this.#isSeen) list.revealBox(first.getBoundingClientRect());
    this.#isSeen = true;
  }

  /** What changes by it makes the words be looked for again. */
  #bring(row: number, seq: number): void {
    const { store, open } = this.#reader;
    if (!this.#isOpened) {
      this.#isOpened = true;
      open.setAll(row, true);
      return;
    }
    const archived = store.get(seq);
    if (this.#isLoaded || !archived || (archived.cut ?? []).length === 0) return;
    this.#isLoaded = true;
    // Whoever wants the rest can still ask for it by its button.
    store.loadWhole(archived).catch(() => {});
  }
}
