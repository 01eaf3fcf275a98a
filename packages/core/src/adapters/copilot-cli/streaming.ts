/** Live only: words, thoughts and arguments as they come. What is whole later patches what was begun here. */
import { recall, remember } from '../../reading/recent.ts';
import { draft, type Entry, from } from './entry.ts';
import { filled, text } from './native.ts';
import { LIMITS } from './state.ts';
import { beginCall } from './tool-calls.ts';

export function readMessageStart(entry: Entry): void {
  const id = filled(entry.data['messageId']) ?? entry.id;
  begin(entry, 'assistant_message', id);
}

export function readMessageDelta(entry: Entry): void {
  const id = filled(entry.data['messageId']) ?? entry.id;
  append(entry, recall(entry.state.streams, id) ?? begin(entry, 'assistant_message', id));
}

export function readReasoningDelta(entry: Entry): void {
  const id = filled(entry.data['reasoningId']) ?? entry.id;
  const known = recall(entry.state.streams, id);
  const event = known ?? begin(entry, 'reasoning', id);
  if (!known) entry.agent.thought = event;
  append(entry, event);
}

/** The arguments themselves come whole with the message. */
export function readCallDelta(entry: Entry): void {
  const callId = filled(entry.data['toolCallId']);
  if (!callId) return;
  const known = recall(entry.state.calls, callId);
  if (known) entry.out.patch(known.event, from(entry));
  else beginCall(entry, callId, filled(entry.data['toolName']) ?? 'unknown', undefined, entry.data);
}

function begin(entry: Entry, type: string, id: string): string {
  const event = draft(entry, type, id);
  event.role = 'assistant';
  event.text = '';
  if (entry.time !== undefined) event.startedAt = entry.time;
  if (entry.agent.model) event.model = entry.agent.model;
  return remember(entry.state.streams, id, entry.out.add(event), LIMITS.streams);
}

function append(entry: Entry, event: string): void {
  entry.out.append(event, text(entry.data['deltaContent']) ?? '', { time: entry.time });
}
