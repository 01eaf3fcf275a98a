/** Marks what fits a pattern in the rows that are in the page, as highlights: no element is added. */
const MOST_MARKS = 500;

export interface RowMarks {
  /** Looks again, soon. */
  readonly again: () => void;
  readonly stop: () => void;
}

/** The name is that of the highlight in the style sheet; of several on the same text the one of higher priority is seen. */
export function markRows(
  pattern: RegExp,
  { name, priority, onMarks }: { name: string; priority: number; onMarks?: (ranges: readonly Range[]) => void },
): RowMarks | undefined {
  const rows = document.querySelector('.rows-window');
  if (!rows || !('highlights' in CSS)) return undefined;
  let frame = 0;
  const mark = () => {
    const ranges = rangesOf(rows, pattern);
    const highlight = new Highlight(...ranges);
    highlight.priority = priority;
    CSS.highlights.set(name, highlight);
    onMarks?.(ranges);
  };
  const again = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(mark);
  };
  const observer = new MutationObserver(again);
  observer.observe(rows, { childList: true, subtree: true, characterData: true });
  again();
  return {
    again,
    stop: () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      CSS.highlights.delete(name);
    },
  };
}

/** Hits in texts of this length at most: a pattern of the reader's could take long on more. */
const LONGEST = 200_000;

function rangesOf(rows: Element, pattern: RegExp): Range[] {
  const ranges: Range[] = [];
  const texts = document.createTreeWalker(rows, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node && ranges.length < MOST_MARKS; node = texts.nextNode()) {
    const text = node.textContent ?? '';
    if (text.length > LONGEST) continue;
    for (const match of text.matchAll(pattern)) {
      if (match[0] === '' || ranges.length >= MOST_MARKS) break;
      const range = new Range();
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      ranges.push(range);
    }
  }
  return ranges;
}
