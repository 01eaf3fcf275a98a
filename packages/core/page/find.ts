/** Finding words in all rows, those that are not in the page too, and marking them where they are. */
import { jsonLines } from '../src/formats/html/json-lines.ts';
import type { Row } from '../src/formats/html/row.ts';
import type { Data } from './data.ts';
import { element } from './row-view.ts';

const MOST_MARKS = 300;

export class Find {
  readonly #data: Data;
  readonly #goTo: (row: number) => void;
  readonly #input = element('input', { type: 'search', placeholder: 'Find', ariaLabel: 'Find in the whole session' });
  readonly #count = element('output');
  #query = '';
  #found: number[] = [];
  #at = -1;
  #finished = true;
  #search = 0;

  constructor(data: Data, goTo: (row: number) => void) {
    this.#data = data;
    this.#goTo = goTo;
    this.#input.addEventListener('input', () => void this.#start());
    this.#input.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') this.step(event.shiftKey ? -1 : 1);
      if (event.key === 'Escape') this.#input.blur();
    });
  }

  get controls(): HTMLElement[] {
    return [this.#input, this.#count];
  }

  get hasFocus(): boolean {
    return document.activeElement === this.#input;
  }

  focus(): void {
    this.#input.focus();
    this.#input.select();
  }

  step(by: number): void {
    const { length } = this.#found;
    if (length === 0) return;
    this.#at = (this.#at + by + length) % length;
    this.#tell();
    this.#goTo(this.#found[this.#at] as number);
  }

  async #start(): Promise<void> {
    const search = ++this.#search;
    this.#query = this.#input.value.toLowerCase();
    this.#found = [];
    this.#at = -1;
    this.#finished = this.#query === '';
    this.#tell();
    for (let block = 0; block < this.#data.blocks && !this.#finished; block++) {
      const rows = await this.#data.load(block);
      if (search !== this.#search) return;
      const start = this.#data.starts[block] ?? 0;
      rows.forEach((row, index) => {
        if (wordsOf(row).toLowerCase().includes(this.#query)) this.#found.push(start + index);
      });
      if (this.#at < 0 && this.#found.length > 0) this.step(1);
      this.#tell();
    }
    this.#finished = true;
    this.#tell();
  }

  #tell(): void {
    const { length } = this.#found;
    const more = this.#finished ? '' : '…';
    this.#count.textContent = this.#query === '' ? '' : `${length > 0 ? this.#at + 1 : 0} of ${length}${more}`;
  }

  /** Marks what is found in the rows that are in the page. */
  mark(within: HTMLElement): void {
    if (!canMark) return;
    const marks = new Highlight();
    if (this.#query !== '') {
      const texts = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node && marks.size < MOST_MARKS; node = texts.nextNode()) {
        const text = (node.textContent ?? '').toLowerCase();
        for (
          let at = text.indexOf(this.#query);
          at >= 0 && marks.size < MOST_MARKS;
          at = text.indexOf(this.#query, at + 1)
        ) {
          marks.add(rangeOf(node, at, at + this.#query.length));
        }
      }
    }
    CSS.highlights.set('found', marks);
  }
}

/** Older browsers show the same page without marks. */
export const canMark = 'highlights' in CSS;

export function rangeOf(node: Node, start: number, end: number): Range {
  const range = new Range();
  const { length } = node.textContent ?? '';
  range.setStart(node, Math.min(start, length));
  range.setEnd(node, Math.min(end, length));
  return range;
}

function wordsOf([, , head, note, from, body]: Row): string {
  return [
    head,
    note,
    from,
    ...body.map(([kind, text]) => (kind === 'j' ? jsonLines(text) : kind === 'i' ? '' : text)),
  ].join('\n');
}
