/** Keeps the reader's rows in step with the session, the address and the width. */
import type { SessionDetail } from '@hansard/client';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { Answer } from '../answers/use-answer.ts';
import { keepPlace, keepWith, navigate, usePlace, withQuery } from '../route/place.ts';
import { readingPlaceOf } from './list/reading-place.ts';
import { toggled, type View, viewOf } from './model/groups.ts';
import { Reader } from './reader.ts';
import type { TranscriptClient } from './store/transcript-client.ts';
import { isUnknownEvent, type OpenTranscript, useTranscript } from './store/use-transcript.ts';

export interface Reading extends OpenTranscript {
  readonly reader: Reader;
  readonly view: View;
  /** Asks again for what is known of the session. */
  readonly reload: () => void;
}

export function useReader(id: string, client: TranscriptClient, session: Answer<SessionDetail>): Reading {
  const { query, kept } = usePlace();
  const transcript = useTranscript(id, client, session, {
    eventId: query.get('e'),
    place: query.has('replay') ? undefined : readingPlaceOf(kept),
  });
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
    if (start === undefined || start === 'start') return;
    if (start === 'end') reader.goToEnd();
    else if ('seq' in start) reader.goTo(start.seq);
    else reader.comeBack(start);
  }, [reader, start]);
  useFollowAddress(reader, start !== undefined, transcript.setMissing);
  useKeepPlace(reader);
  return { ...transcript, reader, view, reload: session.reload };
}

/** A link to another event of the same session was followed, or to the same again, or one came back to where one was. */
function useFollowAddress(reader: Reader, started: boolean, missing: (eventId: string) => void): void {
  const { query, kept, again } = usePlace();
  const eventId = query.get('e');
  const followed = useRef({ eventId, kept, again });
  useEffect(() => {
    const before = followed.current;
    if (!started) return;
    followed.current = { eventId, kept, again };
    const place = kept === before.kept ? undefined : readingPlaceOf(kept);
    if (place) return reader.comeBack(place);
    if (eventId === null || (eventId === before.eventId && again === before.again)) return;
    const { store } = reader;
    const known = store.seqOf(eventId);
    if (known !== undefined) return reader.goTo(known);
    const controller = new AbortController();
    store.client.event(store.id, eventId, { signal: controller.signal }).then(
      ({ logSeq }) => reader.goTo(logSeq),
      (error: unknown) => isUnknownEvent(error) && missing(eventId),
    );
    return () => controller.abort();
  }, [reader, eventId, kept, again, started, missing]);
}

/** Reading pauses for so many milliseconds before its place is kept: browsers allow only so many changes of history. */
const PAUSE_MS = 400;

/** Whoever follows the end comes back to the end. */
function useKeepPlace({ list }: Reader): void {
  useEffect(() => {
    let pause: ReturnType<typeof setTimeout> | undefined;
    const moved = () => {
      clearTimeout(pause);
      pause = setTimeout(keepPlace, PAUSE_MS);
    };
    const forget = keepWith(() => (list.isAtEnd ? undefined : list.readingPlace));
    const unsubscribe = list.subscribe(moved);
    return () => {
      clearTimeout(pause);
      unsubscribe();
      forget();
    };
  }, [list]);
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
