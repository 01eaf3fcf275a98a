/** A text of which the beginning is shown, and all of it when the reader asks. */
import { counted } from '../../words/numbers.ts';
import { isLonger, lineCountOf, Output } from '../content/output.tsx';
import type { Language } from '../syntax/languages.ts';
import { useOpen } from './row-context.ts';

interface LongTextProps {
  row: number;
  /** Which text of the row. */
  part: string;
  text: string;
  /** Lines that are shown at first. */
  lines: number;
  className?: string;
  /** Where it is code. */
  language?: Language | undefined;
}

export function LongText({ row, part, text, lines, className = '', language }: LongTextProps) {
  const [open, setOpen] = useOpen(row, part);
  return (
    <div className="long">
      <Output text={text} lines={open ? Number.POSITIVE_INFINITY : lines} className={className} language={language} />
      {isLonger(text, lines) && (
        <button type="button" className="link" aria-expanded={open === true} onClick={() => setOpen(!open)}>
          {open ? 'Show less' : `Show all ${counted(lineCountOf(text), 'line')}`}
        </button>
      )}
    </div>
  );
}
