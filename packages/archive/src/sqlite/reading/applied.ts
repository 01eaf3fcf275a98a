/** An event with what was said about it after it was read. */
import type { EventDraft } from '@hansard/core';
import { appendDelta, patchEvent, replaceEvent } from '@hansard/core/reading/collector.ts';
import type { Operation } from '../../ingest/index-sink.ts';

export function applied(event: EventDraft, operation: Operation): EventDraft {
  if ('put' in operation) return replaceEvent(event, operation.put);
  if ('patch' in operation) return patchEvent(event, operation.patch);
  appendDelta(event, operation.append, operation.at ?? {});
  return event;
}
