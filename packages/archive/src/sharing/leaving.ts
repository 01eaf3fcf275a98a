/**
 * A session on its way out: through the gate, or said to stay on this machine. A short one is held in memory; a long one is
 * read, redacted and kept aside event by event, so that what is held does not grow with it.
 */
import type { Event, Host, PriceBook, Transcript } from '@hansard/core';
import { sourceOf, type TranscriptHeader, type TranscriptSource } from '@hansard/core/formats/contract.ts';
import type { Gate } from '@hansard/core/privacy/index.ts';
import type { Archive } from '../archive.ts';
import { archivedTranscript } from '../sessions/read-archived.ts';
import { archivedSource } from '../streaming/archived-source.ts';
import { EventSpool } from '../streaming/event-spool.ts';
import { LONG_BYTES } from '../streaming/long-bytes.ts';
import { SpoolFile } from '../streaming/spool-file.ts';
import type { SessionSource } from '../streaming/spooled-source.ts';
import { withPauses } from '../streaming/with-pauses.ts';
import { letThrough, type Way } from './outgoing.ts';
import { ReceiptCount, receiptOf } from './receipt.ts';

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

export async function leavingSession(way: Way, session: LeavingSession): Promise<Leaving> {
  const { archive, host, sessionId, now, prices, long = LONG_BYTES } = session;
  const isLong = bytesOf(archive, sessionId) >= long;
  const source = isLong ? await archivedSource(archive, host, sessionId, { now, prices }) : undefined;
  if (source) return leavingSource(way, archive.home, withGeneration(source, session.generation));
  const transcript = await archivedTranscript(archive, host, sessionId, { now, prices });
  return leavingTranscript(way, archive.home, withGeneration(transcript, session.generation), isLong);
}

/** A transcript in memory. What was redacted of a long one is kept aside: then nothing of it is held twice. */
export async function leavingTranscript(
  way: Way,
  folder: string,
  transcript: Transcript,
  isLong: boolean,
): Promise<Leaving> {
  if (isLong && way.gate) {
    const { events, ...header } = transcript;
    return leavingSource(way, folder, { header, events: () => events, close() {} });
  }
  const { transcript: leaving } = letThrough(way, transcript);
  return { source: sourceOf(leaving), receipt: receiptOf(leaving), close() {} };
}

/** Closes the source when nothing needs it any more. `folder`: where what is redacted may be kept aside. */
export async function leavingSource({ gate }: Way, folder: string, source: SessionSource): Promise<Leaving> {
  try {
    if (gate) return await redacted(gate, folder, source);
    const receipt = new ReceiptCount();
    for await (const event of withPauses(source.events())) receipt.add(event);
    return { source, receipt: receipt.receipt(source.header.privacy), close: () => source.close() };
  } catch (error) {
    source.close();
    throw error;
  }
}

function withGeneration<T extends SessionSource | Transcript>(told: T, generation: number): T {
  if (generation <= 1) return told;
  if (!('header' in told)) return { ...told, session: { ...told.session, generation } };
  const { header } = told;
  return { ...told, header: { ...header, session: { ...header.session, generation } } };
}

/** The original is closed when its redacted form is there, and nothing that is held refers to it. */
async function redacted(gate: Gate, folder: string, original: SessionSource): Promise<Leaving> {
  const file = new SpoolFile(folder);
  try {
    const spool = new EventSpool<Event>(file);
    const told = await redactInto(spool, gate, original);
    original.close();
    return spooled(file, spool, told);
  } catch (error) {
    file.close();
    throw error;
  }
}

type Told = Pick<Leaving, 'receipt'> & { readonly header: TranscriptHeader };

async function redactInto(spool: EventSpool<Event>, gate: Gate, original: SessionSource): Promise<Told> {
  const events = () => withPauses(original.events());
  const stream = await gate.redact({ head: () => original.header, events });
  const receipt = new ReceiptCount();
  for await (const event of stream.events) {
    receipt.add(event);
    spool.add(event);
  }
  const header = stream.head();
  return { header, receipt: receipt.receipt(header.privacy) };
}

/** In a function of its own: what is returned would hold all that it was made of. */
function spooled(file: SpoolFile, spool: EventSpool<Event>, { header, receipt }: Told): Leaving {
  return { source: { header, events: () => spool.all() }, receipt, close: () => file.close() };
}

function bytesOf({ sql }: Archive, sessionId: number): number {
  const row = sql.get(
    `SELECT total(v.bytes) AS bytes FROM (SELECT DISTINCT input_id FROM thread WHERE session_id = ?) t
       JOIN version v ON v.input_id = t.input_id`,
    sessionId,
  );
  return row?.['bytes'] as number;
}
