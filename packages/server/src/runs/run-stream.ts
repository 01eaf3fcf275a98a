/**
 * Events of a run as they come: those of its log, by the names of the original. Where a reader goes on is the line of the
 * log. Each time, what changed of the run beside its log is told as well, for whoever shows it.
 */

import { hasEnded } from '@hansard/core/run-status.ts';
import { eventEntry, streamedName } from '@hansard/core/runs/run-times.ts';
import type { RunKey, RunLogEvent } from '@hansard/core/store/runs.ts';
import type { App } from '../app.ts';
import type { Content } from '../content/content.ts';
import type { Follower } from '../streams/follow.ts';
import type { Sender } from '../streams/send.ts';
import { runsOf } from './named-run.ts';
import { leavingEvent } from './outgoing.ts';

/** A run whose files change all the time is looked at a few times a second. */
const PAUSE_MS = 200;

export class RunStream implements Follower {
  readonly pauseMs = PAUSE_MS;
  readonly #app: App;
  readonly #content: Content;
  readonly #run: RunKey;
  #line: number;
  #isBegun = false;
  /** Files with their hashes, as they were told of last. */
  #files = '';

  constructor(app: App, content: Content, run: RunKey, after: number) {
    this.#app = app;
    this.#content = content;
    this.#run = run;
    this.#line = after;
  }

  async catchUp(sender: Sender): Promise<boolean> {
    const runs = runsOf(this.#app);
    const detail = await runs.detail(this.#run);
    if (!detail) return false;
    if (!this.#isBegun) await sender.write(frame('connected', { run_id: detail.id, status: detail.status }));
    for (const event of await runs.events(this.#run, this.#line)) {
      await sender.write(await this.#frameOf(detail.id, event));
      this.#line = event.line;
    }
    const files = JSON.stringify([detail.status, detail.files.map(({ path, hash }) => [path, hash])]);
    if (this.#isBegun && files !== this.#files) {
      await sender.write(
        frame('run:changed', { run_id: detail.id, status: detail.status, ended: hasEnded(detail.status) }),
      );
    }
    this.#files = files;
    this.#isBegun = true;
    return true;
  }

  async #frameOf(run: string, event: RunLogEvent): Promise<string> {
    const told = await leavingEvent(this.#content, eventEntry(run, event));
    const name = streamedName(event);
    const data = { type: name, timestamp: told.ts, ...told };
    return `id: ${event.line}\n${frame(name, data)}`;
  }
}

const frame = (name: string, data: object): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
