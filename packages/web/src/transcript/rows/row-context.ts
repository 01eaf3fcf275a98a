/** What rows need besides their event: the session, the view, and what the reader did. */
import type { ArchivedEvent } from '@hansard/client';
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { DayMarks } from '../model/day-marks.ts';
import type { Level } from '../model/groups.ts';
import type { TranscriptStore } from '../store/transcript-store.ts';
import type { Cursor } from './cursor.ts';
import type { OpenRows } from './open-rows.ts';

export interface RowTools {
  readonly store: TranscriptStore;
  readonly level: Level;
  readonly open: OpenRows;
  readonly cursor: Cursor;
  readonly days: DayMarks;
  /** Writes notes on events; undefined where nobody keeps them. */
  readonly annotate: Annotate | undefined;
  /** Diffs in two columns. */
  readonly split: boolean;
  /** Measures an element of the list as it grows. */
  readonly observe: (element: Element) => () => void;
  /** What grows from now on does so below the beginning of this row. */
  readonly hold: (row: number) => void;
  /** A row's height as far as it is known. */
  readonly guess: (row: number) => number;
  /** Goes to an event, wherever it is. */
  readonly goTo: (seq: number) => void;
  /** Puts an event into the address. */
  readonly link: (eventId: string) => void;
  /** Shows one agent alone. */
  readonly showSource: (source: string) => void;
  readonly showPicture: (picture: { src: string; alt: string }) => void;
}

export interface Annotate {
  add(eventId: string, text: string): Promise<void>;
  remove(note: string): Promise<void>;
}

export const RowToolsContext = createContext<RowTools | null>(null);

export function useRowTools(): RowTools {
  const tools = useContext(RowToolsContext);
  if (!tools) throw new Error('a row is shown outside the list');
  return tools;
}

/** Whether the reader opened (true) or closed (false) a part of a row; undefined leaves it to the level. */
export function useOpen(row: number, part = ''): [open: boolean | undefined, set: (open: boolean) => void] {
  const { open } = useRowTools();
  const state = useSyncExternalStore(open.subscribe, () => open.get(row, part));
  return [state, (next) => open.set(row, part, next)];
}

/** The event of a logSeq, once it is loaded. */
export function useEvent(seq: number | undefined): ArchivedEvent | undefined {
  const { store } = useRowTools();
  return useSyncExternalStore(store.subscribe, () => (seq === undefined ? undefined : store.get(seq)));
}

export function useResultSeq(call: number): number | undefined {
  const { store } = useRowTools();
  return useSyncExternalStore(store.subscribe, () => store.resultSeq(call));
}
