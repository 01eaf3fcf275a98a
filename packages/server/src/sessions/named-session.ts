/** The session that an address names: by its id, the beginning of it, or the agent's own id. */
import type { SessionId } from '@hansard/core/store/sessions.ts';
import { namedSession as named } from '@hansard/core/views/named-session.ts';
import type { App } from '../app.ts';

export const namedSession = ({ store }: Pick<App, 'store'>, id: string): Promise<SessionId> =>
  named(store.sessions, id);
