/**
 * Partial messages: the provider's raw stream, wrapped. A block's event begins with its start, its deltas are kept
 * as chunks, and the assistant line that follows completes it; the end of the message has the final numbers.
 */
import { blockEvent } from './blocks.ts';
import { type Line, note } from './line.ts';
import { leftovers, object, type Raw, text, word } from './native.ts';
import { eventKey, messageSeen } from './state.ts';
import { beginMessage, messageUnderWay, type StreamState } from './stream-state.ts';
import { countOutput, numbersOf, usageOf } from './usage.ts';

const KNOWN: ReadonlySet<string> = new Set(['type', 'uuid', 'session_id', 'parent_tool_use_id']);

export function readStreamEvent(line: Line, state: StreamState): void {
  const event = object(line.value['event']) ?? {};
  if (!took(line, state, event)) {
    note(line, 'status', {
      status: { label: word(event['type']) ?? 'stream_event' },
      extra: leftovers(line.value, KNOWN),
    });
  }
}

/** False when nothing in the transcript stands for the event yet. */
function took(line: Line, state: StreamState, event: Raw): boolean {
  const agentCall = word(line.value['parent_tool_use_id']) ?? '';
  const type = event['type'];
  if (type === 'message_start') {
    const id = word(object(event['message'])?.['id']);
    if (id !== undefined) beginMessage(state, agentCall, id);
    return false;
  }
  const message = word(line.value['api_message_id']) ?? messageUnderWay(state, agentCall);
  if (message === undefined) return false;
  switch (type) {
    case 'content_block_start':
      return beginBlock(line, message, event);
    case 'content_block_delta':
      return addDelta(line, message, event);
    case 'content_block_stop':
      return line.out.patch(blockId(message, event), {});
    case 'message_delta':
      return endMessage(line, message, event);
    case 'message_stop':
      return line.out.patch(messageSeen(state, message).first ?? '', {});
    default:
      return false;
  }
}

const indexOf = (event: Raw) => {
  const index = event['index'];
  return typeof index === 'number' && Number.isSafeInteger(index) && index >= 0 ? index : 0;
};

const blockId = (message: string, event: Raw) => `${message}.${indexOf(event)}`;

function beginBlock(line: Line, message: string, event: Raw): boolean {
  const seen = messageSeen(line.state, message);
  const begun = blockEvent(line, blockId(message, event), event['content_block']);
  // What it will say is not known yet.
  if (begun.type === 'reasoning') delete begun.parts;
  const id = line.out.add(begun);
  seen.open = indexOf(event);
  seen.n = seen.open;
  seen.first ??= eventKey(id);
  return true;
}

/** Words become chunks. Pieces of a call's input and signatures come whole with the assistant line. */
function addDelta(line: Line, message: string, event: Raw): boolean {
  const delta = object(event['delta']);
  const words = text(delta?.['text']) ?? text(delta?.['thinking']);
  const id = blockId(message, event);
  return words === undefined ? line.out.patch(id, {}) : line.out.append(id, words);
}

function endMessage(line: Line, message: string, event: Raw): boolean {
  const seen = messageSeen(line.state, message);
  const native = object(event['usage']);
  if (!native || seen.first === undefined) return false;
  const numbers = numbersOf(native, seen.usage);
  countOutput(line, seen, numbers);
  seen.final = true;
  const extra = leftovers(object(event['delta']) ?? {}, KNOWN);
  return line.out.patch(seen.first, { usage: usageOf(numbers, message, native, false), extra });
}
