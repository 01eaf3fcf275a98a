/** One reader of a stream of server-sent events: counts them, finds gaps in their numbers, and waits for a kind of them. */
import { connect } from 'node:net';

const LF = 0x0a;

export class EventReader {
  count = 0;
  lost = 0;
  /** Of the body. */
  bytes = 0;
  #last = 0;
  #rest = Buffer.alloc(0);
  #socket;
  #types = new Map();
  #waiting = [];
  #listener;
  #hasHead = false;

  constructor(url, token, path) {
    const { port, host } = new URL(url);
    this.#socket = connect(Number(port), '127.0.0.1');
    this.#socket.on('error', () => {});
    this.#socket.on('data', (data) => this.#take(data));
    const head = [
      `GET ${path} HTTP/1.1`,
      `host: ${host}`,
      `authorization: Bearer ${token}`,
      'accept: text/event-stream',
    ];
    this.#socket.write(`${head.join('\r\n')}\r\n\r\n`);
  }

  pause() {
    this.#socket.pause();
  }

  resume() {
    this.#socket.resume();
  }

  close() {
    this.#socket.destroy();
  }

  /** Told of the type of every event as it comes. */
  listen(listener) {
    this.#listener = listener;
  }

  /** Until so many events of that type have come. */
  until(type, times = 1) {
    if ((this.#types.get(type) ?? 0) >= times) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ type, times, resolve }));
  }

  get last() {
    return this.#last;
  }

  #take(data) {
    this.bytes += data.length;
    const all = this.#rest.length > 0 ? Buffer.concat([this.#rest, data]) : data;
    let from = 0;
    for (let at = all.indexOf(LF); at >= 0; at = all.indexOf(LF, from)) {
      this.#line(all, from, at);
      from = at + 1;
    }
    this.#rest = all.subarray(from);
  }

  #line(all, from, to) {
    // The empty line behind the head of the answer.
    if (!this.#hasHead && to - from <= 1) {
      this.#hasHead = true;
      this.bytes = all.length - to - 1;
    }
    // `id: 12` and `data: {"event_id":…,"type":"item.delta",…`
    if (all[from] === 0x69 && all[from + 1] === 0x64) this.#number(Number(all.toString('latin1', from + 3, to)));
    else if (all[from] === 0x64) this.#event(all.toString('latin1', from, Math.min(to, from + 400)));
  }

  #number(id) {
    this.count++;
    this.lost += id - this.#last - 1;
    this.#last = id;
  }

  #event(text) {
    const type = /"type":"([a-z._]+)"/.exec(text)?.[1] ?? '';
    const times = (this.#types.get(type) ?? 0) + 1;
    this.#types.set(type, times);
    this.#listener?.(type);
    const due = this.#waiting.filter((one) => one.type === type && times >= one.times);
    if (due.length === 0) return;
    this.#waiting = this.#waiting.filter((one) => !due.includes(one));
    for (const { resolve } of due) resolve();
  }
}
