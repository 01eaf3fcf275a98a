/** The pages there are, by path. */
export type PageName =
  | { name: 'sessions' }
  | { name: 'session'; id: string }
  | { name: 'search' }
  | { name: 'stats' }
  | { name: 'compare' }
  | { name: 'settings' }
  | { name: 'hub' }
  | { name: 'runs' }
  | { name: 'run'; id: string }
  | { name: 'compare-runs' };

export function pageAt(path: string): PageName | undefined {
  if (path === '/') return { name: 'sessions' };
  if (path === '/search') return { name: 'search' };
  if (path === '/stats') return { name: 'stats' };
  if (path === '/settings') return { name: 'settings' };
  if (path === '/hub') return { name: 'hub' };
  if (path === '/compare') return { name: 'compare' };
  if (path === '/runs') return { name: 'runs' };
  if (path === '/compare-runs') return { name: 'compare-runs' };
  const run = /^\/runs\/([^/]+)$/.exec(path)?.[1];
  if (run !== undefined) return { name: 'run', id: decoded(run) };
  const id = /^\/s\/([^/]+)$/.exec(path)?.[1];
  return id === undefined ? undefined : { name: 'session', id: decoded(id) };
}

/** The stable address of a session, or of one event in it, with words in it that a search found. */
export function sessionAddress(id: string, eventId?: string, hit?: string | null): string {
  const event = eventId === undefined ? '' : `?e=${encodeURIComponent(eventId)}`;
  return `/s/${encodeURIComponent(id)}${event}${hit ? `&hit=${encodeURIComponent(hit)}` : ''}`;
}

/** A run of flows. */
export const runAddress = (id: string): string => `/runs/${encodeURIComponent(id)}`;

/** Two sessions side by side. */
export const compareAddress = (a: string, b: string): string =>
  `/compare?a=${encodeURIComponent(a)}&b=${encodeURIComponent(b)}`;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
