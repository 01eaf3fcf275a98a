/** The bytes of an answer, with their tag, and compressed once for each encoding that is asked for. */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { compress, type Encoding, encodingFor } from './encoding.ts';

export const JSON_MEDIA = 'application/json; charset=utf-8';

export interface ReadyAnswer {
  /** Names and values, one behind the other. */
  readonly headers: readonly string[];
  readonly body: Buffer;
}

const VARY = 'accept-encoding';

export class Answer {
  /** Memory that others may hold too: joining them takes longer than sending them, unless they are sent again. */
  #pieces: readonly Buffer[];
  #wasSent = false;
  readonly #bytes: number;
  readonly type: string;
  readonly etag: string;
  readonly #encoded = new Map<Encoding, Promise<Buffer>>();
  readonly #ready = new Map<Encoding | undefined, ReadyAnswer>();

  /** `content` is what tells the bytes from others, where that is known without reading them all. */
  constructor(body: Buffer | readonly Buffer[], type: string, content?: Buffer | string) {
    this.#pieces = Buffer.isBuffer(body) ? [body] : body;
    this.#bytes = this.#pieces.reduce((sum, { length }) => sum + length, 0);
    this.type = type;
    // Weak: the same tag stands for all encodings.
    this.etag = `W/"${createHash('sha1')
      .update(content ?? this.#whole())
      .digest('base64url')}"`;
  }

  static json(value: unknown): Answer {
    return new Answer(Buffer.from(JSON.stringify(value)), JSON_MEDIA);
  }

  /** Bytes that it takes in memory, more or less. */
  get weight(): number {
    return this.#bytes * 1.5;
  }

  /**
   * What is sent without its general headers, once it was sent in that encoding before; undefined when it takes work.
   */
  ready(accepted: string | undefined): ReadyAnswer | undefined {
    const encoding = this.#encodingFor(accepted);
    const known = this.#ready.get(encoding);
    if (known || encoding !== undefined || !this.#wasSent) return known;
    this.#pieces = [this.#whole()];
    return this.#keepReady(undefined, this.#whole());
  }

  #keepReady(encoding: Encoding | undefined, body: Buffer): ReadyAnswer {
    const headers = ['etag', this.etag, 'vary', VARY, 'content-type', this.type];
    if (encoding) headers.push('content-encoding', encoding);
    const ready = { headers: [...headers, 'content-length', String(body.length)], body };
    this.#ready.set(encoding, ready);
    return ready;
  }

  #encodingFor(accepted: string | undefined): Encoding | undefined {
    return isPacked(this.type) ? undefined : encodingFor(accepted, this.#bytes);
  }

  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    reply.header('etag', this.etag).header('vary', varying(reply));
    if (isKnown(request.headers['if-none-match'], this.etag)) return reply.code(304).send();
    reply.header('content-type', this.type);
    const encoding = this.#encodingFor(header(request));
    if (encoding === undefined) return this.#sendPlain(request, reply);
    return reply.header('content-encoding', encoding).send(await this.#as(encoding));
  }

  #sendPlain(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    if (this.#wasSent) this.#pieces = [this.#whole()];
    this.#wasSent = true;
    return this.#pieces.length === 1 ? reply.send(this.#pieces[0]) : this.#sendPieces(request, reply);
  }

  /** The framework sends one piece only. */
  #sendPieces({ method }: FastifyRequest, reply: FastifyReply): FastifyReply {
    reply.header('content-length', this.#bytes).hijack();
    const { raw } = reply;
    raw.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>);
    raw.cork();
    if (method !== 'HEAD') for (const piece of this.#pieces) raw.write(piece);
    raw.end();
    raw.uncork();
    return reply;
  }

  #whole(): Buffer {
    return this.#pieces.length === 1 ? (this.#pieces[0] as Buffer) : Buffer.concat(this.#pieces);
  }

  async #as(encoding: Encoding): Promise<Buffer> {
    const known = this.#encoded.get(encoding) ?? compress(this.#whole(), encoding);
    this.#encoded.set(encoding, known);
    const body = await known;
    this.#keepReady(encoding, body);
    return body;
  }
}

const header = (request: FastifyRequest): string | undefined => {
  const value = request.headers['accept-encoding'];
  return Array.isArray(value) ? value.join(',') : value;
};

/** What is compressed already. */
const isPacked = (type: string): boolean => /^image\/(?!svg)|^application\/(zip|gzip)|^font\//.test(type);

function varying(reply: FastifyReply): string {
  const before = reply.getHeader('vary');
  return before === undefined ? VARY : `${before}, ${VARY}`;
}

function isKnown(given: string | undefined, etag: string): boolean {
  if (given === undefined) return false;
  const bare = (tag: string) => tag.trim().replace(/^W\//, '');
  return given.trim() === '*' || given.split(',').some((tag) => bare(tag) === bare(etag));
}
