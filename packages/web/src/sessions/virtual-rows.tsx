/**
 * Only the rows in sight are in the page. When rows are added above, the row at the top edge stays where it is, unless
 * the list is at its very beginning and nobody points at it.
 */
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { useKeys } from '../keys/keys.ts';
import { useKeptScroll } from '../layout/use-kept-scroll.ts';
import { Button } from '../parts/button.tsx';
import { counted } from '../words/numbers.ts';
import type { AddressFor } from './list-query.ts';
import type { ListRow } from './list-rows.ts';
import { DayRow, type RowPlace, SessionRow, SubagentRow } from './session-row.tsx';

interface VirtualRowsProps {
  rows: readonly ListRow[];
  /** A row is one line. */
  wide: boolean;
  current: string | undefined;
  added: readonly string[];
  addressFor: AddressFor;
  onToggle: (id: string) => void;
  onEnd: () => void;
  onSeen: () => void;
}

const NEAR_END = 30;
/** Rows above and below those in sight. */
const OVERSCAN = 1;

const heightOf = (row: ListRow | undefined, wide: boolean): number =>
  row?.kind === 'session' ? (wide ? 36 : 54) : row?.kind === 'subagent' ? 28 : 30;

export function VirtualRows({ rows, wide, current, added, addressFor, onToggle, onEnd, onSeen }: VirtualRowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(rows[index], wide),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: OVERSCAN,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: heights follow from the rows and the width
  useLayoutEffect(() => virtual.measure(), [virtual, rows, wide]);
  useAnchor(scroller, rows, wide);
  useKeptScroll(scroller, current === undefined);

  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (rows.length > 0 && last >= rows.length - NEAR_END) onEnd();
  }, [last, rows.length, onEnd]);
  useScrollToCurrent(rows, current, (index) => virtual.scrollToIndex(index, { align: 'auto' }));

  useListKeys(rows, current, scroller, (index) => virtual.scrollToIndex(index, { align: 'auto' }));

  const up = () => {
    scroller.current?.scrollTo({ top: 0 });
    onSeen();
  };
  const first = items[0]?.start ?? 0;
  return (
    <div className={`rows-frame ${wide ? 'wide' : ''}`}>
      {added.length > 0 && (scroller.current?.scrollTop ?? 0) > 0 && (
        <Button icon="up" look="main" className="new-sessions" onClick={up}>
          {counted(added.length, 'new session')}
        </Button>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows go from link to link inside */}
      <div
        className="rows-scroll"
        ref={scroller}
        onKeyDown={moveFocus}
        onScroll={(event) => event.currentTarget.scrollTop === 0 && onSeen()}
      >
        <div style={{ height: virtual.getTotalSize() }}>
          <ul style={{ transform: `translateY(${first}px)` }}>
            {items.map((item) => {
              const row = rows[item.index];
              const place = { 'aria-setsize': rows.length, 'aria-posinset': item.index + 1, height: item.size };
              return row && <Row key={item.key} place={place} row={row} {...{ current, wide, addressFor, onToggle }} />;
            })}
          </ul>
        </div>
      </div>
    </div>
  );
}

type RowProps = Pick<VirtualRowsProps, 'current' | 'addressFor' | 'onToggle'> & {
  place: RowPlace;
  row: ListRow;
  wide: boolean;
};

function Row({ place, row, current, wide, addressFor, onToggle }: RowProps) {
  if (row.kind === 'day') return <DayRow place={place} name={row.name} />;
  if (row.kind === 'subagent') {
    const address = addressFor(row.session.id, { source: row.source.source });
    return <SubagentRow place={place} source={row.source} depth={row.depth} address={address} />;
  }
  const { id, nativeId, shortId } = row.session;
  const isCurrent = current !== undefined && [id, nativeId, shortId].includes(current);
  return (
    <SessionRow
      place={place}
      session={row.session}
      depth={row.depth}
      open={row.open}
      current={isCurrent}
      address={addressFor(id)}
      underDay={row.underDay}
      wide={wide}
      onToggle={() => onToggle(id)}
    />
  );
}

/**
 * Where the list has the page to itself, j and k and the arrows go from row to row, whatever has the focus, and Enter opens.
 * A row that is not in the page yet is scrolled to first, and has the focus once it is there.
 */
function useListKeys(
  rows: readonly ListRow[],
  current: string | undefined,
  scroller: React.RefObject<HTMLDivElement | null>,
  scrollTo: (index: number) => void,
): void {
  const wanted = useRef<number>(undefined);
  const focusWanted = () => {
    const item = scroller.current?.querySelector<HTMLElement>(`li[aria-posinset="${(wanted.current ?? -2) + 1}"] a`);
    if (!item) return;
    wanted.current = undefined;
    item.focus();
  };
  // The rows that are in the page change with scrolling, and so does what can have the focus.
  useLayoutEffect(focusWanted);
  const step = (by: 1 | -1) => {
    const focused = document.activeElement?.closest('.rows-scroll li')?.getAttribute('aria-posinset');
    let index = focused ? Number(focused) - 1 + by : by > 0 ? 0 : rows.length - 1;
    while (rows[index]?.kind === 'day') index += by;
    if (!rows[index]) return;
    wanted.current = index;
    scrollTo(index);
    focusWanted();
  };
  const does = { next: 'Next session in the list', before: 'Session before in the list', group: 'List' };
  useKeys(
    current !== undefined
      ? []
      : [
          { key: 'j', does: does.next, group: does.group, run: () => step(1) },
          { key: 'k', does: does.before, group: does.group, run: () => step(-1) },
          { key: 'ArrowDown', does: does.next, group: does.group, run: () => step(1) },
          { key: 'ArrowUp', does: does.before, group: does.group, run: () => step(-1) },
        ],
  );
}

/** Up and down go from link to link. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  // The list by itself has keys for it that also reach rows that are not in the page.
  if (!event.currentTarget.closest('.panes.session')) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('li a')];
  const at = links.indexOf(document.activeElement as HTMLElement);
  const next = links[at + (event.key === 'ArrowDown' ? 1 : -1)];
  if (at < 0 && event.target !== event.currentTarget) return;
  event.preventDefault();
  next?.focus();
}

/** Keeps the row at the top edge in its place while rows above it come and go. */
function useAnchor(scroller: React.RefObject<HTMLDivElement | null>, rows: readonly ListRow[], wide: boolean): void {
  const before = useRef({ rows, wide });
  useLayoutEffect(() => {
    const element = scroller.current;
    const old = before.current;
    before.current = { rows, wide };
    if (!element || (old.rows === rows && old.wide === wide)) return;
    const idle = element.scrollTop === 0 && !element.matches(':hover, :focus-within');
    if (idle) return;
    const { key, within } = rowAt(old.rows, old.wide, element.scrollTop);
    const now = topOf(rows, wide, key);
    if (now !== undefined) element.scrollTop = now + within;
  }, [rows, wide, scroller]);
}

/** The first session at or below the edge: days come and go. */
function rowAt(rows: readonly ListRow[], wide: boolean, top: number): { key: string; within: number } {
  let start = 0;
  for (const row of rows) {
    const end = start + heightOf(row, wide);
    if (end > top && row.kind !== 'day') return { key: row.key, within: top - start };
    start = end;
  }
  return { key: '', within: 0 };
}

function topOf(rows: readonly ListRow[], wide: boolean, key: string): number | undefined {
  let start = 0;
  for (const row of rows) {
    if (row.key === key) return start;
    start += heightOf(row, wide);
  }
  return undefined;
}

/** A session that was opened from elsewhere is brought into sight, once. */
function useScrollToCurrent(
  rows: readonly ListRow[],
  current: string | undefined,
  scrollTo: (index: number) => void,
): void {
  const done = useRef<string>(undefined);
  useEffect(() => {
    if (current === undefined || done.current === current) return;
    const index = rows.findIndex((row) => row.kind === 'session' && row.session.id === current);
    if (index < 0) return;
    done.current = current;
    scrollTo(index);
  }, [rows, current, scrollTo]);
}
