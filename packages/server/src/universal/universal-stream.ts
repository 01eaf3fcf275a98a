/** The universal stream of a session as it comes. */
import type { SessionId } from '@hansard/core/store/sessions.ts';
import type { App } from '../app.ts';
import { type EncodedPages, PAGE } from '../streams/encoded-pages.ts';
import type { Follower } from '../streams/follow.ts';
import type { Sender } from '../streams/send.ts';
import type { UniversalEvents } from './universal-events.ts';

export class UniversalStream implements Follower {
  readonly #app: App;
  readonly #events: UniversalEvents;
  readonly #pages: EncodedPages;
  readonly #session: SessionId;
  readonly #raw: boolean;
  #offset: number;

  constructor(
    app: App,
    { events, pages }: { events: UniversalEvents; pages: EncodedPages },
    session: SessionId,
    place: { offset: number; raw: boolean },
  ) {
    this.#app = app;
    this.#events = events;
    this.#pages = pages;
    this.#session = session;
    this.#raw = place.raw;
    this.#offset = place.offset;
  }

  async catchUp(sender: Sender): Promise<boolean> {
    while (!sender.signal.aborted) {
      const { pieces, count } = await this.#next();
      if (count === 0) break;
      await sender.write(...pieces);
      this.#offset += count;
    }
    return (await this.#app.store.changes.position(this.#session)) !== undefined;
  }

  #next() {
    const id = this.#session;
    const written = (sequence: number, text: string) => `id: ${sequence}\ndata: ${text}\n\n`;
    const make = (first: number) => this.#events.messages(id, first, PAGE, this.#raw, written);
    return this.#pages.ahead(`universal ${id} ${this.#raw}`, this.#offset, make);
  }
}
