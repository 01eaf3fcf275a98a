/**
 * Colours for parts of a text without an element for each: the browser paints ranges by the name of a highlight, whose
 * colours are in the style sheet. Browsers without highlights show the text alone.
 */
import { type RefObject, useLayoutEffect } from 'react';
import type { Mark } from '../content/ansi.ts';

const canMark = typeof CSS !== 'undefined' && 'highlights' in CSS;

function highlightOf(name: string): Highlight {
  let highlight = CSS.highlights.get(name);
  if (!highlight) {
    highlight = new Highlight();
    CSS.highlights.set(name, highlight);
  }
  return highlight;
}

/** Marks the text of an element whose only child is that text. */
export function useMarks(element: RefObject<HTMLElement | null>, text: string, marks: readonly Mark[]): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is another node
  useLayoutEffect(() => {
    const node = element.current?.firstChild;
    if (!canMark || !(node instanceof Text) || marks.length === 0) return;
    const { length } = node.data;
    const made = marks.flatMap(({ start, end, style }) => {
      if (start >= length) return [];
      const range = new StaticRange({
        startContainer: node,
        startOffset: start,
        endContainer: node,
        endOffset: Math.min(end, length),
      });
      const highlight = highlightOf(style);
      highlight.add(range);
      return [{ highlight, range }];
    });
    return () => {
      for (const { highlight, range } of made) highlight.delete(range);
    };
  }, [element, text, marks]);
}
