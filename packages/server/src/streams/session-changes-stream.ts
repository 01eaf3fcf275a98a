/**
 * Sessions that are new or have grown, by the numbers of the events that they got; and how often something was removed for
 * good, at first and whenever it happens: whoever shows what is gone has to look again, also after having been away.
 */
import { Failure } from '@hansard/core';
import type { SessionId } from '@hansard/core/store/sessions.ts';
import { summariesOf } from '@hansard/core/views/session-summaries.ts';
import type { App } from '../app.ts';
import type { Content } from '../content/content.ts';
import type { Follower } from './follow.ts';
import type { Sender } from './send.ts';

/** A session that grows all the time is told of a few times a second. */
const PAUSE_MS = 250;

export class SessionChangesStream implements Follower {
  readonly pauseMs = PAUSE_MS;
  readonly #app: App;
  readonly #content: Content;
  /** Number of the last event that the reader knows of. */
  #last: number | undefined;
  #isBegun = false;
  #removals: number | undefined;

  constructor(app: App, content: Content, last: number | undefined) {
    this.#app = app;
    this.#content = content;
    this.#last = last;
  }

  async catchUp(sender: Sender): Promise<boolean> {
    const { changes } = this.#app.store;
    const before = this.#last ?? (await changes.newest());
    // Whoever is cut off before anything has happened knows where to go on.
    if (!this.#isBegun) await sender.write(`id: ${before}\n\n`);
    this.#isBegun = true;
    const removals = await changes.removals();
    if (removals !== this.#removals) await sender.write(`event: removals\ndata: {"removals":${removals}}\n\n`);
    this.#removals = removals;
    const { sessions, newest } = await changes.grown(before);
    this.#last = newest;
    if (newest === before) return true;
    const frames = await this.#frames(sessions);
    // Only the last has a number: whoever is cut off before it gets all of them again.
    for (const [at, frame] of frames.entries()) {
      await sender.write(at === frames.length - 1 ? `id: ${newest}\n${frame}` : frame);
    }
    return true;
  }

  async #frames(ids: readonly SessionId[]): Promise<string[]> {
    const { store, prices } = this.#app;
    const rows = await store.sessions.rows(ids);
    const summaries = await summariesOf(store, rows, { prices, now: Date.now() });
    const frames: string[] = [];
    for (const summary of summaries) {
      const leaving = await this.#mayLeave(summary.id, summary);
      if (leaving) frames.push(`event: session\ndata: ${JSON.stringify(leaving)}\n\n`);
    }
    return frames;
  }

  /** Undefined for a session that the profile does not cover: it is not there for others. */
  async #mayLeave<T>(session: SessionId, summary: T): Promise<T | undefined> {
    try {
      return await this.#content.answer(session, summary);
    } catch (error) {
      if (error instanceof Failure) return undefined;
      throw error;
    }
  }
}
