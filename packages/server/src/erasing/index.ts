/** Erases sessions for good, for those who administer the archive. */
import { Failure } from '@hansard/core';
import type { SessionId } from '@hansard/core/store/sessions.ts';
import type { App } from '../app.ts';
import type { Content } from '../content/content.ts';
import type { Handlers } from '../handler.ts';
import { partOf } from '../parts.ts';
import { coveredSession } from '../sessions/covered-session.ts';

export const erasingHandlers: Handlers = {
  'erase-sessions': async (app, { body, content }) => {
    const erasing = partOf(app, 'erasing', 'erase sessions');
    const found = await Promise.all(body.sessions.map((id) => sessionOf(app, content, id)));
    const sessions = [...new Set(found.flat())];
    if (sessions.length === 0) return { erased: [], unfinished: null };
    const { unfinished } = await erasing.erase(sessions, new Date().toISOString());
    return { erased: sessions, unfinished };
  },
};

/** One that is not there is gone already. A beginning that fits several is refused: none of them is meant for sure. */
async function sessionOf(app: App, content: Content, id: string): Promise<SessionId[]> {
  try {
    return [await coveredSession(app, content, id)];
  } catch (error) {
    if (error instanceof Failure && error.code === 'unknown-session') return [];
    throw error;
  }
}
