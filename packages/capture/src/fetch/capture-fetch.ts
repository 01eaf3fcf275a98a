/**
 * The hook for SDKs that take a `fetch`: a function that does what `fetch` does, and records calls of models beside it. The
 * request goes out before anything is looked at; the answer is read as the program reads it. What goes wrong in the
 * recording is counted by the session, and never reaches the program.
 */
import { endpointOf } from '@hansard/core/recording/endpoint.ts';
import { platform } from '../platform.ts';
import { type Target, targetOf } from '../session/recording.ts';
import type { Session } from '../session/session.ts';
import { ownFetch } from './own-fetch.ts';
import { partsOf, type RequestParts } from './request-parts.ts';
import { WatchedCall } from './watched-call.ts';

export type Fetch = typeof globalThis.fetch;

export interface CaptureFetchOptions {
  /** What makes the calls; the runtime's own by default. */
  readonly fetch?: Fetch;
}

/** Without a session it records into the one that the code runs in (`session.run`), and outside of any nothing. */
export function captureFetch(session?: Session, options: CaptureFetchOptions = {}): Fetch {
  return (input, init) => {
    const plain = options.fetch ?? ownFetch();
    const target = targetOf(session);
    const watched = target?.session.guarded(() => watchedCall(target, partsOf(input, init)));
    const response = plain(input, init);
    if (!watched) return response;
    platform.later(() => watched.sent());
    return response.then(
      (answer) => watched.answeredBy(answer),
      (error: unknown) => {
        watched.failed(error);
        throw error;
      },
    );
  };
}

function watchedCall(target: Target, parts: RequestParts): WatchedCall | undefined {
  const endpoint = endpointOf(parts.method, parts.address);
  if (!endpoint) return undefined;
  const body = parts.body();
  return body === undefined ? undefined : new WatchedCall(target, endpoint, parts, body);
}
