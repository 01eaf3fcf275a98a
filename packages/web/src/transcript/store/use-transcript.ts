/**
 * Opens a session for reading: the page of events around the wanted place first, then what is known of all events, then
 * what is added to it.
 */
import type { SessionDetail } from '@hansard/client';
import { useCallback, useEffect, useState } from 'react';
import { problemOf } from '../../answers/problem.ts';
import type { Answer } from '../../answers/use-answer.ts';
import { useOnReturn } from '../../live/connection.ts';
import type { ReadingPlace } from '../list/reading-place.ts';
import { follow } from './follow.ts';
import type { TranscriptClient } from './transcript-client.ts';
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
  /** An event that was asked for and is not in the session. */
  readonly missing: string | undefined;
  readonly setMissing: (eventId: string) => void;
}

export interface Wanted {
  readonly eventId: string | null;
  readonly place: ReadingPlace | undefined;
}

export function useTranscript(
  id: string,
  client: TranscriptClient,
  session: Answer<SessionDetail>,
  wanted: Wanted,
): OpenTranscript {
  const [store] = useState(() => new TranscriptStore(id, client));
  const [start, setStart] = useState<Start>();
  const [error, setError] = useState<unknown>();
  const [round, setRound] = useState(0);
  const [missing, setMissing] = useState<string>();
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
    const begun = start === undefined ? begin(store, wanted, { setStart, setMissing }, signal) : Promise.resolve();
    begun.then(() => goOn(store, signal)).catch(failed);
    return () => controller.abort();
  }, [store, round]);
  return { store, start, error: error ?? (session.data ? undefined : session.error), retry, missing, setMissing };
}

async function begin(
  store: TranscriptStore,
  wanted: Wanted,
  { setStart, setMissing }: { setStart: (start: Start) => void; setMissing: (eventId: string) => void },
  signal: AbortSignal,
): Promise<void> {
  const start = await startOf(store.client, store.id, wanted, signal);
  if (signal.aborted) return;
  setStart(start.place);
  if (start.missing !== undefined) setMissing(start.missing);
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
  readonly missing?: string;
}

export const isUnknownEvent = (error: unknown): boolean => problemOf(error).code === 'unknown-event';

/** An event that is gone, or a link that was never right, opens the session at its start. */
async function startOf(
  client: TranscriptClient,
  id: string,
  { eventId, place }: Wanted,
  signal: AbortSignal,
): Promise<FirstPlace> {
  if (place) return { place, seqs: [place.row], lastSeq: place.row };
  const found = eventId === null ? undefined : await eventOf(client, id, eventId, signal);
  if (found) return { place: { seq: found.logSeq }, seqs: [found.logSeq], lastSeq: found.logSeq };
  const { live, lastSeq } = await client.session(id, { signal });
  const missing = eventId === null ? {} : { missing: eventId };
  if (live) return { place: 'end', seqs: [lastSeq], lastSeq, ...missing };
  return { place: 'start', seqs: [1], lastSeq, ...missing };
}

async function eventOf(client: TranscriptClient, id: string, eventId: string, signal: AbortSignal) {
  try {
    return await client.event(id, eventId, { signal });
  } catch (error) {
    if (isUnknownEvent(error)) return undefined;
    throw error;
  }
}

/** What is known of all events is much, and waits until something is to be seen. Hidden pages do not paint. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 300);
    requestAnimationFrame(() => setTimeout(resolve));
  });
}
