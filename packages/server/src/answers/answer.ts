/** The bytes of an answer, with their tag, and compressed once for each encoding that is asked for. */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { compress, type Encoding, encodingFor } from './encoding.ts';

export const JSON_MEDIA = 'application/json; charset=utf-8';

export class Answer {
  /** Memory that others may hold too: joining them takes longer than sending them, unless they are sent again. */
  #pieces: readonly Buffer[];
  #wasSent = false;
  readonly #bytes: number;
  readonly type: string;
  readonly etag: string;
  readonly #encoded = new Map<Encoding, Promise<Buffer>>();

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

  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    reply.header('etag', this.etag).header('vary', varying(reply));
    if (isKnown(request.headers['if-none-match'], this.etag)) return reply.code(304).send();
    reply.header('content-type', this.type);
    const encoding = isPacked(this.type) ? undefined : encodingFor(header(request), this.#bytes);
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

  #as(encoding: Encoding): Promise<Buffer> {
    const known = this.#encoded.get(encoding) ?? compress(this.#whole(), encoding);
    this.#encoded.set(encoding, known);
    return known;
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
  return before === undefined ? 'accept-encoding' : `${before}, accept-encoding`;
}

function isKnown(given: string | undefined, etag: string): boolean {
  if (given === undefined) return false;
  const bare = (tag: string) => tag.trim().replace(/^W\//, '');
  return given.trim() === '*' || given.split(',').some((tag) => bare(tag) === bare(etag));
}
