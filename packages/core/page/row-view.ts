/** A row as elements. Words of the session are only ever set as text: nothing in them can become markup. */
import { jsonLines } from '../src/formats/html/json-lines.ts';
import { type Body, FOLDED_CHARACTERS, FOLDED_LINES, ROW_KINDS, type Row } from '../src/formats/html/row.ts';

export interface ViewOptions {
  readonly open: boolean;
  image(hash: string): string | undefined;
  /** Called when the reader wants to see all of it, or less again. */
  toggle(): void;
}

export function rowView(row: Row, number: number, options: ViewOptions): HTMLElement {
  const [kind, at, head, note, from, bodies] = row;
  const view = element('article', { className: ROW_KINDS[kind] });
  const notes = [note, from && `in ${from}`].filter((text) => text).join(' · ');
  const link = element('a', { href: `#e${number + 1}`, textContent: timeOf(at) || `#${number + 1}` });
  link.title = `Link to event ${number + 1}${at ? `, ${at}` : ''}`;
  const title = element('header');
  title.append(element('b', { textContent: head }));
  if (notes) title.append(element('span', { textContent: notes }));
  title.append(link);
  view.append(title);
  let hidden = 0;
  for (const body of bodies) hidden += addBody(view, body, options);
  if (hidden > 0 || options.open) {
    const button = element('button', {
      textContent: options.open ? 'Show less' : `Show all (${hidden} more characters)`,
    });
    button.addEventListener('click', () => options.toggle());
    if (hidden > 0 || bodies.some(([, text]) => folded(text) !== text)) view.append(button);
  }
  return view;
}

/** Returns the number of characters that are not shown. */
function addBody(view: HTMLElement, [kind, packed]: Body, { open, image }: ViewOptions): number {
  if (kind === 'i') {
    const address = image(packed);
    view.append(address ? element('img', { src: address, alt: 'Image' }) : element('p', { textContent: '[image]' }));
    return 0;
  }
  const text = kind === 'j' ? jsonLines(packed) : packed;
  const shown = open ? text : folded(text);
  if (kind === 'p')
    for (const [isCode, words] of segments(shown)) view.append(element(isCode ? 'pre' : 'p', { textContent: words }));
  else view.append(element('pre', { textContent: shown, className: kind === 'd' ? 'diff' : '' }));
  return text.length - shown.length;
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
  const parts = text.split(/^ {0,3}```[^\n]*$/m, 9);
  if (parts.length < 3) return [[false, text]];
  const rest = text.split(/^ {0,3}```[^\n]*$/m).length > parts.length;
  if (rest) return [[false, text]];
  return parts
    .map((part, index): [boolean, string] => [index % 2 === 1, part.replace(/^\n|\n$/g, '')])
    .filter(([, words]) => words !== '');
}

function timeOf(at: string): string {
  const time = new Date(at);
  return at === '' || Number.isNaN(time.getTime()) ? '' : time.toLocaleTimeString();
}

export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
): HTMLElementTagNameMap[Tag] {
  return Object.assign(document.createElement(tag), properties);
}
