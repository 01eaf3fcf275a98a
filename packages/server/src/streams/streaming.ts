/** What the streams of one server share: who wakes them, and for each way that content takes, the pages that were made. */
import { setMaxListeners } from 'node:events';
import type { App } from '../app.ts';
import type { Content } from '../content/content.ts';
import { Wakes } from './change-notifier.ts';
import { EncodedPages } from './encoded-pages.ts';

interface Shared {
  readonly wakes: Wakes;
  readonly byContent: WeakMap<Content, Streaming>;
}

export interface Streaming {
  readonly wakes: Wakes;
  readonly pages: EncodedPages;
}

const ALL = new WeakMap<App, Shared>();

export function streamingOf(app: App, content: Content): Streaming {
  const { wakes, byContent } = sharedOf(app);
  let streaming = byContent.get(content);
  if (!streaming) {
    streaming = { wakes, pages: new EncodedPages(app.store.changes) };
    byContent.set(content, streaming);
  }
  return streaming;
}

function sharedOf(app: App): Shared {
  let shared = ALL.get(app);
  if (!shared) {
    // Each reader listens for the end of the server.
    setMaxListeners(0, app.stopping);
    shared = { wakes: new Wakes(app.store.changes), byContent: new WeakMap() };
    ALL.set(app, shared);
  }
  return shared;
}
