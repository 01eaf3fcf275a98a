/** Colours the code in an element whose only child is its text, once the colours are known. */
import { type RefObject, useEffect, useMemo, useState } from 'react';
import type { Mark } from '../content/ansi.ts';
import { type CodeLine, codeOf, placedMarks } from './code-lines.ts';
import { colourCode, LONGEST } from './colour-code.ts';
import type { Language } from './languages.ts';
import { useMarks } from './use-marks.ts';

/** Code that reads as one, though its lines may stand apart: each side of a diff is one. */
export type CodeText = readonly CodeLine[];

const NONE: readonly Mark[] = [];

export function useSyntax(
  element: RefObject<HTMLElement | null>,
  text: string,
  { language, codes }: { language: Language | undefined; codes: () => readonly CodeText[] },
): void {
  const [coloured, setColoured] = useState<{ key: string; marks: readonly Mark[] }>();
  const key = language === undefined || text.length > 2 * LONGEST ? '' : `${language}\n${text}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for language and text, and so for the code
  useEffect(() => {
    if (key === '' || language === undefined) return;
    let isWanted = true;
    Promise.all(codes().map(async (lines) => placedMarks(lines, await colourCode(codeOf(lines), language)))).then(
      (marks) => isWanted && setColoured({ key, marks: marks.flat() }),
      // Without its file a grammar has no colours; the code is there.
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [key]);
  const marks = coloured?.key === key ? coloured.marks : NONE;
  useMarks(
    element,
    text,
    useMemo(() => marks.filter(({ style }) => style !== 'syntax-plain'), [marks]),
  );
}
