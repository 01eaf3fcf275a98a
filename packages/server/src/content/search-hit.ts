/** An event that was found after redaction, as the API tells it. */
import type { Event } from '@hansard/core';
import type { SearchHit } from '@hansard/core/api/search.ts';
import { isFailed } from '@hansard/core/events/tool-outcome.ts';
import type { Recheck } from '@hansard/core/search/recheck.ts';

const CONTEXT = 160;

export function searchHit(event: Event, recheck: Recheck): SearchHit {
  const snippet = recheck.snippet(event, CONTEXT);
  return {
    eventId: event.id,
    logSeq: event.logSeq as number,
    time: event.timestamp,
    type: event.type,
    tool: event.tool?.name ?? null,
    model: event.model ?? null,
    error: event.type === 'error' || (event.type === 'tool_result' && isFailed(event.tool?.status)),
    subagent: event.source !== undefined && event.source !== 'primary',
    withdrawn: event.withdrawn === true,
    snippet: snippet ? { ...snippet, marks: snippet.marks.map((mark) => [...mark]) } : null,
  };
}
