/**
 * A session on its way out: through the gate, or said to stay on this machine. A short one is held in memory; a long one is
 * read, redacted and kept aside event by event, so that what is held does not grow with it.
 */
import type { Event, Transcript } from '@hansard/core';
import { sourceOf, type TranscriptHeader } from '@hansard/core/formats/contract.ts';
import type { Gate } from '@hansard/core/privacy/index.ts';
import { letThrough, type Way } from '@hansard/core/sharing/outgoing.ts';
import { ReceiptCount, receiptOf } from '@hansard/core/sharing/receipt.ts';
import type { SessionDocument } from '@hansard/core/store/events.ts';
import type { Leaving } from '@hansard/core/store/sharing.ts';
import type { SessionHistory } from '../git/session-history.ts';
import { EventSpool } from '../streaming/event-spool.ts';
import { SpoolFile } from '../streaming/spool-file.ts';
import type { SessionSource } from '../streaming/spooled-source.ts';
import { withPauses } from '../streaming/with-pauses.ts';

/** `folder`: where what is redacted of a long session may be kept aside. `history`: what its repository says of it. */
export function leavingDocument(
  way: Way,
  folder: string,
  document: SessionDocument,
  generation: number,
  history?: SessionHistory,
): Promise<Leaving> {
  const { header, isLong } = document;
  const session = {
    ...header.session,
    ...(generation > 1 ? { generation } : {}),
    ...(history && Object.keys(history).length > 0 ? { git: { ...header.session.git, ...history } } : {}),
  };
  const named = { ...document, header: { ...header, session } };
  if (isLong) return leavingSource(way, folder, named);
  return leavingTranscript(way, folder, { ...named.header, events: [...named.events()] }, false);
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
