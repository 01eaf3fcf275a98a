/** The session that an address names: by its id, the beginning of it, or the agent's own id. */
import type { SessionId } from '@hansard/core/store/sessions.ts';
import { namedSession as named } from '@hansard/core/views/named-session.ts';
import type { App } from '../app.ts';

/** One that is run here also by the id that was chosen for it. */
export const namedSession = async ({ store, live }: Pick<App, 'store' | 'live'>, id: string): Promise<SessionId> =>
  (await live?.stored(id)) ?? named(store.sessions, id);
