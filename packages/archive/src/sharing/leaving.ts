/**
 * A session on its way out: through the gate, or said to stay on this machine. A short one is held in memory; a long one is
 * read, redacted and kept aside event by event, so that what is held does not grow with it.
 */
import type { Event, Host, PriceBook } from '@hansard/core';
import { sourceOf, type TranscriptHeader, type TranscriptSource } from '@hansard/core/formats/contract.ts';
import type { Gate } from '@hansard/core/privacy/index.ts';
import type { Archive } from '../archive.ts';
import { archivedTranscript } from '../sessions/read-archived.ts';
import { type ArchivedSource, archivedSource } from '../streaming/archived-source.ts';
import { EventSpool } from '../streaming/event-spool.ts';
import { letThrough, type Way } from './outgoing.ts';
import { receiptOf } from './receipt.ts';

export interface Leaving {
  /** What may be written; it can be read until it is closed. */
  readonly source: TranscriptSource;
  /** Of what was taken out. */
  readonly receipt: Record<string, unknown>;
  close(): void;
}

export interface LeavingSession {
  readonly archive: Archive;
  readonly host: Host;
  readonly sessionId: number;
  readonly generation: number;
  readonly now: string;
  readonly prices?: PriceBook;
  /** Bytes of originals from which on a session is long; fewer in tests. */
  readonly long?: number;
}

const LONG = 24_000_000;

export async function leavingSession(way: Way, session: LeavingSession): Promise<Leaving> {
  const { archive, host, sessionId, now, prices, long = LONG } = session;
  const source =
    bytesOf(archive, sessionId) < long ? undefined : await archivedSource(archive, host, sessionId, { now, prices });
  if (!source) return whole(way, session);
  try {
    return await streamed(way, archive, withGeneration(source, session.generation));
  } catch (error) {
    source.close();
    throw error;
  }
}

async function whole(
  way: Way,
  { archive, host, sessionId, generation, now, prices }: LeavingSession,
): Promise<Leaving> {
  const transcript = await archivedTranscript(archive, host, sessionId, { now, prices });
  const { session } = transcript;
  const told = generation > 1 ? { ...transcript, session: { ...session, generation } } : transcript;
  const { transcript: leaving } = letThrough(way, told);
  return { source: sourceOf(leaving), receipt: receiptOf(leaving), close() {} };
}

function withGeneration(source: ArchivedSource, generation: number): ArchivedSource {
  const { header } = source;
  return generation > 1 ? { ...source, header: { ...header, session: { ...header.session, generation } } } : source;
}

async function streamed({ gate }: Way, archive: Archive, source: ArchivedSource): Promise<Leaving> {
  if (gate) return redacted(gate, archive, source);
  const receipt = receiptOf({ privacy: source.header.privacy, events: source.events() });
  return { source, receipt, close: () => source.close() };
}

/** The original is closed when its redacted form is there, and nothing that is held refers to it. */
async function redacted(gate: Gate, archive: Archive, original: ArchivedSource): Promise<Leaving> {
  const spool = new EventSpool<Event>(archive.home);
  try {
    const header = await redactInto(spool, gate, original);
    original.close();
    return spooled(spool, header);
  } catch (error) {
    spool.close();
    throw error;
  }
}

async function redactInto(spool: EventSpool<Event>, gate: Gate, original: ArchivedSource): Promise<TranscriptHeader> {
  const stream = await gate.redact({ head: () => original.header, events: () => original.events() });
  for await (const event of stream.events) spool.add(event);
  return stream.head();
}

function spooled(spool: EventSpool<Event>, header: TranscriptHeader): Leaving {
  return {
    source: { header, events: () => spool.all() },
    receipt: receiptOf({ privacy: header.privacy, events: spool.all() }),
    close: () => spool.close(),
  };
}

function bytesOf({ sql }: Archive, sessionId: number): number {
  const row = sql.get(
    `SELECT total(v.bytes) AS bytes FROM (SELECT DISTINCT input_id FROM thread WHERE session_id = ?) t
       JOIN version v ON v.input_id = t.input_id`,
    sessionId,
  );
  return row?.['bytes'] as number;
}
