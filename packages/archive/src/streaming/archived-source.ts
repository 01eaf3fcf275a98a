/**
 * A session of the archive as its document: the same header and events whether it is read into a spool, of which a few bytes
 * for each event are held, or, as the short ones are, into memory.
 */
import { Failure, type Host, type InputRead, type Transcript } from '@hansard/core';
import { byRank, joinable } from '@hansard/core/reading/witness.ts';
import { joinWritten } from '@hansard/core/reading/written-reads.ts';
import type { OpenOptions, SessionDocument } from '@hansard/core/store/events.ts';
import type { Archive } from '../archive.ts';
import { numberedEvents, originalBytes, uuidOf } from '../sqlite/sessions/session-threads.ts';
import { LONG_BYTES } from './long-bytes.ts';
import { SessionReader } from './session-reader.ts';
import { SpoolFile } from './spool-file.ts';
import { type SessionSource, spooledSource } from './spooled-source.ts';
import type { SpooledThread } from './spooled-thread.ts';

export interface ArchivedOptions extends OpenOptions {
  /** Bytes of originals from which on a session is not held; fewer in tests. */
  readonly long?: number | undefined;
}

type Source = Omit<SessionSource, 'close'>;

/** Fails when the archive has no original of it. */
export async function archivedSource(
  archive: Archive,
  host: Host,
  sessionId: number,
  { long = LONG_BYTES, now, prices }: ArchivedOptions,
): Promise<SessionDocument> {
  const isLong = originalBytes(archive.sql, sessionId) >= long;
  const file = isLong ? new SpoolFile(archive.home) : undefined;
  try {
    const threads = await new SessionReader(archive, host, file, sessionId).threads();
    if (threads.length === 0) throw new Failure('not-archived', 'The archive has no original of that session.');
    const options = { now, digest: host.digest, ...(prices ? { prices } : {}) };
    const source = writtenSource(archive, sessionId, threads) ?? (await spooledSource(threads, options));
    const header = { ...source.header, transcriptId: uuidOf(archive.sql, sessionId) as string };
    return { ...source, header, isLong, close: () => file?.close() };
  } catch (error) {
    file?.close();
    throw error;
  }
}

/** The whole of it, in memory. */
export async function archivedTranscript(
  archive: Archive,
  host: Host,
  sessionId: number,
  options: OpenOptions,
): Promise<Transcript> {
  const source = await archivedSource(archive, host, sessionId, options);
  try {
    return { ...source.header, events: [...source.events()] };
  } finally {
    source.close();
  }
}

/** Where all that tells of the session are transcripts already, their document is the session's. */
function writtenSource(archive: Archive, sessionId: number, threads: readonly SpooledThread[]): Source | undefined {
  if (threads.some(({ read }) => read.transcript === undefined)) return undefined;
  const reads = threads.map(({ read, events }): InputRead => ({ ...read, events: [...events.all()] }));
  const document = joinWritten(byRank(joinable(reads)));
  if (!document) return undefined;
  const logSeqs = new Map([...numberedEvents(archive.sql, sessionId)].map(({ key, logSeq }) => [key, logSeq]));
  const { events, ...header } = document;
  const numbered = events.map((event) => {
    const logSeq = logSeqs.get(event.id);
    return logSeq === undefined ? event : { ...event, logSeq };
  });
  return { header, events: () => numbered };
}
