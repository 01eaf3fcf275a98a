/** Marks what was found in the rows that are in the page. */
import { useEffect } from 'react';
import { markRows } from './mark-rows.ts';
import type { Reader } from './reader.ts';

export function useMarkFound(reader: Reader, words: string): void {
  useEffect(() => {
    const pattern = patternOf(words);
    const onMarks = (ranges: readonly Range[]) => reader.revealFound(ranges);
    const marks = pattern && markRows(pattern, { name: 'found', priority: 1, onMarks });
    if (!marks) return;
    const stop = reader.onFound(marks.again);
    return () => {
      stop();
      marks.stop();
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
