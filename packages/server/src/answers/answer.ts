/** The bytes of an answer, with their tag, and compressed once for each encoding that is asked for. */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { compress, type Encoding, encodingFor } from './encoding.ts';

export const JSON_MEDIA = 'application/json; charset=utf-8';

export class Answer {
  readonly body: Buffer;
  readonly type: string;
  readonly etag: string;
  readonly #encoded = new Map<Encoding, Promise<Buffer>>();

  /** `content` is what tells the body from others, where that is known without reading it all. */
  constructor(body: Buffer, type: string, content: Buffer | string = body) {
    this.body = body;
    this.type = type;
    // Weak: the same tag stands for all encodings.
    this.etag = `W/"${createHash('sha1').update(content).digest('base64url')}"`;
  }

  static json(value: unknown): Answer {
    return new Answer(Buffer.from(JSON.stringify(value)), JSON_MEDIA);
  }

  /** Bytes that it takes in memory, more or less. */
  get weight(): number {
    return this.body.length * 1.5;
  }

  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    reply.header('etag', this.etag).header('vary', varying(reply));
    if (isKnown(request.headers['if-none-match'], this.etag)) return reply.code(304).send();
    reply.header('content-type', this.type);
    const encoding = isPacked(this.type) ? undefined : encodingFor(header(request), this.body.length);
    if (encoding === undefined) return reply.send(this.body);
    return reply.header('content-encoding', encoding).send(await this.#as(encoding));
  }

  #as(encoding: Encoding): Promise<Buffer> {
    const known = this.#encoded.get(encoding) ?? compress(this.body, encoding);
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
