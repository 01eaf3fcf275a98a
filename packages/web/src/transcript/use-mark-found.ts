/** Marks what was found in the rows that are in the page, as highlights: no element is added. */
import { useEffect } from 'react';
import type { Reader } from './reader.ts';

const MOST_MARKS = 500;
const NAME = 'found';

export function useMarkFound(reader: Reader, words: string): void {
  useEffect(() => {
    const pattern = patternOf(words);
    const rows = document.querySelector('.rows-window');
    if (!pattern || !rows || !('highlights' in CSS)) return;
    let frame = 0;
    const mark = () => {
      const ranges = rangesOf(rows, pattern);
      const highlight = new Highlight(...ranges);
      highlight.priority = 1;
      CSS.highlights.set(NAME, highlight);
      reader.revealFound(ranges);
    };
    const later = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(mark);
    };
    const observer = new MutationObserver(later);
    observer.observe(rows, { childList: true, subtree: true, characterData: true });
    const stop = reader.onFound(later);
    later();
    return () => {
      stop();
      observer.disconnect();
      cancelAnimationFrame(frame);
      CSS.highlights.delete(NAME);
    };
  }, [reader, words]);
}

/** Every word by itself, a quoted phrase as it stands, or the regular expression between slashes. */
export function patternOf(words: string): RegExp | undefined {
  const expression = /^\/(.+)\/[a-z]*$/.exec(words.trim())?.[1];
  if (expression !== undefined) return compiled(expression);
  const pieces = [...words.matchAll(/"([^"]+)"|(\S+)/g)].map(([, phrase, word]) => escaped(phrase ?? word ?? ''));
  return pieces.length === 0 ? undefined : compiled(pieces.join('|'));
}

function compiled(source: string): RegExp | undefined {
  try {
    const pattern = new RegExp(source, 'giu');
    return pattern.test('') ? undefined : pattern;
  } catch {
    return undefined;
  }
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

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
