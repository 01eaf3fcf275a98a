/** The page: rows as they come into sight, filters, finding, prompts, and links to events. */
import { Data } from './data.ts';
import { canMark, Find, rangeOf } from './find.ts';
import { RowList } from './list.ts';
import { element } from './row-view.ts';

const FILTERS: readonly (readonly [label: string, kinds: string, isOn: boolean])[] = [
  ['Conversation', 'uaqe', true],
  ['Thinking', 'r', true],
  ['Tools', 'co', true],
  ['System', 's', true],
  ['Other', 'm', false],
];

async function start(): Promise<void> {
  const view = element('main', { tabIndex: 0 });
  const bar = element('nav');
  document.body.append(bar, view);
  const data = await Data.open(document);
  const list = new RowList(data, view);
  const boxes = FILTERS.map(([label, kinds, checked]) => ({
    kinds,
    label,
    box: element('input', { type: 'checkbox', checked }),
  }));
  const filter = () => {
    const shown = boxes.flatMap(({ kinds, box }) => (box.checked ? [...kinds] : [])).join('');
    list.filter((kind) => shown.includes(kind));
  };
  const goTo = (row: number, open = false) => {
    if (row < 0 || row >= data.length || list.goTo(row, open)) return;
    for (const { kinds, box } of boxes) box.checked ||= kinds.includes(data.index.kinds[row] ?? ' ');
    filter();
    list.goTo(row, open);
  };
  const find = new Find(data, (row) => goTo(row, true));
  list.onDraw = () => {
    find.mark(list.window);
    markDiffs(list.window);
  };
  const prompt = (by: number) => goTo(nextPrompt(data.index.kinds, list.current, by));
  bar.append(
    ...find.controls,
    button('Previous prompt', '↑', () => prompt(-1)),
    button('Next prompt', '↓', () => prompt(1)),
  );
  for (const { label, box } of boxes) {
    const line = element('label');
    line.append(box, label);
    box.addEventListener('change', filter);
    bar.append(line);
  }
  const follow = () => goTo(Number(/^#e(\d+)$/.exec(location.hash)?.[1] ?? 0) - 1);
  addEventListener('hashchange', follow);
  addEventListener('keydown', (event) => shortcut(event, find));
  filter();
  follow();
}

function nextPrompt(kinds: string, from: number, by: number): number {
  return by > 0 ? kinds.indexOf('u', from + 1) : from > 0 ? kinds.lastIndexOf('u', from - 1) : -1;
}

function button(title: string, textContent: string, act: () => void): HTMLButtonElement {
  const made = element('button', { title, textContent });
  made.addEventListener('click', act);
  return made;
}

/** The browser's own find sees only what is in the page; pressed twice it is there all the same. */
function shortcut(event: KeyboardEvent, find: Find): void {
  const isFind = event.key.toLowerCase() === 'f' && (event.ctrlKey || event.metaKey);
  const isSlash = event.key === '/' && !(event.target instanceof HTMLInputElement);
  if ((!isFind && !isSlash) || (isFind && find.hasFocus)) return;
  event.preventDefault();
  find.focus();
}

/** Colours for added and removed lines, without an element for each. */
function markDiffs(within: HTMLElement): void {
  if (!canMark) return;
  const [added, removed] = [new Highlight(), new Highlight()];
  for (const { firstChild } of within.querySelectorAll('.diff')) {
    const text = firstChild?.textContent ?? '';
    for (let start = 0; start < text.length && firstChild; ) {
      const end = text.indexOf('\n', start) < 0 ? text.length : text.indexOf('\n', start);
      if (text[start] === '+') added.add(rangeOf(firstChild, start, end));
      if (text[start] === '-') removed.add(rangeOf(firstChild, start, end));
      start = end + 1;
    }
  }
  CSS.highlights.set('added', added);
  CSS.highlights.set('removed', removed);
}

start().catch((error: unknown) => {
  document.body.append(element('p', { textContent: `This browser cannot unpack the session (${error}).` }));
});
