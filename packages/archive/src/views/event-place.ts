/** Where an event of a session is: its number in the session, and the bytes of the record that it was made from. */
import type { Event } from '@hansard/core';
import type { RawRecord } from '@hansard/core/api/events.ts';
import type { Archive } from '../archive.ts';
import { EventRuns, seqIn } from '../events/event-runs.ts';
import { findEvent } from '../journal/find-event.ts';

export interface EventPlace {
  readonly key: string;
  readonly logSeq: number;
  readonly threadId: number;
  /** The version of the input that it was last seen in; null for the latest. */
  readonly versionId: number | null;
}

/** By its id, or its number in the session. Fails when there is none. */
export function eventPlace(archive: Archive, sessionId: number, selector: string): EventPlace {
  const key = findEvent(archive, sessionId, selector);
  const found = archive.committer.events.find(sessionId, key);
  const run = found && new EventRuns(archive.sql).of(found.row['id'] as number);
  if (!found || !run) throw new Error('an event that was found has a place');
  return {
    key,
    logSeq: seqIn(run, found.row['id'] as number),
    threadId: found.threadId,
    versionId: found.row['version_id'] as number | null,
  };
}

/** A record larger than this is not given. */
const LARGEST = 32 * 1024 * 1024;

/** Undefined where no bytes stand behind an event: rows of databases, parts of documents, what was made up. */
export function rawRecord(archive: Archive, place: EventPlace, { native }: Event): RawRecord | undefined {
  const { start, end } = native ?? {};
  if (start === undefined || end === undefined || end - start > LARGEST) return undefined;
  const row = archive.sql.get(
    'SELECT i.id, i.path FROM thread t JOIN input i ON i.id = t.input_id WHERE t.id = ?',
    place.threadId,
  );
  const versionId = place.versionId ?? archive.originals.latest(row?.['id'] as number)?.id;
  if (!row || versionId === undefined) return undefined;
  const bytes = Buffer.concat([...archive.originals.read({ id: versionId }, start, end)]);
  const path = row['path'] as string;
  const text = bytes.toString('utf8');
  const isText = Buffer.from(text, 'utf8').equals(bytes);
  return isText ? { text, path, start, end } : { base64: bytes.toString('base64'), path, start, end };
}
