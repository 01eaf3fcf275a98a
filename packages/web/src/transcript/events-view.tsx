/** The events: the list, the map beside it, the prompts, and what the keys do. */
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Trouble } from '../parts/trouble.tsx';
import { navigate, useQueryValue, withQuery } from '../route/place.ts';
import { counted } from '../words/numbers.ts';
import { FindBar } from './bar/find-bar.tsx';
import { RowList } from './list/row-list.tsx';
import { Minimap } from './minimap/minimap.tsx';
import { Outline } from './outline/outline.tsx';
import type { Panels } from './panels.ts';
import { NO_QUOTE } from './quote/quote.ts';
import { useMarkQuote } from './quote/use-mark-quote.ts';
import { ReplayBar } from './replay/replay-bar.tsx';
import { useReplay } from './replay/use-replay.ts';
import { EventRow } from './rows/event-row.tsx';
import { type RowTools, RowToolsContext } from './rows/row-context.ts';
import { useMarkFound } from './use-mark-found.ts';
import { useMarkRedacted } from './use-mark-redacted.ts';
import type { Reading } from './use-reader.ts';
import { useReadingKeys } from './use-reading-keys.ts';

export function EventsView({ reading, panels }: { reading: Reading; panels: Panels }) {
  const { reader, view, store } = reading;
  const [find] = useQueryValue('find');
  const { finding, setFinding, outline, setOutline } = panels;
  const [picture, setPicture] = useState<{ src: string; alt: string }>();
  const tools = useTools(reading, setPicture);
  useReadingKeys(reader, { toggleOutline: () => setOutline(!outline), find: () => setFinding(true) });
  const replay = useReplay(reader);
  useMarkFound(reader, find ?? '');
  useMarkQuote(reader);
  useMarkRedacted();
  const onWords = useCallback((words: string | null) => navigate(withQuery({ find: words }), { replace: true }), []);
  useEffect(() => {
    reader.list.onScroll = () => {
      reader.load();
      if (reader.list.isAtEnd) reader.cursor.unread = undefined;
    };
  }, [reader]);
  return (
    <RowToolsContext value={tools}>
      {finding && <FindBar reader={reader} words={find ?? ''} onWords={onWords} onClose={() => setFinding(false)} />}
      <Missing reading={reading} />
      <div className="events">
        <RowList
          controller={reader.list}
          label="Events"
          row={(row, depth) => <EventRow key={row} row={row} depth={depth} />}
        />
        <Minimap reader={reader} view={view} />
        {outline && <Outline reader={reader} onClose={() => setOutline(false)} />}
        {!replay && <Follow reading={reading} />}
      </div>
      {replay && <ReplayBar replay={replay} />}
      {store.error !== undefined && <Trouble error={store.error} onRetry={() => store.pages.retry()} />}
      {picture && (
        <Dialog title={picture.alt} className="lightbox" onClose={() => setPicture(undefined)}>
          <img src={picture.src} alt={picture.alt} />
        </Dialog>
      )}
    </RowToolsContext>
  );
}

function annotating({ client, id }: Reading['store'], reload: () => void): RowTools['annotate'] {
  const { addNote, removeNote } = client;
  if (!addNote || !removeNote) return undefined;
  return {
    add: (eventId, text) => addNote(id, { eventId, text }).then(reload),
    remove: (note) => removeNote(id, note).then(reload),
  };
}

function useTools({ reader, store, view, reload }: Reading, showPicture: RowTools['showPicture']): RowTools {
  const [diff] = useQueryValue('diff');
  const split = diff === 'split';
  const { level } = view;
  return useMemo(
    () => ({
      store,
      level,
      split,
      open: reader.open,
      cursor: reader.cursor,
      days: reader.days,
      annotate: annotating(store, reload),
      observe: (element: Element) => reader.list.observe(element),
      hold: (row: number) => reader.list.hold(row),
      guess: (row: number) => reader.list.guess(row),
      goTo: (seq: number) => reader.goTo(seq),
      link: (eventId: string) => navigate(withQuery({ e: eventId, ...NO_QUOTE }), { replace: true }),
      showSource: (source: string) => navigate(withQuery({ source })),
      showPicture,
    }),
    [reader, store, reload, level, split, showPicture],
  );
}

/** A link that names an event of which nothing is known says so; one sees the session all the same. */
function Missing({ reading: { missing } }: { reading: Reading }) {
  const [eventId, setEvent] = useQueryValue('e');
  if (missing === undefined || missing !== eventId) return null;
  return (
    <p className="notice" role="status">
      The event that the link names is not in this session. It may have been erased.
      <Button icon="close" label="Close" onClick={() => setEvent(null)} />
    </p>
  );
}

/** The way back to the end, with what was added since. */
function Follow({ reading: { reader, store } }: { reading: Reading }) {
  useSyncExternalStore(reader.cursor.subscribe, () => reader.cursor.unread);
  useSyncExternalStore(reader.list.subscribe, () => reader.list.isAtEnd);
  const live = store.live ?? store.detail?.live ?? false;
  const { unread } = reader;
  if (reader.list.isAtEnd || (!live && unread === 0)) return null;
  return (
    <button type="button" className="follow button main" onClick={() => reader.goToEnd()}>
      {unread > 0 ? `${counted(unread, 'new event')} ↓` : 'Follow ↓'}
    </button>
  );
}
