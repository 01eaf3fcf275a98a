/**
 * Follows a session that may still grow. Only while the page is seen: browsers allow few connections to one server, and
 * a stream in every forgotten tab would use them up.
 */
import type { TranscriptStore } from './transcript-store.ts';

export async function follow(store: TranscriptStore, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && store.client.streamTranscript) {
    await untilVisible(signal);
    if (signal.aborted) return;
    const seen = new AbortController();
    const hide = () => {
      if (document.hidden) seen.abort();
    };
    const stop = () => seen.abort();
    document.addEventListener('visibilitychange', hide);
    signal.addEventListener('abort', stop);
    try {
      await read(store, seen.signal);
    } catch (error) {
      if (!seen.signal.aborted) throw error;
    } finally {
      document.removeEventListener('visibilitychange', hide);
      signal.removeEventListener('abort', stop);
    }
    // A stream that the server ended is not asked for again at once.
    if (!seen.signal.aborted) await pause(2000, signal);
  }
}

async function read(store: TranscriptStore, signal: AbortSignal): Promise<void> {
  const messages = store.client.streamTranscript?.(store.id, { after: store.lastSeq, signal }) ?? [];
  for await (const message of messages) {
    if (signal.aborted) return;
    if (message.kind === 'state') store.setLive(message.state.live);
    else if (message.kind === 'event') store.addStreamed(message.event);
    else store.change(message.event);
  }
}

function untilVisible(signal: AbortSignal): Promise<void> {
  if (!document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      if (document.hidden && !signal.aborted) return;
      document.removeEventListener('visibilitychange', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    document.addEventListener('visibilitychange', done);
    signal.addEventListener('abort', done);
  });
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
