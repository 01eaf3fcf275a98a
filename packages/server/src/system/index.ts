/** The server itself. */
import type { Handlers } from '../handler.ts';

export const systemHandlers: Handlers = {
  health: ({ version }) => ({ status: 'ok', version }),
};
