/** A session's events as they come: those there are, those that are added, and those that change. */
import type { SessionId } from '@hansard/core/store/sessions.ts';
import { isLive } from '@hansard/core/views/session-summaries.ts';
import type { App } from '../app.ts';
import type { Content } from '../content/content.ts';
import type { EncodedPages } from './encoded-pages.ts';
import { eventText } from './event-text.ts';
import type { Follower } from './follow.ts';
import type { Sender } from './send.ts';
import { eventMessages } from './transcript-pages.ts';

export interface TranscriptPlace {
  /** The last logSeq that the reader has. */
  readonly after: number;
  /** The last change that the reader knows of; from now on unless said. */
  readonly change: number | undefined;
  readonly full: boolean;
}

/** Changes of all sessions that are looked at in one go. */
const CHANGES_READ = 500;

export class TranscriptStream implements Follower {
  readonly #app: App;
  readonly #content: Content;
  readonly #pages: EncodedPages;
  readonly #session: SessionId;
  readonly #full: boolean;
  #after: number;
  #change: number | undefined;
  #state = '';

  constructor(app: App, content: Content, pages: EncodedPages, session: SessionId, place: TranscriptPlace) {
    this.#app = app;
    this.#content = content;
    this.#pages = pages;
    this.#session = session;
    this.#full = place.full;
    this.#after = place.after;
    this.#change = place.change;
  }

  async catchUp(sender: Sender): Promise<boolean> {
    const position = await this.#position();
    this.#change ??= position?.change;
    // Whoever is cut off before the end knows from which change on it has to be told.
    if (this.#state === '' && !(await this.#sendState(sender))) return false;
    while (!sender.signal.aborted && this.#after < ((await this.#position())?.lastSeq ?? 0)) {
      const { bytes, ends } = await this.#next();
      if (ends.length === 0) break;
      await sender.write(bytes);
      this.#after += ends.length;
    }
    await this.#sendChanges(sender);
    return this.#sendState(sender);
  }

  #position() {
    return this.#app.store.changes.position(this.#session);
  }

  #next() {
    const options = { session: this.#session, full: this.#full };
    const written = (logSeq: number, text: string) => `id: ${logSeq}\nevent: event\ndata: ${text}\n\n`;
    const make = (first: number) => eventMessages(this.#app, this.#content, first, options, written);
    return this.#pages.behind(`transcript ${this.#session} ${this.#full}`, this.#after, make);
  }

  async #sendChanges(sender: Sender): Promise<void> {
    const session = this.#session;
    for (let hasMore = true; hasMore && !sender.signal.aborted; ) {
      const changed = await this.#app.store.changes.changed(session, this.#change ?? 0, CHANGES_READ);
      const seen = changed.logSeqs.filter((logSeq) => logSeq <= this.#after);
      const events = seen.length > 0 ? await this.#content.events(session, [...new Set(seen)]) : [];
      for (const event of events) {
        await sender.write(`event: changed\ndata: ${eventText(event, { session, full: this.#full })}\n\n`);
      }
      this.#change = changed.change;
      hasMore = changed.hasMore;
    }
  }

  /** Where the stream stands, when that is news. False when the session is no longer there. */
  async #sendState(sender: Sender): Promise<boolean> {
    const [row] = await this.#app.store.sessions.rows([this.#session]);
    if (!row) return false;
    const state = { lastSeq: this.#after, live: isLive(row, Date.now()), change: this.#change };
    const text = JSON.stringify(state);
    if (text !== this.#state) await sender.write(`event: state\ndata: ${text}\n\n`);
    this.#state = text;
    return true;
  }
}
