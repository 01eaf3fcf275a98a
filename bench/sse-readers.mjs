/**
 * Many readers of one stream of server-sent events. Each counts the numbers that it gets; the last is slow: it pauses
 * after every piece until the others are done, and then reads on to the end.
 */
import { connect } from 'node:net';

/** Of the slow reader: so long after every piece. */
const PAUSE_MS = 50;
const ID = Buffer.from('\nid: ');

export async function readStreams({ port, token }, path, readers, events) {
  const started = performance.now();
  const all = Array.from({ length: readers }, () => new Reader(port, token, path, events));
  const slow = all.at(-1);
  slow.slowDown();
  await Promise.all(all.slice(0, -1).map(({ done }) => done));
  const behind = all[0].count - slow.count;
  slow.hurry();
  await slow.done;
  return {
    events: all.reduce((sum, { count }) => sum + count, 0),
    seconds: (performance.now() - started) / 1000,
    lost: all.reduce((sum, { lost }) => sum + lost, 0),
    repeated: all.reduce((sum, { repeated }) => sum + repeated, 0),
    slow: behind,
  };
}

class Reader {
  count = 0;
  lost = 0;
  repeated = 0;
  #last = 0;
  #rest = Buffer.alloc(0);
  #pause = 0;
  #socket;
  #end;

  constructor(port, token, path, events) {
    this.#end = events;
    this.#socket = connect(port, '127.0.0.1');
    this.#socket.write(
      `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${token}\r\naccept: text/event-stream\r\n\r\n`,
    );
    this.done = new Promise((resolve, reject) => {
      this.#socket.on('error', reject);
      this.#socket.on('data', (data) => this.#take(data, resolve));
    });
  }

  slowDown() {
    this.#pause = PAUSE_MS;
  }

  hurry() {
    this.#pause = 0;
    this.#socket.resume();
  }

  #take(data, resolve) {
    const text = Buffer.concat([this.#rest, data]);
    let from = 0;
    for (let at = text.indexOf(ID); at >= 0; at = text.indexOf(ID, from)) {
      const end = text.indexOf(10, at + ID.length);
      if (end < 0) break;
      this.#number(Number(text.toString('latin1', at + ID.length, end)));
      from = end;
    }
    this.#rest = text.subarray(Math.max(from, text.length - 64));
    if (this.#last >= this.#end) {
      this.#socket.destroy();
      resolve();
    } else if (this.#pause > 0) {
      this.#socket.pause();
      setTimeout(() => this.#socket.resume(), this.#pause);
    }
  }

  #number(number) {
    this.count++;
    if (number <= this.#last) this.repeated++;
    else this.lost += number - this.#last - 1;
    this.#last = Math.max(this.#last, number);
  }
}
