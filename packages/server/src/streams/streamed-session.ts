/** The session of a stream. What cannot be sent at all is refused while there is still an answer to say so in. */
import type { SessionFound } from '@hansard/archive';
import type { App } from '../app.ts';
import { namedSession } from '../sessions/named-session.ts';

export async function streamedSession(app: App, id: string): Promise<SessionFound> {
  const session = namedSession(app, id);
  await app.content.answer(session.id, null);
  return session;
}
