/** A page of the universal stream, as bytes. */
import { PAGE } from '../streams/encoded-pages.ts';
import type { Streaming } from '../streams/streaming.ts';

export interface UniversalRequest {
  /** The last sequence that was seen. */
  readonly offset: number;
  readonly limit: number;
  readonly raw: boolean;
}

/** The bytes of a `UniversalEventPage`. */
export async function universalPage(
  { events, pages }: Pick<Streaming, 'events' | 'pages'>,
  sessionId: number,
  { offset, limit, raw }: UniversalRequest,
): Promise<Buffer> {
  const make = (first: number) => events.messages(sessionId, first, PAGE, raw, (_sequence, text) => `,${text}`);
  const { bytes, count } = await pages.range(`envelopes ${sessionId} ${raw}`, offset, limit, make);
  const hasMore = count === limit && (await events.hasMore(sessionId, offset + limit));
  return Buffer.concat([HEAD, bytes.subarray(1), Buffer.from(`],"hasMore":${hasMore}}`)]);
}

const HEAD = Buffer.from('{"events":[');
