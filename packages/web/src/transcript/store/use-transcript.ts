/**
 * Opens a session for reading: the page of events around the wanted place first, then what is known of all events, then
 * what is added to it.
 */
import type { HansardClient } from '@hansard/client';
import { useCallback, useEffect, useState } from 'react';
import { api } from '../../api.ts';
import { useSession } from '../../details/use-session.ts';
import { useOnReturn } from '../../live/live.ts';
import type { ReadingPlace } from '../list/reading-place.ts';
import { follow } from './follow.ts';
import { TranscriptStore } from './transcript-store.ts';

/** Where reading begins: an event, where one was before, the end, or the beginning. */
export type Start = { readonly seq: number } | ReadingPlace | 'end' | 'start';

export interface OpenTranscript {
  readonly store: TranscriptStore;
  /** Undefined until it is known. */
  readonly start: Start | undefined;
  readonly error: unknown;
  /** Asks again for what could not be read. */
  readonly retry: () => void;
}

export interface Wanted {
  readonly eventId: string | null;
  readonly place: ReadingPlace | undefined;
}

export function useTranscript(id: string, wanted: Wanted): OpenTranscript {
  const [store] = useState(() => new TranscriptStore(id, api));
  const [start, setStart] = useState<Start>();
  const [error, setError] = useState<unknown>();
  const [round, setRound] = useState(0);
  const session = useSession(id);
  const retry = useCallback(() => setRound((before) => before + 1), []);
  useOnReturn(error !== undefined, retry);
  useEffect(() => {
    if (session.data) store.setDetail(session.data);
  }, [store, session.data]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place to start from is asked for once
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const failed = (reason: unknown) => {
      if (!signal.aborted) setError(reason);
    };
    setError(undefined);
    const begun = start === undefined ? begin(store, wanted, setStart, signal) : Promise.resolve();
    begun.then(() => goOn(store, signal)).catch(failed);
    return () => controller.abort();
  }, [store, round]);
  return { store, start, error: error ?? (session.data ? undefined : session.error), retry };
}

async function begin(
  store: TranscriptStore,
  wanted: Wanted,
  setStart: (start: Start) => void,
  signal: AbortSignal,
): Promise<void> {
  const start = await startOf(store.client, store.id, wanted, signal);
  if (signal.aborted) return;
  setStart(start.place);
  store.lastSeq = Math.max(store.lastSeq, start.lastSeq);
  await store.load(start.seqs);
  await painted();
}

async function goOn(store: TranscriptStore, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const map = await store.client.map(store.id, { signal });
  if (signal.aborted) return;
  store.setMap(map);
  await follow(store, signal);
}

interface FirstPlace {
  readonly place: Start;
  readonly seqs: readonly number[];
  readonly lastSeq: number;
}

/** An event that is gone, or a link that was never right, opens the session at its start. */
async function startOf(
  client: HansardClient,
  id: string,
  { eventId, place }: Wanted,
  signal: AbortSignal,
): Promise<FirstPlace> {
  if (place) return { place, seqs: [place.row], lastSeq: place.row };
  if (eventId !== null) {
    const found = await client.event(id, eventId, { signal }).catch(() => undefined);
    if (found) return { place: { seq: found.logSeq }, seqs: [found.logSeq], lastSeq: found.logSeq };
  }
  const { live, lastSeq } = await client.session(id, { signal });
  if (live) return { place: 'end', seqs: [lastSeq], lastSeq };
  return { place: 'start', seqs: [1], lastSeq };
}

/** What is known of all events is much, and waits until something is to be seen. Hidden pages do not paint. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 300);
    requestAnimationFrame(() => setTimeout(resolve));
  });
}
