/** Asks a server for paths over a few connections that stay open, and reads the answers with as little work as possible. */
import { connect } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');

/** Asks for each path once; gives the seconds it took. `answered` gets the bodies, when somebody wants them. */
export async function ask(port, token, paths, { connections = 8, answered } = {}) {
  let next = 0;
  const started = performance.now();
  const reader = async () => {
    const socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    const answers = new Answers(socket);
    for (let at = next++; at < paths.length; at = next++) {
      socket.write(`GET ${paths[at]} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${token}\r\n\r\n`);
      const { status, body } = await answers.next(answered !== undefined);
      if (status !== 200) throw new Error(`${paths[at]}: ${status} ${body}`);
      answered?.(at, body);
    }
    socket.destroy();
  };
  await Promise.all(Array.from({ length: connections }, reader));
  return (performance.now() - started) / 1000;
}

/** Answers with a content-length, one after the other. */
class Answers {
  #chunks = [];
  #left = 0;
  #status = 0;
  #keep = false;
  #resolve;
  #reject;

  constructor(socket) {
    socket.on('data', (data) => this.#take(data));
    socket.on('error', (error) => this.#reject?.(error));
    socket.on('close', () => this.#reject?.(new Error('closed')));
  }

  next(keep) {
    this.#keep = keep;
    this.#status = 0;
    this.#chunks = [];
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  #take(data) {
    let rest = data;
    if (this.#status === 0) {
      const end = data.indexOf(HEAD_END);
      if (end < 0) throw new Error('a head in two pieces');
      const head = data.subarray(0, end).toString('latin1');
      this.#status = Number(head.slice(9, 12));
      this.#left = Number(/content-length: (\d+)/i.exec(head)?.[1]);
      rest = data.subarray(end + 4);
    }
    this.#left -= rest.length;
    if (this.#keep || this.#status !== 200) this.#chunks.push(rest);
    if (this.#left > 0) return;
    this.#resolve({ status: this.#status, body: Buffer.concat(this.#chunks) });
  }
}
