/** Marks the words that a link is to, and brings them into sight once: what hides them in their row is opened. */
import { useEffect } from 'react';
import { usePlace } from '../../route/place.ts';
import type { Reader } from '../reader.ts';
import { partOf, type Quote, quoteIn } from './quote.ts';
import { rangeOf, textOf } from './row-text.ts';

const NAME = 'quoted';

export function useMarkQuote(reader: Reader): void {
  const { query } = usePlace();
  const eventId = query.get('e');
  const quote = quoteIn(query);
  const key = JSON.stringify(quote);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the quote
  useEffect(() => {
    const rows = document.querySelector('.rows-window');
    if (!quote || eventId === null || !rows || !('highlights' in CSS)) return;
    const marker = new Marker(reader, eventId, quote);
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

class Marker {
  readonly #reader: Reader;
  readonly #eventId: string;
  readonly #quote: Quote;
  #isOpened = false;
  #isSeen = false;

  constructor(reader: Reader, eventId: string, quote: Quote) {
    this.#reader = reader;
    this.#eventId = eventId;
    this.#quote = quote;
  }

  mark(): void {
    const { store, open, list } = this.#reader;
    const seq = store.seqOf(this.#eventId);
    if (seq === undefined) return;
    const row = store.callSeq(seq) ?? seq;
    const element = document.querySelector(`[data-row="${row}"]`);
    if (!element) return;
    const part = partOf(textOf(element), this.#quote);
    const range = part && rangeOf(element, part);
    if (!range) {
      if (!this.#isOpened) open.setAll(row, true);
      this.#isOpened = true;
      return;
    }
    const highlight = new Highlight(range);
    highlight.priority = 2;
    CSS.highlights.set(NAME, highlight);
    if (!this.#isSeen) list.revealBox(range.getBoundingClientRect());
    this.#isSeen = true;
  }
}
