/** The streams of the API as values: events that were added, changed or closed, and sessions that grew. */
import type { ArchivedEvent, SessionSummary, StreamState, UniversalEventPage } from '@hansard/core/api/index.ts';
import { type Connection, part } from './connection.ts';
import { type FollowOptions, follow } from './follow.ts';

export type UniversalEvent = UniversalEventPage['events'][number];

/** What a session's stream says: an event, one of an earlier number that has changed, or where it stands. */
export type TranscriptMessage =
  | { readonly kind: 'event'; readonly event: ArchivedEvent }
  | { readonly kind: 'changed'; readonly event: ArchivedEvent }
  | { readonly kind: 'state'; readonly state: StreamState };

export interface StreamEventsOptions extends FollowOptions {
  /** The last sequence that the reader has; 0 by default: all events. */
  readonly offset?: number;
  readonly includeRaw?: boolean;
}

export interface StreamTranscriptOptions extends FollowOptions {
  /** The last logSeq that the reader has; 0 by default: all events. */
  readonly after?: number;
  /** The last change of an event that the reader has, as its page told: later ones are told first. */
  readonly change?: number;
  /** Long texts whole. */
  readonly full?: boolean;
}

export async function* streamEvents(
  connection: Connection,
  id: string,
  { offset = 0, includeRaw, ...options }: StreamEventsOptions = {},
): AsyncGenerator<UniversalEvent> {
  const path = `/v1/sessions/${part(id)}/events/sse`;
  const query = () => ({ offset, includeRaw: includeRaw || undefined });
  for await (const { data } of follow(connection, { path, query, after: offset }, options)) {
    yield JSON.parse(data) as UniversalEvent;
  }
}

export async function* streamTranscript(
  connection: Connection,
  id: string,
  { after = 0, change, full, ...options }: StreamTranscriptOptions = {},
): AsyncGenerator<TranscriptMessage> {
  const path = `/v1/transcripts/${part(id)}/events/sse`;
  // Changes have no number that is a place in the stream: what was told of them is kept here over connections.
  let known = change;
  const query = () => ({ after, change: known, full: full || undefined });
  for await (const { event, data } of follow(connection, { path, query, after }, options)) {
    if (event === 'state') {
      const state = JSON.parse(data) as StreamState;
      known = state.change ?? known;
      yield { kind: 'state', state };
    } else if (event === 'changed') yield { kind: 'changed', event: JSON.parse(data) as ArchivedEvent };
    else if (event === 'event') yield { kind: 'event', event: JSON.parse(data) as ArchivedEvent };
  }
}

export interface WatchSessionsOptions extends FollowOptions {
  /** Told when sessions were erased, or secrets removed: what was read before may hold them. */
  readonly onRemoval?: () => void;
}

export async function* watchSessions(
  connection: Connection,
  { onRemoval, ...options }: WatchSessionsOptions = {},
): AsyncGenerator<SessionSummary> {
  let known: number | undefined;
  for await (const { event, data } of follow(connection, { path: '/v1/changes/sse' }, options)) {
    if (event === 'session') yield JSON.parse(data) as SessionSummary;
    if (event !== 'removals') continue;
    const { removals } = JSON.parse(data) as { removals: number };
    if (known !== undefined && removals !== known) onRemoval?.();
    known = removals;
  }
}
