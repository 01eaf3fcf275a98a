/** Which events `hansard show` shows: what people said and did, unless more or less is asked for. */
import type { Event } from '@hansard/core';
import { isBookkeeping } from '@hansard/core/events/event-kinds.ts';

export interface Selection {
  readonly all: boolean;
  readonly tools: boolean;
  readonly source?: string;
  readonly role?: string;
}

const ROLES: Readonly<Record<string, string>> = { tool_call: 'assistant', tool_result: 'tool' };

export function shownEvents(events: readonly Event[], selection: Selection): Event[] {
  return events.filter((event) => isShown(event, selection));
}

function isShown(event: Event, { all, tools, source, role }: Selection): boolean {
  if (source !== undefined && !isOfSource(event.source ?? 'primary', source)) return false;
  if (role !== undefined && (ROLES[event.type] ?? event.role ?? 'system') !== role) return false;
  if (!tools && (event.type === 'tool_call' || event.type === 'tool_result')) return false;
  if (all) return true;
  if (isBookkeeping(event) || isEmptyReasoning(event)) return false;
  // Most of what the system says only the model sees: whoever asks for it wants that.
  return role === 'system' || event.audience !== 'model';
}

/** A subagent's own subagents belong to it. */
function isOfSource(source: string, wanted: string): boolean {
  return source === wanted || source.startsWith(`${wanted}/`);
}

/** Models often keep their reasoning to themselves and log its place only. */
function isEmptyReasoning({ type, text, parts }: Event): boolean {
  return type === 'reasoning' && !text && !parts?.some((part) => part.text);
}
