/** All handlers, by the id of their route. A group of routes has a folder. */
import { erasingHandlers } from './erasing/index.ts';
import { eventHandlers } from './events/index.ts';
import { gitHandlers } from './git/index.ts';
import type { Handlers } from './handler.ts';
import { journalHandlers } from './journal/index.ts';
import { viewHandlers } from './journal/views.ts';
import { liveHandlers } from './live/index.ts';
import { questionHandlers } from './questions/index.ts';
import { runHandlers } from './runs/index.ts';
import { sessionHandlers } from './sessions/index.ts';
import { sharingHandlers } from './sharing/index.ts';
import { streamHandlers } from './streams/index.ts';
import { systemHandlers } from './system/index.ts';
import { telemetryHandlers } from './telemetry/index.ts';
import { universalHandlers } from './universal/index.ts';

export const handlers: Handlers = {
  ...systemHandlers,
  ...sessionHandlers,
  ...gitHandlers,
  ...eventHandlers,
  ...universalHandlers,
  ...streamHandlers,
  ...questionHandlers,
  ...journalHandlers,
  ...viewHandlers,
  ...sharingHandlers,
  ...liveHandlers,
  ...erasingHandlers,
  ...telemetryHandlers,
  ...runHandlers,
};
