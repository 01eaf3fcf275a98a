/** A session's events as they come: those there are, those that are added, and those that change. */
import { changedEvents, isLive, lastChange, listSessions, type SessionFound } from '@hansard/archive';
import type { App } from '../app.ts';
import type { EncodedPages } from './encoded-pages.ts';
import { eventText } from './event-text.ts';
import type { Follower } from './follow.ts';
import type { Sender } from './send.ts';
import { eventMessages, lastSeqOf } from './transcript-pages.ts';

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
  readonly #pages: EncodedPages;
  readonly #session: SessionFound;
  readonly #full: boolean;
  #after: number;
  #change: number;
  #state = '';

  constructor(app: App, pages: EncodedPages, session: SessionFound, place: TranscriptPlace) {
    this.#app = app;
    this.#pages = pages;
    this.#session = session;
    this.#full = place.full;
    this.#after = place.after;
    this.#change = place.change ?? lastChange(app.archive.sql);
  }

  async catchUp(sender: Sender): Promise<boolean> {
    // Whoever is cut off before the end knows from which change on it has to be told.
    if (this.#state === '' && !(await this.#sendState(sender))) return false;
    while (!sender.signal.aborted && this.#after < lastSeqOf(this.#app, this.#session.id)) {
      const { bytes, ends } = await this.#next();
      if (ends.length === 0) break;
      await sender.write(bytes);
      this.#after += ends.length;
    }
    await this.#sendChanges(sender);
    return this.#sendState(sender);
  }

  #next() {
    const { id, uuid } = this.#session;
    const options = { session: uuid, full: this.#full };
    const written = (logSeq: number, text: string) => `id: ${logSeq}\nevent: event\ndata: ${text}\n\n`;
    const make = (first: number) => eventMessages(this.#app, id, first, options, written);
    return this.#pages.behind(`transcript ${id} ${this.#full}`, this.#after, make);
  }

  async #sendChanges(sender: Sender): Promise<void> {
    const { id, uuid } = this.#session;
    for (let hasMore = true; hasMore && !sender.signal.aborted; ) {
      const changed = changedEvents(this.#app.archive.sql, id, this.#change, CHANGES_READ);
      const seen = changed.logSeqs.filter((logSeq) => logSeq <= this.#after);
      const events = seen.length > 0 ? await this.#app.content.events(id, [...new Set(seen)]) : [];
      for (const event of events) {
        await sender.write(`event: changed\ndata: ${eventText(event, { session: uuid, full: this.#full })}\n\n`);
      }
      this.#change = changed.change;
      hasMore = changed.hasMore;
    }
  }

  /** Where the stream stands, when that is news. False when the session is no longer there. */
  async #sendState(sender: Sender): Promise<boolean> {
    const [listed] = listSessions(this.#app.archive, { where: 'session.id = ?', parameters: [this.#session.id] });
    if (!listed) return false;
    const state = { lastSeq: this.#after, live: isLive(listed, Date.now()), change: this.#change };
    const text = JSON.stringify(state);
    if (text !== this.#state) await sender.write(`event: state\ndata: ${text}\n\n`);
    this.#state = text;
    return true;
  }
}
