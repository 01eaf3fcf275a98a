/**
 * A reader of a stream that costs nearly nothing, so that a hundred of them do not take the time of what is measured. It counts bytes: one
 * that has as many as a reader who looks at every event, up to the same last number, has the same events.
 */
import { connect } from 'node:net';

/** Enough for the last event before the end of a turn and for what follows it. */
const TAIL = 4096;
const END = '"type":"turn.ended"';
/** A comment that keeps the connection alive. */
const BEAT = ': beat\n\n'.length;

export class LightReader {
  bytes = 0;
  #tail = Buffer.alloc(0);
  #hasHead = false;
  #ended;
  #end;

  constructor(url, token, path) {
    const { port, host } = new URL(url);
    this.#ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => {});
    socket.on('data', (data) => this.#take(data));
    const head = [
      `GET ${path} HTTP/1.1`,
      `host: ${host}`,
      `authorization: Bearer ${token}`,
      'accept: text/event-stream',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    this.close = () => socket.destroy();
  }

  /** Until a turn has ended. */
  untilEnd() {
    return this.#ended;
  }

  /** Whether it has what that many bytes hold, up to that number. */
  hasAll(bytes, last) {
    const more = this.bytes - bytes;
    return more >= 0 && more % BEAT === 0 && this.#tail.includes(`id: ${last}\n`);
  }

  #take(data) {
    let body = data;
    if (!this.#hasHead) {
      const all = Buffer.concat([this.#tail, data]);
      const end = all.indexOf('\r\n\r\n');
      this.#hasHead = end >= 0;
      if (!this.#hasHead) {
        this.#tail = all;
        return;
      }
      body = all.subarray(end + 4);
      this.#tail = Buffer.alloc(0);
    }
    this.bytes += body.length;
    this.#tail =
      body.length >= TAIL ? Buffer.from(body.subarray(-TAIL)) : Buffer.concat([this.#tail, body]).subarray(-TAIL);
    if (this.#tail.includes(END)) this.#end();
  }
}
