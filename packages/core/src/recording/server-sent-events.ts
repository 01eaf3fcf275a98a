/** Server-sent events out of bytes, as they come: the data of each event, whatever its lines and chunks are cut into. */
export class ServerSentEvents {
  readonly #decoder = new TextDecoder();
  readonly #take: (data: string) => void;
  #rest = '';
  #data: string | undefined;

  constructor(take: (data: string) => void) {
    this.#take = take;
  }

  push(bytes: Uint8Array): void {
    this.#rest += this.#decoder.decode(bytes, { stream: true });
    let start = 0;
    for (let end = this.#rest.indexOf('\n'); end >= 0; end = this.#rest.indexOf('\n', start)) {
      this.#line(this.#rest.slice(start, this.#rest[end - 1] === '\r' ? end - 1 : end));
      start = end + 1;
    }
    if (start > 0) this.#rest = this.#rest.slice(start);
  }

  /** An event without the empty line behind it counts, too: not every server sends the last one. */
  end(): void {
    if (this.#rest !== '') this.#line(this.#rest);
    this.#rest = '';
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
