/** All handlers, by the id of their route. A group of routes has a folder. */
import type { Handlers } from './handler.ts';
import { systemHandlers } from './system/index.ts';

export const handlers: Handlers = { ...systemHandlers };
