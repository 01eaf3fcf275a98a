/** New sessions, and what they are called. */
import { api } from '../api.ts';
import { sessionAddress } from '../route/pages.ts';
import { navigate } from '../route/place.ts';

/** Ids of sessions are chosen by who starts them. Addresses that are no secure context have no `randomUUID`. */
export function newSessionId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  return `page-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Goes on with a copy of a session, and shows it. */
export async function goOnInCopy(session: string): Promise<void> {
  const id = newSessionId();
  const created = await api.forkSession(session, id);
  navigate(sessionAddress(created.id ?? id));
}
