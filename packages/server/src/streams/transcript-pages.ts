/** Pages of a session's events, forwards from a logSeq and backwards. */
import type { SessionId } from '@hansard/core/store/sessions.ts';
import { Answer, JSON_MEDIA } from '../answers/answer.ts';
import type { App } from '../app.ts';
import type { Content } from '../content/content.ts';
import { type EncodedPages, type EncodedRange, PAGE } from './encoded-pages.ts';
import { type EventTextOptions, eventText } from './event-text.ts';

export interface PageRequest {
  readonly after?: number;
  readonly before?: number;
  readonly limit: number;
  readonly full: boolean;
}

/** An `ArchivedEventPage`. */
export async function transcriptPage(
  app: App,
  content: Content,
  pages: EncodedPages,
  session: SessionId,
  request: PageRequest,
): Promise<Answer> {
  // Noted before anything is read: what changes meanwhile is told again rather than not at all.
  const { lastSeq, change } = (await app.store.changes.position(session)) ?? GONE;
  let { first, count } = range(request, lastSeq);
  const options = { session, full: request.full };
  const make = (from: number) => eventMessages(app, content, from, options, (_seq, text) => `,${text}`);
  const read = () => pages.range(`page ${session} ${request.full}`, first - 1, count, make);
  let found = await read();
  // Where nothing may be sent, the page goes on until something is, or the session ends.
  while (isEmpty(found) && request.before === undefined && first + count <= lastSeq) {
    first += count;
    count = Math.min(request.limit, lastSeq - first + 1);
    found = await read();
  }
  const hasMore = request.before === undefined ? first - 1 + count < lastSeq : first > (request.after ?? 0) + 1;
  return listAnswer(found, `"hasMore":${hasMore},"lastSeq":${lastSeq},"change":${change}`);
}

const GONE = { lastSeq: 0, change: 0 };

const isEmpty = ({ pieces }: EncodedRange): boolean => pieces.every(({ length }) => length === 0);

/** A page of messages that have a comma before each. */
export function listAnswer({ pieces, content }: EncodedRange, rest: string): Answer {
  const end = `],${rest}}`;
  const [first, ...others] = pieces.filter(({ length }) => length > 0);
  const body = [HEAD, ...(first ? [first.subarray(1), ...others] : []), Buffer.from(end)];
  return new Answer(body, JSON_MEDIA, `${content}${end}`);
}

const HEAD = Buffer.from('{"events":[');

/** One for each number of a page: what may not be sent at all keeps its place, and says nothing. */
export async function eventMessages(
  app: App,
  content: Content,
  first: number,
  options: EventTextOptions,
  written: (logSeq: number, text: string) => string,
): Promise<string[]> {
  const { session } = options;
  const { lastSeq } = (await app.store.changes.position(session)) ?? GONE;
  const count = Math.min(PAGE, lastSeq - first + 1);
  const messages = new Array<string>(Math.max(0, count)).fill('');
  const events = count > 0 ? await content.page(session, first - 1, count) : [];
  for (const event of events) {
    const at = (event.logSeq as number) - first;
    if (at >= count) break;
    messages[at] = written(event.logSeq as number, eventText(event, options));
  }
  return messages;
}

/** With `before` the nearest to it, else the nearest behind `after`. */
function range({ after = 0, before, limit }: PageRequest, lastSeq: number): { first: number; count: number } {
  if (before === undefined) return { first: after + 1, count: Math.min(limit, Math.max(0, lastSeq - after)) };
  const end = Math.min(before - 1, lastSeq);
  const first = Math.max(after + 1, end - limit + 1);
  return { first, count: Math.max(0, end - first + 1) };
}
