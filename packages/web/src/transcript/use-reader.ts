/** Keeps the reader's rows in step with the session, the address and the width. */
import { useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { navigate, usePlace, withQuery } from '../route/place.ts';
import { toggled, type View, viewOf } from './model/groups.ts';
import { Reader } from './reader.ts';
import { type OpenTranscript, useTranscript } from './store/use-transcript.ts';

export interface Reading extends OpenTranscript {
  readonly reader: Reader;
  readonly view: View;
}

export function useReader(id: string): Reading {
  const { query } = usePlace();
  const eventId = query.get('e');
  const transcript = useTranscript(id, eventId);
  const { store, start } = transcript;
  const [reader] = useState(() => new Reader(store));
  const key = ['level', 'show', 'hide', 'source'].map((name) => query.get(name)).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for what the view depends on
  const view = useMemo(() => viewOf(query), [key]);
  const width = useWidth();
  useSyncExternalStore(store.subscribe, () => store.version);
  useLayoutEffect(() => reader.update(view, width));
  useEffect(() => {
    reader.show = (group) => navigate(withQuery(toggled(view, group)), { replace: true });
  }, [reader, view]);
  useEffect(() => {
    if (start === 'end') reader.goToEnd();
    else if (start !== undefined && start !== 'start') reader.goTo(start.seq);
  }, [reader, start]);
  useFollowAddress(reader, eventId, start !== undefined);
  return { ...transcript, reader, view };
}

/** A link to another event of the same session was followed. */
function useFollowAddress(reader: Reader, eventId: string | null, started: boolean): void {
  const [opened] = useState(eventId);
  const [, setError] = useState<unknown>();
  useEffect(() => {
    if (!started || eventId === null || eventId === opened) return;
    const { store } = reader;
    const known = store.seqOf(eventId);
    if (known !== undefined) {
      reader.goTo(known);
      return;
    }
    const controller = new AbortController();
    store.client
      .event(store.id, eventId, { signal: controller.signal })
      .then(({ logSeq }) => reader.goTo(logSeq), setError);
    return () => controller.abort();
  }, [reader, eventId, opened, started]);
}

/** Rows wrap differently at another width: in steps, so that a few pixels do not forget every height. */
function useWidth(): string {
  const [width, setWidth] = useState(() => Math.round(innerWidth / 8));
  useEffect(() => {
    const resized = () => setWidth(Math.round(innerWidth / 8));
    addEventListener('resize', resized);
    return () => removeEventListener('resize', resized);
  }, []);
  return String(width);
}
