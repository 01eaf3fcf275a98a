/** An event as the rows know it, from what the file holds of it and the columns about all events. */

import { MAP_FLAGS } from '@hansard/core/events/map-flags.ts';
import type { FileEvent } from '@hansard/core/formats/html/file-data.ts';
import type { Event } from '@hansard/core/transcript.ts';
import type { Skeleton } from '../transcript/model/skeleton.ts';

/** In a file events have no ids of their own: their numbers are. */
export const eventId = (seq: number): string => String(seq);

export function restoredEvent(event: FileEvent, seq: number, skeleton: Skeleton): Event {
  const { of, untimed, ms, native, tool, ...rest } = event;
  const type = skeleton.type(seq) ?? '';
  const time = skeleton.time(seq);
  return {
    ...rest,
    id: eventId(seq),
    seq,
    logSeq: seq,
    type,
    timestamp: new Date(time).toISOString(),
    source: skeleton.sources[skeleton.source(seq)] ?? 'primary',
    ...(untimed || time === 0 ? { timestampSource: 'previous' as const } : {}),
    ...(ms === undefined ? {} : { completedAt: new Date(time + ms).toISOString() }),
    ...(skeleton.has(seq, MAP_FLAGS.withdrawn) ? { withdrawn: true } : {}),
    ...(of === undefined ? {} : { parentId: eventId(of) }),
    ...(native === undefined ? {} : { native: { type: native } }),
    ...(tool === undefined ? {} : { tool: restoredTool(tool, seq, of, type, skeleton) }),
  } as Event;
}

/** A call and its result share an id, by which they become one card. */
function restoredTool(
  tool: NonNullable<FileEvent['tool']>,
  seq: number,
  of: number | undefined,
  type: string,
  skeleton: Skeleton,
): NonNullable<Event['tool']> {
  const [status, durationMs] = [skeleton.status(seq), skeleton.durationMs(seq)];
  const call = type === 'tool_call' ? seq : of;
  return {
    ...tool,
    name: skeleton.tool(seq),
    ...(status === '' ? {} : { status: status as NonNullable<Event['tool']>['status'] }),
    ...(durationMs > 0 ? { durationMs } : {}),
    ...(call === undefined ? {} : { callId: eventId(call) }),
  };
}
