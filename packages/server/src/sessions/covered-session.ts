/**
 * The session that an address names, for a stream or a change. One that may not be sent to who asks is refused before
 * anything is done: while there is still an answer to say so in, and before something is written.
 */
import type { SessionId } from '@hansard/core/store/sessions.ts';
import type { App } from '../app.ts';
import type { Content } from '../content/content.ts';
import { namedSession } from './named-session.ts';

export async function coveredSession(app: App, content: Content, id: string): Promise<SessionId> {
  const session = await namedSession(app, id);
  await content.answer(session, null);
  return session;
}
