/** The pages there are, by path. */
export type PageName = { name: 'sessions' } | { name: 'session'; id: string } | { name: 'search' } | { name: 'stats' };

export function pageAt(path: string): PageName | undefined {
  if (path === '/') return { name: 'sessions' };
  if (path === '/search') return { name: 'search' };
  if (path === '/stats') return { name: 'stats' };
  const id = /^\/s\/([^/]+)$/.exec(path)?.[1];
  return id === undefined ? undefined : { name: 'session', id: decoded(id) };
}

/** The stable address of a session, or of one event in it. */
export function sessionAddress(id: string, eventId?: string): string {
  const event = eventId === undefined ? '' : `?e=${encodeURIComponent(eventId)}`;
  return `/s/${encodeURIComponent(id)}${event}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
