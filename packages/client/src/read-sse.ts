/**
 * Server-sent events from the body of an answer. EventSource cannot send an Authorization header and hides why a
 * connection ended, so the stream is read with fetch. Follows the HTML standard's rules for lines and fields.
 */

export interface SseMessage {
  /** `message` when the server does not say. */
  readonly event: string;
  readonly data: string;
  /** Id of this message; undefined when it has none of its own. */
  readonly id?: string;
}

/** What goes on besides messages. */
export interface SseNotes {
  /** Milliseconds to wait before the next attempt, when the server asks for that. */
  retry?: number;
  /** The last id that came without a message: a place in the stream at which there is nothing to say. */
  id?: string;
  /** Told when reading begins to wait for the server, and when something came. */
  readonly waits?: (waits: boolean) => void;
}

export async function* readSse(body: ReadableStream<Uint8Array>, notes: SseNotes = {}): AsyncGenerator<SseMessage> {
  const block = new Block(notes);
  for await (const line of linesOf(textsOf(body, notes.waits))) {
    if (line !== '') block.add(line);
    else {
      const message = block.take();
      if (message) yield message;
    }
  }
  // A message whose empty line did not arrive is not complete, and is asked for again.
}

/** The fields of one message. */
class Block {
  readonly #notes: SseNotes;
  #event = '';
  #data: string[] = [];
  #id: string | undefined;

  constructor(notes: SseNotes) {
    this.#notes = notes;
  }

  add(line: string): void {
    const colon = line.indexOf(':');
    if (colon === 0) return;
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (field === 'data') this.#data.push(value);
    else if (field === 'event') this.#event = value;
    else if (field === 'id' && !value.includes('\0')) this.#id = value;
    else if (field === 'retry' && /^\d+$/.test(value)) this.#notes.retry = Number(value);
  }

  take(): SseMessage | undefined {
    const [event, data, id] = [this.#event || 'message', this.#data, this.#id];
    [this.#event, this.#data, this.#id] = ['', [], undefined];
    if (data.length === 0) {
      if (id !== undefined) this.#notes.id = id;
      return undefined;
    }
    return { event, data: data.join('\n'), ...(id === undefined ? {} : { id }) };
  }
}

/** Lines end with CR, LF or both. */
async function* linesOf(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  let afterReturn = false;
  for await (const text of texts) {
    let from = 0;
    // Only what is new can hold the end of a line: a long line is not searched again for every piece of it.
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === 10 && afterReturn && at === from) from = at + 1;
      else if (code === 10 || code === 13) {
        yield rest + text.slice(from, at);
        rest = '';
        from = at + 1;
      }
      afterReturn = code === 13;
    }
    rest += text.slice(from);
  }
}

/** The text of a body, as it comes. */
export async function* textsOf(
  body: ReadableStream<Uint8Array>,
  waits?: (waits: boolean) => void,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      waits?.(true);
      const { done, value } = await reader.read();
      waits?.(false);
      if (done) return;
      yield decoder.decode(value, { stream: true });
    }
  } finally {
    waits?.(false);
    // Whoever stops reading ends the connection.
    await reader.cancel().catch(() => {});
  }
}
