/** A row as elements. Words of the session are only ever set as text: nothing in them can become markup. */
import { jsonLines } from '../src/formats/html/json-lines.ts';
import { type Body, FOLDED_CHARACTERS, FOLDED_LINES, ROW_HEADS, ROW_KINDS, type Row } from '../src/formats/html/row.ts';

export interface ViewOptions {
  readonly time: number | null;
  readonly open: boolean;
  image(hash: string): string | undefined;
  /** Called when the reader wants to see all of it, or less again. */
  toggle(): void;
}

export function rowView(row: Row, number: number, options: ViewOptions): HTMLElement {
  const [kind, , head, note, from, bodies] = row;
  const view = element('article', { className: ROW_KINDS[kind] });
  const title = element('header');
  const notes = [note, from && `in ${from}`].filter((text) => text).join(' · ');
  title.append(element('b', { textContent: head || (ROW_HEADS[kind] ?? '') }));
  if (notes) title.append(element('span', { textContent: notes }));
  title.append(linkTo(number, options.time));
  view.append(title);
  let foldable = 0;
  for (const body of bodies) foldable += addBody(view, body, options);
  if (foldable > 0) {
    const textContent = options.open ? 'Show less' : `Show all (${foldable} more characters)`;
    const button = element('button', { textContent });
    button.addEventListener('click', () => options.toggle());
    view.append(button);
  }
  return view;
}

function linkTo(number: number, time: number | null): HTMLElement {
  const at = time === null ? undefined : new Date(time);
  return element('a', {
    href: `#e${number + 1}`,
    textContent: at?.toLocaleTimeString() ?? `#${number + 1}`,
    title: `Link to event ${number + 1}${at ? `, ${at.toISOString()}` : ''}`,
  });
}

/** Returns the number of characters that are hidden when the row is folded. */
function addBody(view: HTMLElement, [kind, packed]: Body, { open, image }: ViewOptions): number {
  if (kind === 'i') {
    const address = image(packed);
    view.append(address ? element('img', { src: address, alt: 'Image' }) : element('p', { textContent: '[image]' }));
    return 0;
  }
  const text = kind === 'j' ? jsonLines(packed) : packed;
  const short = folded(text);
  const shown = open ? text : short;
  if (kind !== 'p') view.append(element('pre', { textContent: shown, className: kind === 'd' ? 'diff' : '' }));
  else
    for (const [isCode, words] of segments(shown)) view.append(element(isCode ? 'pre' : 'p', { textContent: words }));
  return text.length - short.length;
}

/** The first lines, unless hardly more would be hidden. */
function folded(text: string): string {
  let end = -1;
  for (let lines = 0; lines < FOLDED_LINES; lines++) {
    const next = text.indexOf('\n', end + 1);
    if (next < 0) {
      end = text.length;
      break;
    }
    end = next;
  }
  const cut = Math.min(end, FOLDED_CHARACTERS);
  return text.length - cut < 200 && end === text.length ? text : text.slice(0, cut);
}

/** Prose and the code blocks in it, by their fences. Few enough that a row stays small. */
function segments(text: string): [isCode: boolean, words: string][] {
  const parts = text.split(/^ {0,3}```[^\n]*$/m);
  if (parts.length < 3 || parts.length > 9) return [[false, text]];
  return parts
    .map((part, index): [boolean, string] => [index % 2 === 1, part.replace(/^\n|\n$/g, '')])
    .filter(([, words]) => words !== '');
}

export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
): HTMLElementTagNameMap[Tag] {
  return Object.assign(document.createElement(tag), properties);
}
