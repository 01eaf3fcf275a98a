/** The text of a row as the page shows it, between its parts and the places in it. */
import type { Part } from './quote.ts';

/** What belongs to the page and not to the event. */
const APART = '.row-actions, .row-time, .visually-hidden';

export function textOf(row: Element): string {
  return [...nodesOf(row)].map(({ data }) => data).join('');
}

/** The part of a row's text that a selection covers. */
export function selectedPart(row: Element, selected: Range): Part | undefined {
  let [total, start, end] = [0, -1, -1];
  for (const node of nodesOf(row)) {
    if (selected.intersectsNode(node)) {
      const from = node === selected.startContainer ? selected.startOffset : 0;
      const to = node === selected.endContainer ? selected.endOffset : node.length;
      if (to > from && start < 0) start = total + from;
      if (to > from) end = total + to;
    }
    total += node.length;
  }
  return start < 0 ? undefined : { start, end };
}

export function rangeOf(row: Element, { start, end }: Part): Range | undefined {
  const range = new Range();
  let [total, begun] = [0, false];
  for (const node of nodesOf(row)) {
    if (!begun && start < total + node.length) {
      range.setStart(node, start - total);
      begun = true;
    }
    if (begun && end <= total + node.length) {
      range.setEnd(node, end - total);
      return range;
    }
    total += node.length;
  }
  return undefined;
}

function* nodesOf(row: Element): Iterable<Text> {
  const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.parentElement?.closest(APART)) yield node as Text;
  }
}
