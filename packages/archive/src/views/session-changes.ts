/** All edits of a session by file, each with what it changed and the event that tells of it. */
import type { Event } from '@hansard/core';
import type { ChangedFile, FileEdit, SessionChanges } from '@hansard/core/api/views.ts';
import type { Sql } from '../database/sql.ts';
import { FLAGS } from '../events/event-row.ts';
import { editDiffs } from './edit-diff.ts';
import { editsOf } from './edits.ts';
import { hasFlag, type SkeletonEvent, skeleton } from './skeleton.ts';

/** Events that are read at most, and characters of diffs that are given. */
const MOST_EVENTS = 2000;
const MOST_TEXT = 4 * 1024 * 1024;
const FAILED: ReadonlySet<string> = new Set(['error', 'denied', 'timeout']);

/** Gives events of the session by their logSeqs. */
export type ReadEvents = (logSeqs: readonly number[]) => Promise<readonly Event[]>;

export async function sessionChanges(sql: Sql, sessionId: number, read: ReadEvents): Promise<SessionChanges> {
  const edits = editsOf(sql, sessionId);
  const changing: SkeletonEvent[] = [];
  for (const event of skeleton(sql, sessionId)) {
    if (edits.has(event.number) && !hasFlag(event, FLAGS.withdrawn)) changing.push(event);
  }
  const events = await read(changing.slice(0, MOST_EVENTS).map(({ logSeq }) => logSeq));
  const files = new Map<string, ChangedFile>();
  let [text, cut] = [0, false];
  for (const group of byCall(events)) {
    if (group.some(({ tool }) => FAILED.has(tool?.status ?? ''))) continue;
    for (const edit of fileEdits(group)) {
      text += edit.edit.diff?.length ?? 0;
      if (text > MOST_TEXT) cut = true;
      else add(files, edit.path, edit.edit);
    }
  }
  const sorted = [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  return { files: sorted, hasMore: cut || changing.length > MOST_EVENTS };
}

/** A call and its result together, in the order of the calls. */
function byCall(events: readonly Event[]): Event[][] {
  const groups = new Map<string, Event[]>();
  for (const event of events) {
    const key = event.tool?.callId ?? event.id;
    const group = groups.get(key);
    if (group) group.push(event);
    else groups.set(key, [event]);
  }
  return [...groups.values()];
}

function fileEdits(group: readonly Event[]): { path: string; edit: FileEdit }[] {
  const [event] = group as [Event];
  const isTimed = event.timestampSource === undefined;
  return editDiffs(group).map(({ path, kind, diff, note }) => ({
    path,
    edit: {
      logSeq: event.logSeq as number,
      eventId: event.id,
      time: isTimed ? event.timestamp : null,
      kind,
      diff,
      ...(note === undefined ? {} : { note }),
    },
  }));
}

function add(files: Map<string, ChangedFile>, path: string, edit: FileEdit): void {
  const file = files.get(path) ?? { path, added: 0, removed: 0, edits: [] };
  files.set(path, file);
  file.edits.push(edit);
  for (const line of edit.diff?.split('\n') ?? []) {
    if (line.startsWith('+') && !line.startsWith('+++ ')) file.added++;
    if (line.startsWith('-') && !line.startsWith('--- ')) file.removed++;
  }
}
