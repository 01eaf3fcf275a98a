/** An event that was found after redaction, as the API tells it. */
import type { Recheck } from '@hansard/archive';
import type { Event } from '@hansard/core';
import type { SearchHit } from '@hansard/core/api/search.ts';

const CONTEXT = 160;
const FAILED: ReadonlySet<string | undefined> = new Set(['error', 'denied', 'timeout', 'interrupted']);

export function searchHit(event: Event, recheck: Recheck): SearchHit {
  const snippet = recheck.snippet(event, CONTEXT);
  return {
    eventId: event.id,
    logSeq: event.logSeq as number,
    time: event.timestamp,
    type: event.type,
    tool: event.tool?.name ?? null,
    model: event.model ?? null,
    error: event.type === 'error' || (event.type === 'tool_result' && FAILED.has(event.tool?.status)),
    subagent: event.source !== undefined && event.source !== 'primary',
    withdrawn: event.withdrawn === true,
    snippet: snippet ? { ...snippet, marks: snippet.marks.map((mark) => [...mark]) } : null,
  };
}
