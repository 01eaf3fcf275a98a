/** One session's share of one input, read into a spool or into memory. */
import type { EventDraft, Host, LocatedInput } from '@hansard/core';
import type { Detected } from '@hansard/core/reading/detect.ts';
import type { InputBytes } from '@hansard/core/reading/read-input.ts';
import type { SessionThread } from '@hansard/core/reading/session-thread.ts';
import { resolveSideFiles } from '@hansard/core/reading/side-files.ts';
import type { SpoolingSink } from './spooling-sink.ts';

export interface SpooledThread extends SessionThread {
  readonly events: SpoolingSink;
  /** The archive's number of the input. */
  readonly inputId?: number;
  /** Where what the events spilled lies. */
  readonly host: Host;
  readonly sides: readonly LocatedInput[];
}

/** What was read of an input that holds one session or several. */
export function readsOf(
  { adapter, dialect }: Detected,
  sink: SpoolingSink,
  { path, bytes, modifiedAt }: Pick<InputBytes, 'path' | 'bytes' | 'modifiedAt'>,
  parts: { readonly key: string; readonly records: number },
): Pick<SpooledThread, 'read' | 'events'>[] {
  return sink.sessions.map((events) => {
    const { facts, problems, attachments } = events;
    const place = {
      path,
      ...(bytes === undefined ? {} : { bytes }),
      ...(modifiedAt === undefined ? {} : { modifiedAt }),
    };
    return { read: { adapter, dialect, ...place, ...parts, facts, events: [], problems, attachments }, events };
  });
}

export const hasSpilled = ({ parts }: EventDraft): boolean => parts?.some(({ spilled }) => spilled) === true;

/** What an event has in files of its own becomes attachments of the thread. */
export async function resolveSpilled(thread: SpooledThread, place: number, event: EventDraft): Promise<void> {
  const { read, events, host, sides } = thread;
  const [resolved] = await resolveSideFiles(host, [{ ...read, events: [event], problems: [], attachments: {} }], sides);
  for (const [hash, found] of Object.entries(resolved?.attachments ?? {})) events.attachments[hash] ??= found;
  events.problems.push(...(resolved?.problems ?? []));
  events.set(place, event);
}
