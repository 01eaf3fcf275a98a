/** A page of the universal stream. */
import type { Answer } from '../answers/answer.ts';
import { PAGE } from '../streams/encoded-pages.ts';
import type { Streaming } from '../streams/streaming.ts';
import { listAnswer } from '../streams/transcript-pages.ts';

export interface UniversalRequest {
  /** The last sequence that was seen. */
  readonly offset: number;
  readonly limit: number;
  readonly raw: boolean;
}

/** A `UniversalEventPage`. */
export async function universalPage(
  { events, pages }: Pick<Streaming, 'events' | 'pages'>,
  sessionId: number,
  { offset, limit, raw }: UniversalRequest,
): Promise<Answer> {
  const make = (first: number) => events.messages(sessionId, first, PAGE, raw, (_sequence, text) => `,${text}`);
  const found = await pages.range(`envelopes ${sessionId} ${raw}`, offset, limit, make);
  const hasMore = found.count === limit && (await events.hasMore(sessionId, offset + limit));
  return listAnswer(found, `"hasMore":${hasMore}`);
}
