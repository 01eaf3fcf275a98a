/** The session that somebody names: by its id, the beginning of it, or the agent's own id. What fits several is not guessed. */
import { Failure } from '../failure.ts';
import type { SessionId, StoreSessions } from '../store/sessions.ts';

export async function namedSession(sessions: Pick<StoreSessions, 'find'>, name: string): Promise<SessionId> {
  const [id, ...others] = await sessions.find(name);
  if (id !== undefined && others.length === 0) return id;
  if (id === undefined) {
    throw new Failure('unknown-session', `No session has the id "${name.slice(0, 100)}".`, {
      remedy: 'It may have been erased; /v1/sessions lists those that there are.',
    });
  }
  throw new Failure('ambiguous-session', `The ids of several sessions begin with "${name.slice(0, 100)}".`, {
    remedy: 'Give more of the id.',
  });
}
