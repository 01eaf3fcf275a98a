/**
 * A session on paper: all rows at once, as the reader's level shows them, because what is not in the page is not printed.
 * Then the browser's own dialog, and everything is as it was.
 */

import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { currentPlace } from '../route/place.ts';
import { DayMarks } from '../transcript/model/day-marks.ts';
import { viewOf } from '../transcript/model/groups.ts';
import { Cursor } from '../transcript/rows/cursor.ts';
import { EventRow } from '../transcript/rows/event-row.tsx';
import { OpenRows } from '../transcript/rows/open-rows.ts';
import { type RowTools, RowToolsContext } from '../transcript/rows/row-context.ts';
import type { TranscriptClient } from '../transcript/store/transcript-client.ts';
import { TranscriptStore } from '../transcript/store/transcript-store.ts';
import { detailOf } from './file-client.ts';
import type { FileData } from './file-data.ts';
import { FileHead } from './file-head.tsx';

/** More would take minutes, and a ream. */
const MOST_ROWS = 3000;

export function PrintedSession({
  client,
  data,
  onDone,
}: {
  client: TranscriptClient;
  data: FileData;
  onDone: () => void;
}) {
  const [store] = useState(() => storeOf(client, data));
  const view = useMemo(() => viewOf(currentPlace().query), []);
  useSyncExternalStore(store.subscribe, () => store.version);
  const { ids, depths } = store.rows(view);
  const shown = ids.subarray(0, MOST_ROWS);
  const isReady = usePrinting(store, shown, onDone);
  const tools = useMemo(() => toolsOf(store, view.level), [store, view]);
  return createPortal(
    <div className="printed" aria-busy={!isReady}>
      <FileHead data={data} />
      <RowToolsContext value={tools}>
        {Array.from(shown, (row, at) => (
          <EventRow key={row} row={row} depth={depths[at] ?? 0} />
        ))}
      </RowToolsContext>
      {ids.length > MOST_ROWS && <p className="quiet">{ids.length - MOST_ROWS} more rows are in the file.</p>}
    </div>,
    document.body,
  );
}

/** Once every row is there, and never twice. */
function usePrinting(store: TranscriptStore, rows: Int32Array, onDone: () => void): boolean {
  const [isReady, setReady] = useState(false);
  const done = useRef(onDone);
  done.current = onDone;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is printed is what was there at first
  useEffect(() => {
    const controller = new AbortController();
    void loadAll(store, [...rows]).then(() => {
      if (!controller.signal.aborted) setReady(true);
    });
    return () => controller.abort();
  }, [store]);
  useEffect(() => {
    if (!isReady) return;
    const frame = requestAnimationFrame(() => {
      print();
      done.current();
    });
    return () => cancelAnimationFrame(frame);
  }, [isReady]);
  return isReady;
}

/** Results stand beside their calls, and are not rows of their own. */
async function loadAll(store: TranscriptStore, rows: readonly number[]): Promise<void> {
  const seqs = rows.filter((row) => row > 0);
  await store.loadAll([...seqs, ...seqs.flatMap((seq) => store.resultSeq(seq) ?? [])]);
}

function storeOf(client: TranscriptClient, data: FileData): TranscriptStore {
  const store = new TranscriptStore('file', client, { keptPages: Number.POSITIVE_INFINITY });
  store.setDetail(detailOf(data));
  store.setMap(data.index.map);
  return store;
}

/** Nothing on paper can be pressed. */
function toolsOf(store: TranscriptStore, level: RowTools['level']): RowTools {
  return {
    store,
    level,
    split: false,
    open: new OpenRows(),
    days: new DayMarks(),
    annotate: undefined,
    cursor: new Cursor(),
    observe: () => () => {},
    hold() {},
    guess: () => 0,
    goTo() {},
    link() {},
    showSource() {},
    showPicture() {},
  };
}
