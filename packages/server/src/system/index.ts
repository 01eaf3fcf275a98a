/** The server itself, its document, and the page. */
import type { Handlers } from '../handler.ts';
import { pageHandlers } from './pages.ts';
import { agentsOf, statusOf } from './status.ts';
import { upkeepHandlers } from './upkeep.ts';

export const systemHandlers: Handlers = {
  ...pageHandlers,
  ...upkeepHandlers,
  health: ({ version }) => ({ status: 'ok', version }),
  status: statusOf,
  agents: agentsOf,
  sample: async (app) => (await import('./sample.ts')).addSample(app),
};
