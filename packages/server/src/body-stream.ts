/**
 * Long bodies: handed to the handler as they come, at its pace, and never held. More than the limit is refused as soon
 * as that is known, from the length that the request names or from what has come.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from './problems.ts';

/** A long body may be long in coming. */
const UPLOAD_MS = 60 * 60_000;

/** From now on routes of this instance get bodies of these media types, or of any, as an iterable of bytes. */
export function takeStreams(server: FastifyInstance, media: readonly string[], limit: number): void {
  server.server.requestTimeout = Math.max(server.server.requestTimeout, UPLOAD_MS);
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(media.length > 0 ? [...media] : '*', (request: FastifyRequest, payload, done) => {
    const length = Number(request.headers['content-length'] ?? 0);
    if (length > limit) done(tooLarge(limit), undefined);
    else done(null, limited(payload, limit));
  });
}

async function* limited(payload: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of payload) {
    bytes += piece.length;
    if (bytes > limit) throw tooLarge(limit);
    yield piece;
  }
}

const tooLarge = (limit: number): Refusal =>
  new Refusal('body-too-large', `The body has more than ${limit} bytes.`, { headers: { connection: 'close' } });
