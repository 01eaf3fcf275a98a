/** Pages of a session's events, forwards from a logSeq and backwards. */
import type { SessionFound } from '@hansard/archive';
import { lastChange } from '@hansard/archive';
import type { App } from '../app.ts';
import { eventText } from './event-text.ts';

export interface PageRequest {
  readonly after?: number;
  readonly before?: number;
  readonly limit: number;
  readonly full: boolean;
}

/** The text of an `ArchivedEventPage`. */
export async function transcriptPage(app: App, session: SessionFound, request: PageRequest): Promise<string> {
  const { sql } = app.archive;
  // Noted before anything is read: what changes meanwhile is told again rather than not at all.
  const change = lastChange(sql);
  const lastSeq = lastSeqOf(app, session.id);
  const { first, count } = range(request, lastSeq);
  const found = count > 0 ? await app.content.page(session.id, first - 1, count) : [];
  const isBackwards = request.before !== undefined;
  const events = isBackwards ? found.filter(({ logSeq = 0 }) => logSeq < first + count) : found;
  const options = { session: session.uuid, full: request.full };
  const texts = events.map((event) => eventText(event, options));
  // Some may not be sent at all: then the last that is sent is not the last that there is.
  const isShort = events.length === 0 || events.at(-1)?.logSeq === lastSeq;
  const hasMore = isBackwards ? first > (request.after ?? 0) + 1 : !isShort;
  return `{"events":[${texts.join(',')}],"hasMore":${hasMore},"lastSeq":${lastSeq},"change":${change}}`;
}

export function lastSeqOf({ archive }: App, sessionId: number): number {
  const row = archive.sql.get('SELECT last_seq FROM session WHERE id = ?', sessionId);
  return (row?.['last_seq'] as number | undefined) ?? 0;
}

/** With `before` the nearest to it, else the nearest behind `after`. */
function range({ after = 0, before, limit }: PageRequest, lastSeq: number): { first: number; count: number } {
  if (before === undefined) return { first: after + 1, count: Math.min(limit, Math.max(0, lastSeq - after)) };
  const end = Math.min(before - 1, lastSeq);
  const first = Math.max(after + 1, end - limit + 1);
  return { first, count: Math.max(0, end - first + 1) };
}
