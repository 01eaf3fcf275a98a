/** Covers, in the rows that are in the page, what a profile takes out. A click uncovers a piece; nothing is added to the rows. */
import type { PreviewAnswer } from '@hansard/client';
import { useEffect } from 'react';
import { rangeOf, textOf } from '../quote/row-text.ts';
import type { Reader } from '../reader.ts';
import { coveredParts, piecesByEvent } from './covered.ts';

const NAME = 'covered';
/** Longer rows are folded; whoever opens one waits for no search in it. */
const LONGEST = 200_000;

export function useCover(reader: Reader, preview: PreviewAnswer | undefined, revealed: boolean): void {
  useEffect(() => {
    const rows = document.querySelector('.rows-window');
    if (!preview || revealed || !rows || !('highlights' in CSS)) return;
    const cover = new Cover(reader, preview);
    let frame = 0;
    const later = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => cover.draw(rows));
    };
    const onClick = (event: Event) => {
      if (event instanceof MouseEvent && cover.uncover(event)) {
        event.preventDefault();
        event.stopPropagation();
        later();
      }
    };
    const observer = new MutationObserver(later);
    observer.observe(rows, { childList: true, subtree: true, characterData: true });
    rows.addEventListener('click', onClick, { capture: true });
    later();
    return () => {
      observer.disconnect();
      rows.removeEventListener('click', onClick, { capture: true });
      cancelAnimationFrame(frame);
      CSS.highlights.delete(NAME);
    };
  }, [reader, preview, revealed]);
}

class Cover {
  readonly #reader: Reader;
  readonly #pieces: ReadonlyMap<string, readonly string[]>;
  /** Row and text of what was uncovered. */
  readonly #seen = new Set<string>();
  #drawn: { readonly name: string; readonly range: Range }[] = [];

  constructor(reader: Reader, preview: PreviewAnswer) {
    this.#reader = reader;
    this.#pieces = piecesByEvent(preview);
  }

  draw(rows: Element): void {
    const byRow = this.#byRow();
    this.#drawn = [...rows.querySelectorAll('[data-row]')].flatMap((row) => this.#inRow(row, byRow));
    const highlight = new Highlight(...this.#drawn.map(({ range }) => range));
    highlight.priority = 3;
    CSS.highlights.set(NAME, highlight);
  }

  /** Whether there was something covered where the pointer is. */
  uncover({ clientX, clientY }: MouseEvent): boolean {
    const found = this.#drawn.filter(({ range }) =>
      [...range.getClientRects()].some(
        ({ left, right, top, bottom }) => clientX >= left && clientX <= right && clientY >= top && clientY <= bottom,
      ),
    );
    for (const { name } of found) this.#seen.add(name);
    return found.length > 0;
  }

  /** A result is shown in the row of its call. */
  #byRow(): Map<number, string[]> {
    const { store } = this.#reader;
    const rows = new Map<number, string[]>();
    for (const [event, pieces] of this.#pieces) {
      const seq = store.seqOf(event);
      if (seq === undefined) continue;
      const row = store.callSeq(seq) ?? seq;
      rows.set(row, [...(rows.get(row) ?? []), ...pieces]);
    }
    return rows;
  }

  #inRow(row: Element, byRow: ReadonlyMap<number, readonly string[]>) {
    const number = row.getAttribute('data-row') ?? '';
    const pieces = byRow.get(Number(number));
    if (!pieces) return [];
    const text = textOf(row);
    if (text.length > LONGEST) return [];
    return coveredParts(text, pieces).flatMap((part) => {
      const name = `${number} ${text.slice(part.start, part.end)}`;
      const range = this.#seen.has(name) ? undefined : rangeOf(row, part);
      return range ? [{ name, range }] : [];
    });
  }
}
