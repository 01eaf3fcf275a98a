/** The session that the user names, in the archive and in the list that was shown last. */
import { type Archive, findSession, type SessionFound } from '@hansard/archive';
import type { Host } from '@hansard/core';
import { lastList } from '../sessions/last-list.ts';

export function namedSession(archive: Archive, host: Host, selector: string): SessionFound {
  return findSession(archive, selector, { listed: lastList(host) });
}

/** Each once, in the order given. */
export function namedSessions(archive: Archive, host: Host, selectors: readonly string[]): SessionFound[] {
  const found = selectors.map((selector) => namedSession(archive, host, selector));
  return [...new Map(found.map((session) => [session.id, session])).values()];
}
