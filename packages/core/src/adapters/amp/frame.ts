/** What the events of one message share. */
import type { EventFrame } from '../../reading/event-frame.ts';
import type { ReaderState } from './state.ts';

export { addEvent, type Draft } from '../../reading/event-frame.ts';

export type Frame = EventFrame<ReaderState>;
