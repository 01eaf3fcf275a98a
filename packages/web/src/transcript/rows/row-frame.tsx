/**
 * What every row has: its place in the list, its time as a link to it, marks of what became of it, and on the row that
 * the reader is at, what can be done with it.
 */
import { neutraliseLine } from '@hansard/core/formats/neutralise.ts';
import type { Event } from '@hansard/core/transcript.ts';
import { type CSSProperties, type MouseEvent, type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { sessionAddress } from '../../route/pages.ts';
import { hrefOf } from '../../route/place.ts';
import { fullTime } from '../../words/times.ts';
import { EventNotes } from './event-notes.tsx';
import { RowActions } from './row-actions.tsx';
import { useRowTools } from './row-context.ts';

interface RowFrameProps {
  row: number;
  depth: number;
  kind: string;
  event: Event;
  /** Of a call. */
  result?: Event | undefined;
  /** Plain words of it, for copying. */
  words?: string | undefined;
  children: ReactNode;
}

export function RowFrame({ row, depth, kind, event, result, words, children }: RowFrameProps) {
  return (
    <RowElement row={row} depth={depth} kind={event.hidden || event.withdrawn ? `${kind} faded` : kind}>
      <EventTime event={event} />
      <Marks event={event} result={result} />
      {children}
      <EventNotes row={row} ids={[event.id, result?.id]} />
      <ActionsIfHere row={row} event={event} result={result} words={words} />
    </RowElement>
  );
}

interface RowElementProps {
  row: number;
  depth: number;
  kind: string;
  /** Its content is not here yet. */
  waits?: boolean;
  height?: number;
  children?: ReactNode;
}

/** The element that is measured. */
export function RowElement({ row, depth, kind, waits, height, children }: RowElementProps) {
  const { observe, hold, cursor, days } = useRowTools();
  const day = useSyncExternalStore(days.subscribe, () => days.get(row));
  const element = useRef<HTMLElement>(null);
  useEffect(() => (element.current ? observe(element.current) : undefined), [observe]);
  const state = useSyncExternalStore(
    cursor.subscribe,
    () => `${cursor.current === row ? 'current' : ''} ${cursor.unread === row ? 'unread' : ''}`,
  );
  return (
    <article
      ref={element}
      className={`row ${kind} ${state}`}
      data-row={row}
      data-day={day}
      data-waits={waits ? '1' : undefined}
      aria-busy={waits || undefined}
      style={{ '--depth': depth, minHeight: height } as CSSProperties}
      onClickCapture={() => {
        hold(row);
        cursor.current = row;
      }}
      onPointerEnter={() => {
        cursor.hovered = row;
      }}
    >
      {children}
    </article>
  );
}

function ActionsIfHere({ row, event, result, words }: Omit<RowFrameProps, 'depth' | 'kind' | 'children'>) {
  const { cursor } = useRowTools();
  const isHere = useSyncExternalStore(cursor.subscribe, () => cursor.current === row || cursor.hovered === row);
  return isHere ? <RowActions row={row} event={event} result={result} words={words} /> : null;
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });

function EventTime({ event: { id, timestamp, timestampSource } }: { event: Event }) {
  const { store, link } = useRowTools();
  const at = new Date(timestamp);
  const known = timestampSource === undefined && !Number.isNaN(at.getTime());
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    link(id);
  };
  return (
    <a
      className="row-time"
      href={hrefOf(sessionAddress(store.id, id))}
      title={known ? `${fullTime(timestamp)}: link to this event` : 'Link to this event; its time was not recorded'}
      onClick={follow}
    >
      {known ? clock.format(at) : '–'}
    </a>
  );
}

function Marks({ event, result }: { event: Event; result: Event | undefined }) {
  const hidden = event.hidden ?? result?.hidden;
  const marks = [
    hidden && `hidden from the model: ${hidden.reason ?? hidden.by}`,
    (event.withdrawn || result?.withdrawn) && 'withdrawn',
    event.branch !== undefined && 'abandoned branch',
  ].filter((mark) => typeof mark === 'string');
  return marks.length === 0 ? null : <p className="row-marks">{neutraliseLine(marks.join(' · '))}</p>;
}
