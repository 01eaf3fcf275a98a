/** A page of the universal stream. */

import type { SessionId } from '@hansard/core/store/sessions.ts';
import type { Answer } from '../answers/answer.ts';
import type { EncodedPages } from '../streams/encoded-pages.ts';
import { PAGE } from '../streams/encoded-pages.ts';
import { listAnswer } from '../streams/transcript-pages.ts';
import type { UniversalEvents } from './universal-events.ts';

export interface UniversalRequest {
  /** The last sequence that was seen. */
  readonly offset: number;
  readonly limit: number;
  readonly raw: boolean;
}

/** A `UniversalEventPage`. */
export async function universalPage(
  events: UniversalEvents,
  pages: EncodedPages,
  session: SessionId,
  { offset, limit, raw }: UniversalRequest,
): Promise<Answer> {
  const make = (first: number) => events.messages(session, first, PAGE, raw, (_sequence, text) => `,${text}`);
  const found = await pages.range(`envelopes ${session} ${raw}`, offset, limit, make);
  const hasMore = found.count === limit && (await events.hasMore(session, offset + limit));
  return listAnswer(found, `"hasMore":${hasMore}`);
}
