/** Output of a tool: its beginning, with colours; the rest when it is asked for. */
import { useMemo, useRef } from 'react';
import { numberedLines } from '../syntax/code-lines.ts';
import type { Language } from '../syntax/languages.ts';
import { useMarks } from '../syntax/use-marks.ts';
import { useSyntax } from '../syntax/use-syntax.ts';
import { readAnsi } from './ansi.ts';

/** More is not put into the page at once; it can be had as raw text. */
const LONGEST = 1_000_000;

interface OutputProps {
  text: string;
  lines: number;
  className?: string;
  /** Of what a file was read from, or of a command. */
  language?: Language | undefined;
}

export function Output({ text, lines, className = '', language }: OutputProps) {
  const element = useRef<HTMLPreElement>(null);
  const shown = useMemo(() => readAnsi(beginningOf(text, lines)), [text, lines]);
  useMarks(element, shown.text, shown.marks);
  useSyntax(element, shown.text, { language, codes: () => [numberedLines(shown.text)] });
  return (
    <pre ref={element} className={`output ${className}`}>
      {shown.text}
    </pre>
  );
}

/** So many lines, and no line longer than all of them should be. */
export function beginningOf(text: string, lines: number): string {
  const most = Math.min(LONGEST, lines === Number.POSITIVE_INFINITY ? LONGEST : lines * 240);
  let end = -1;
  for (let line = 0; line < lines; line++) {
    const next = text.indexOf('\n', end + 1);
    if (next < 0 || next > most) return text.slice(0, most);
    end = next;
  }
  return text.slice(0, Math.min(end, most));
}

export const isLonger = (text: string, lines: number): boolean =>
  beginningOf(text, lines).length < text.trimEnd().length;

export function lineCountOf(text: string): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < text.length - 1; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
