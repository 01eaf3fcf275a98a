/** An event as it was read back, with what only the archive knows of it: its number, its time, whose it is. */

import type { Event } from '@hansard/core';
import { isSubagentSource } from '@hansard/core/events/source-path.ts';
import type { SourceFacts } from '@hansard/core/store/sessions.ts';
import { PRIMARY } from '@hansard/core/views/skeleton.ts';
import type { ArchivedEvent } from './read-back.ts';

/** `seq` is the number in the session too: no document is being made. */
export function completeEvent(
  { event, logSeq, threadId }: ArchivedEvent,
  sources: ReadonlyMap<number, SourceFacts>,
): Event {
  const { id, timestamp = NEVER, type } = event;
  const source = isSubagentSource(event.source) ? event.source : (sources.get(threadId) ?? PRIMARY).source;
  // Copied in one go, which takes half as long as leaving fields out.
  return Object.assign({ id, seq: logSeq, logSeq, timestamp, type, source }, event, { source, timestamp });
}

const NEVER = '1970-01-01T00:00:00.000Z';
