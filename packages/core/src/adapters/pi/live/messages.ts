/**
 * Messages as they are streamed: `message_start`, deltas in `message_update`, `message_end` with the final message.
 * A block's event exists from its first sign of life; deltas are appended to it, and the end completes it.
 */

import { blockDraft, blocksOf, rememberCall, responseDrafts } from '../../../families/pi/assistant.ts';
import { messageBase } from '../../../families/pi/event-ids.ts';
import { addAs, type Draft, eventId, type Frame } from '../../../families/pi/frame.ts';
import { readMessage } from '../../../families/pi/message.ts';
import { isObject, type Native } from '../../../families/pi/native.ts';
import type { MessageUnderWay, Running } from '../../../families/pi/running.ts';
import { readTime } from '../../../reading/time.ts';
import type { EventPatch } from '../../contract.ts';
import { readLiveResult } from './tools.ts';

const MOST_BLOCKS = 256;

/** These return whether an event tells of the record. */
export function startMessage(frame: Frame, live: Running, message: Native): boolean {
  const time = readTime(message['timestamp']);
  const base = messageBase(frame.state, message) ?? frame.base;
  const under: MessageUnderWay = { base, blocks: [], ...(time ? { time } : {}) };
  live.message = under;
  const blocks = blocksOf(message);
  const isPending = message['role'] === 'assistant' && (message['stopReason'] !== 'error' || blocks.length > 0);
  if (isPending) {
    const most = Math.min(blocks.length, MOST_BLOCKS);
    for (let i = 0; i < most; i++) openBlock(frame, under, i, blocks[i], message);
    return most > 0;
  }
  const first = readWhole({ ...frame, base }, live, message);
  if (first === undefined) return false;
  under.base = first;
  under.whole = true;
  return true;
}

export function endMessage(frame: Frame, live: Running, message: Native): boolean {
  const under = live.message;
  live.message = undefined;
  if (under?.whole) return frame.out.patch(under.base, { native: frame.record.native(frame.type) });
  if (!under || message['role'] !== 'assistant') {
    const base = messageBase(frame.state, message) ?? frame.base;
    return readWhole({ ...frame, base }, live, message) !== undefined;
  }
  endResponse(frame, live, under, message);
  return true;
}

/** Reads a message that is complete, and returns the id of its first event. */
function readWhole(frame: Frame, live: Running, message: Native): string | undefined {
  const timed: Frame = { ...frame, time: readTime(message['timestamp']) };
  if (message['role'] === 'toolResult') return readLiveResult(timed, message);
  readMessage(timed, message);
  if (message['role'] === 'assistant' && message['stopReason'] === 'error') live.failed = frame.base;
  return timed.count > 0 ? frame.base : undefined;
}

function endResponse(frame: Frame, live: Running, under: MessageUnderWay, message: Native): void {
  const timed: Frame = { ...frame, time: readTime(message['timestamp']), base: under.base };
  responseDrafts(timed, message).forEach((draft, i) => {
    const id = eventId(under.base, i);
    const isNew = !under.blocks.includes(i) || !frame.out.patch(id, patchOf(draft, i === 0 ? frame : undefined));
    if (isNew) rememberCall(frame.state, draft, addAs(timed, id, draft));
    else if (draft.type === 'tool_call') rememberCall(frame.state, draft, id);
    if (draft.type === 'error') live.failed = id;
  });
}

/** What the end of a message adds to an event that was streamed. */
function patchOf({ type: _type, role: _role, tool, ...rest }: Draft, first: Frame | undefined): EventPatch {
  const native = first ? { native: first.record.native(first.type) } : {};
  return { ...rest, ...(tool ? { tool } : {}), ...native };
}

/** Deltas of the message under way. False when the update is of an unknown kind. */
export function updateMessage(frame: Frame, live: Running, update: Native): boolean {
  const event = update['assistantMessageEvent'];
  const under = live.message;
  if (!isObject(event) || !under || under.whole) return false;
  const index = event['contentIndex'];
  // `start`, `done` and `error` say nothing that the beginning and the end of the message do not.
  if (!Number.isInteger(index) || index < 0 || index >= MOST_BLOCKS) return touch(frame, under);
  const id = eventId(under.base, index);
  switch (event['type']) {
    case 'text_delta':
    case 'thinking_delta':
      openBlock(frame, under, index, { type: String(event['type']).slice(0, -'_delta'.length) });
      return typeof event['delta'] === 'string' && frame.out.append(id, event['delta']);
    case 'toolcall_end':
      openBlock(frame, under, index, event['toolCall']);
      return frame.out.patch(
        id,
        isObject(event['toolCall']) ? { tool: { input: event['toolCall']['arguments'] } } : {},
      );
    default:
      openBlock(frame, under, index, firstSign(event));
      return frame.out.patch(id, {});
  }
}

function firstSign(event: Native): Native {
  const kind = String(event['type']).split('_')[0];
  if (kind !== 'toolcall') return { type: kind };
  return { type: 'toolCall', id: event['id'], name: event['toolName'] };
}

function openBlock(frame: Frame, under: MessageUnderWay, index: number, block: unknown, message: Native = {}): void {
  if (under.blocks.includes(index)) return;
  under.blocks.push(index);
  // What is not known yet comes with the end of the message.
  const { extra: _unfinished, ...draft }: Draft = blockDraft(block, frame.out);
  const { state } = frame;
  if (typeof message['model'] === 'string') draft.model = message['model'];
  if (typeof message['provider'] === 'string') draft.provider = message['provider'];
  if (state.variant !== undefined) draft.variant = state.variant;
  const id = eventId(under.base, index);
  rememberCall(state, draft, addAs({ ...frame, time: under.time }, id, draft));
}

function touch(frame: Frame, under: MessageUnderWay): boolean {
  const first = under.blocks[0];
  return first !== undefined && frame.out.patch(eventId(under.base, first), {});
}
