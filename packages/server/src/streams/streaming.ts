/** What the streams of one server share. */
import { setMaxListeners } from 'node:events';
import type { App } from '../app.ts';
import { UniversalEvents } from '../universal/universal-events.ts';
import { EncodedPages } from './encoded-pages.ts';
import { Wakes } from './wakes.ts';

export interface Streaming {
  readonly wakes: Wakes;
  readonly pages: EncodedPages;
  readonly events: UniversalEvents;
}

const ALL = new WeakMap<App, Streaming>();

export function streamingOf(app: App): Streaming {
  let streaming = ALL.get(app);
  if (!streaming) {
    // Each reader listens for the end of the server.
    setMaxListeners(0, app.stopping);
    const wakes = new Wakes(app.archive, app.changes);
    streaming = { wakes, pages: new EncodedPages(app.archive.sql), events: new UniversalEvents(app) };
    ALL.set(app, streaming);
  }
  return streaming;
}
