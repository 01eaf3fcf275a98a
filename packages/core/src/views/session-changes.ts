/** All edits of a session by file, each with what it changed and the event that tells of it. */
import type { ChangedFile, FileEdit, SessionChanges } from '../api/views.ts';
import { changedNothing } from '../events/tool-outcome.ts';
import type { Event } from '../transcript.ts';
import { editDiffs } from './edit-diff.ts';

/** Events that are read at most, and characters of diffs that are given. */
export const MOST_EVENTS = 2000;
const PIECE = 40;
const MOST_TEXT = 4 * 1024 * 1024;

/** Gives events of the session by their logSeqs. Edits lie far apart in a long log: it lets others have their turn. */
export type ReadEvents = (logSeqs: readonly number[]) => Promise<readonly Event[]>;

/** `changing`: the logSeqs of the events that changed files, one more of them than are read. */
export async function sessionChanges(changing: readonly number[], read: ReadEvents): Promise<SessionChanges> {
  const events = await inPieces(changing.slice(0, MOST_EVENTS), read);
  const files = new Map<string, ChangedFile>();
  let [text, cut] = [0, false];
  for (const group of byCall(events)) {
    if (group.some(({ tool }) => changedNothing(tool?.status))) continue;
    for (const edit of fileEdits(group)) {
      text += edit.edit.diff?.length ?? 0;
      if (text > MOST_TEXT) cut = true;
      else add(files, edit.path, edit.edit);
    }
  }
  const sorted = [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  return { files: sorted, hasMore: cut || changing.length > MOST_EVENTS };
}

async function inPieces(logSeqs: readonly number[], read: ReadEvents): Promise<Event[]> {
  const events: Event[] = [];
  for (let at = 0; at < logSeqs.length; at += PIECE) {
    for (const event of await read(logSeqs.slice(at, at + PIECE))) events.push(event);
  }
  return events;
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
