/**
 * Partial messages, as the provider would stream them. A block's event begins with its start and is named by that
 * line, because the message that completes it is named later; deltas of words become chunks.
 */
import { addEvent } from './frame.ts';
import { isObject, type Json, objectOf, wordOf } from './native.ts';
import { blockDraft, noteToolCall } from './stream-assistant.ts';
import type { StreamFrame } from './stream-json.ts';
import { blockAt, openBlock } from './stream-state.ts';

export function readStreamEvent(frame: StreamFrame): void {
  const event = objectOf(frame.value['event']);
  if (took(frame, event)) return;
  const label = wordOf(event['type']) ?? 'stream_event';
  addEvent(frame, { type: 'status', status: { label }, extra: { event } });
}

/** False when nothing in the transcript stands for the event yet. */
function took(frame: StreamFrame, event: Json): boolean {
  const { state, out, agent } = frame;
  switch (event['type']) {
    case 'content_block_start':
      return beginBlock(frame, event);
    case 'content_block_delta': {
      const block = blockAt(state, agent, event['index']);
      return block !== undefined && addDelta(frame, block.event, objectOf(event['delta']));
    }
    case 'content_block_stop': {
      const block = blockAt(state, agent, event['index']);
      return block !== undefined && out.patch(block.event, {});
    }
    case 'message_stop':
      return state.last !== undefined && out.patch(state.last, {});
    default:
      return false;
  }
}

function beginBlock(frame: StreamFrame, event: Json): boolean {
  const { state } = frame;
  const block = event['content_block'];
  const index = event['index'];
  if (!isObject(block) || typeof index !== 'number') return false;
  const draft = blockDraft(frame, block);
  if (state.model !== undefined) draft.model = state.model;
  const id = addEvent(frame, draft);
  noteToolCall(frame, draft, id);
  openBlock(state, frame.agent, { index, event: id, type: String(block['type']).slice(0, 40) });
  state.last = id;
  return true;
}

/** Pieces of a call's arguments come whole with the assistant line. */
function addDelta({ out }: StreamFrame, id: string, delta: Json): boolean {
  const words = delta['text'] ?? delta['thinking'];
  return typeof words === 'string' ? out.append(id, words) : out.patch(id, {});
}
