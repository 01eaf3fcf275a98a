/** What the events of one record share, and the record itself. */
import type { EventFrame } from '../../reading/event-frame.ts';
import type { Json } from './native.ts';
import type { ReadingState } from './state.ts';

export { addEvent, type Draft } from '../../reading/event-frame.ts';

export interface Frame extends EventFrame<ReadingState> {
  readonly value: Json;
}
