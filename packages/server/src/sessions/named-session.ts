/** The session that an address names: by its id, the beginning of it, or the agent's own id. */
import { Failure } from '@hansard/core';
import type { SessionId } from '@hansard/core/store/sessions.ts';
import { namedSession as named } from '@hansard/core/views/named-session.ts';
import type { App } from '../app.ts';

/** One that is run here also by the id that was chosen for it. */
export async function namedSession({ store, live }: Pick<App, 'store' | 'live'>, id: string): Promise<SessionId> {
  const chosen = await live?.stored(id);
  if (chosen !== undefined) return chosen;
  if (id.length < SHORTEST) throw new Failure('unknown-session', `No session has the id "${id}".`);
  return named(store.sessions, id);
}

/** A shorter beginning of an id says too little. */
const SHORTEST = 4;
