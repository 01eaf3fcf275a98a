/** A text of which the beginning is shown: more of it, or all that the server has, when the reader asks. */
import { useState } from 'react';
import { bytesText, counted } from '../../words/numbers.ts';
import { isLonger, lineCountOf, Output } from '../content/output.tsx';
import { useOpen, useRowTools } from './row-context.ts';

interface LongTextProps {
  row: number;
  /** Which text of the row. */
  part: string;
  text: string;
  /** Lines that are shown at first. */
  lines: number;
  /** The server sent only the beginning and the end of it. */
  cut?: { bytes: number; eventId: string; pick: (event: EventTexts) => string | undefined } | undefined;
  className?: string;
}

/** Where in an event a long text can be. */
export type EventTexts = Awaited<ReturnType<ReturnType<typeof useRowTools>['store']['client']['event']>>['event'];

export function LongText({ row, part, text, lines, cut, className = '' }: LongTextProps) {
  const { store } = useRowTools();
  const [open, setOpen] = useOpen(row, part);
  const [whole, setWhole] = useState<string>();
  const [error, setError] = useState(false);
  const shown = whole ?? text;
  const more = isLonger(shown, lines);
  const load = async () => {
    try {
      const { event } = await store.client.event(store.id, cut?.eventId ?? '');
      setWhole(cut?.pick(event) ?? text);
      setOpen(true);
    } catch {
      setError(true);
    }
  };
  return (
    <div className="long">
      <Output text={shown} lines={open ? Number.POSITIVE_INFINITY : lines} className={className} />
      {(more || (cut && whole === undefined)) && (
        <p className="long-actions">
          {more && (
            <button type="button" className="link" aria-expanded={open === true} onClick={() => setOpen(!open)}>
              {open ? 'Show less' : `Show all ${counted(lineCountOf(shown), 'line')}`}
            </button>
          )}
          {cut && whole === undefined && (
            <button type="button" className="link" onClick={() => void load()}>
              {error ? 'Could not be loaded. Try again' : `Load the rest (${bytesText(cut.bytes)})`}
            </button>
          )}
        </p>
      )}
    </div>
  );
}
