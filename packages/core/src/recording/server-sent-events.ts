/** Server-sent events out of lines, as they come: the data of each event, whatever its lines are. */
import type { EventRun } from './event-run.ts';

export class ServerSentEvents {
  readonly #take: (data: string) => void;
  readonly #run: EventRun | undefined;
  #first = true;
  #data: string | undefined;
  /** At the beginning of an event. */
  #between = true;

  /** `run` takes events beforehand that it knows by their ends. */
  constructor(take: (data: string) => void, run?: EventRun) {
    this.#take = take;
    this.#run = run;
  }

  /** Whole lines, with their ends. */
  push(text: string): void {
    let start = text.startsWith('\uFEFF') && this.#first ? 1 : 0;
    let began = this.#between ? start : -1;
    this.#first = false;
    for (let end = text.indexOf('\n', start); end >= 0; end = text.indexOf('\n', start)) {
      if (this.#between && this.#run) {
        const behind = this.#run.take(text, start);
        if (behind > start) {
          start = began = behind;
          continue;
        }
        this.#run.flush();
      }
      this.#between = end === start || (end === start + 1 && text[start] === '\r');
      this.#line(text.slice(start, text[end - 1] === '\r' ? end - 1 : end));
      start = end + 1;
      if (!this.#between) continue;
      if (began >= 0) this.#run?.missed(text.slice(began, start));
      began = start;
    }
    this.#run?.flush();
  }

  /** An event without the empty line behind it counts, too: not every server sends the last one. */
  end(): void {
    this.#line('');
  }

  #line(line: string): void {
    if (line === '') {
      if (this.#data !== undefined) this.#take(this.#data);
      this.#data = undefined;
    } else if (line.startsWith('data:')) {
      const data = line.slice(line[5] === ' ' ? 6 : 5);
      this.#data = this.#data === undefined ? data : `${this.#data}\n${data}`;
    }
  }
}
