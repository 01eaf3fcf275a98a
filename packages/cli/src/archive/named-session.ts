/** The session that the user names, in the archive and in the list that was shown last. */
import { type Archive, findSession, listSessions, type SessionFound } from '@hansard/archive';
import type { Host } from '@hansard/core';
import { lastList } from '../sessions/last-list.ts';

export function namedSession(archive: Archive, host: Host, selector: string): SessionFound {
  return findSession(archive, selector, { listed: lastList(host) });
}

/**
 * For commands that only read: before any list was shown, right after the first sync, a number counts in the one that
 * `hansard sessions` would show. Nothing is changed or sent by a number that nobody has seen.
 */
export function namedSessionToRead(archive: Archive, host: Host, selector: string): SessionFound {
  const isNumber = /^\s*\d{1,6}\s*$/.test(selector);
  const listed = lastList(host) ?? (isNumber ? newest(archive, Number(selector)) : undefined);
  return findSession(archive, selector, { listed });
}

const newest = (archive: Archive, limit: number) => listSessions(archive, { limit }).map(({ id }) => id);

/** Each once, in the order given. */
export function namedSessions(archive: Archive, host: Host, selectors: readonly string[]): SessionFound[] {
  const found = selectors.map((selector) => namedSession(archive, host, selector));
  return [...new Map(found.map((session) => [session.id, session])).values()];
}
