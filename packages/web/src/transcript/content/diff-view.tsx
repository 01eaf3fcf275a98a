/**
 * A diff, in one column or two. All lines of a column are one text: bands behind it show what was added and removed,
 * highlights the words, so a diff of any length is a handful of elements.
 */
import { useMemo, useRef } from 'react';
import type { CodeLine } from '../syntax/code-lines.ts';
import { type Language, languageOfPath } from '../syntax/languages.ts';
import { useMarks } from '../syntax/use-marks.ts';
import { type CodeText, useSyntax } from '../syntax/use-syntax.ts';
import type { Mark } from './ansi.ts';
import { type DiffLine, sideBySide } from './diff-lines.ts';

const SIGNS = { same: ' ', added: '+', removed: '-', gap: '⋯' } as const;
const BANDS = { added: 'var(--added-soft)', removed: 'var(--removed-soft)', gap: 'var(--bg-hover)' } as const;
/** More bands than this slow painting down. */
const MOST_BANDS = 600;

interface Column {
  readonly numbers: string;
  readonly text: string;
  readonly marks: readonly Mark[];
  readonly bands: string;
  /** The code before and after: it reads as one only side by side. */
  readonly codes: readonly CodeText[];
}

interface DiffViewProps {
  lines: readonly DiffLine[];
  split: boolean;
  /** Of the file, which tells its language. */
  path?: string;
}

export function DiffView({ lines, split, path }: DiffViewProps) {
  const columns = useMemo(() => (split ? splitColumns(lines) : [unifiedColumn(lines)]), [lines, split]);
  return (
    <div className={split ? 'diff split' : 'diff'}>
      {columns.map((column, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: left and right
        <DiffColumn key={index} column={column} language={languageOfPath(path)} />
      ))}
    </div>
  );
}

function DiffColumn({ column, language }: { column: Column; language: Language | undefined }) {
  const { numbers, text, marks, bands, codes } = column;
  const element = useRef<HTMLPreElement>(null);
  useMarks(element, text, marks);
  useSyntax(element, text, { language, codes: () => codes });
  return (
    <>
      <pre className="diff-numbers" aria-hidden="true">
        {numbers}
      </pre>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by keyboard */}
      <pre className="diff-text" ref={element} style={{ backgroundImage: bands }} tabIndex={0}>
        {text}
      </pre>
    </>
  );
}

function unifiedColumn(lines: readonly DiffLine[]): Column {
  const width = widthOf(lines);
  const numbers = lines.map(({ before, after }) => `${padded(before, width)} ${padded(after, width)}`);
  return { numbers: numbers.join('\n'), ...textOf(lines) };
}

function splitColumns(lines: readonly DiffLine[]): Column[] {
  const width = widthOf(lines);
  const rows = sideBySide(lines);
  return [0, 1].map((side): Column => {
    const own = rows.map((row) => row[side]);
    const numbers = own.map((line) => padded(side === 0 ? line?.before : line?.after, width));
    return { numbers: numbers.join('\n'), ...textOf(own) };
  });
}

function textOf(lines: readonly (DiffLine | undefined)[]): Omit<Column, 'numbers'> {
  const marks: Mark[] = [];
  const pieces: string[] = [];
  const [before, after]: [CodeLine[], CodeLine[]] = [[], []];
  const isMixed = lines.some((line) => line?.kind === 'added') && lines.some((line) => line?.kind === 'removed');
  let length = 0;
  for (const line of lines) {
    const start = length + 2;
    for (const [from, to] of line?.words ?? []) {
      marks.push({ start: start + from, end: start + to, style: `diff-${line?.kind}-word` });
    }
    const code = { text: line?.text ?? '', at: start };
    if (isMixed && line?.kind === 'removed') before.push(code);
    else if (line && line.kind !== 'gap') after.push(code);
    const text = line ? `${SIGNS[line.kind]} ${line.text}` : '';
    pieces.push(text);
    length += text.length + 1;
  }
  return { text: pieces.join('\n'), marks, bands: bandsOf(lines), codes: [before, after] };
}

/** Stripes as tall as lines, behind the text. */
function bandsOf(lines: readonly (DiffLine | undefined)[]): string {
  const stops: string[] = [];
  for (let at = 0; at < lines.length && stops.length < MOST_BANDS; ) {
    const kind = lines[at]?.kind;
    let end = at;
    while (end < lines.length && lines[end]?.kind === kind) end++;
    const colour = kind === undefined ? 'var(--bg-sunken)' : kind === 'same' ? 'transparent' : BANDS[kind];
    stops.push(`${colour} calc(${at} * var(--diff-line)) calc(${end} * var(--diff-line))`);
    at = end;
  }
  return stops.length > 0 ? `linear-gradient(${stops.join(', ')})` : 'none';
}

function widthOf(lines: readonly DiffLine[]): number {
  const last = lines.reduce((most, { before = 0, after = 0 }) => Math.max(most, before, after), 0);
  return String(last).length;
}

const padded = (number: number | undefined, width: number): string => String(number ?? '').padStart(width);
