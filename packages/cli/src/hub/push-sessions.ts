/** Sends sessions to a hub: through the gate, entered in the ledger before the first byte, and only what the hub has not. */
import { type Archive, Ledger, type SessionFound } from '@hansard/archive';
import { leavingDocument } from '@hansard/archive/sharing/outgoing.ts';
import type { Event, Host, PriceBook } from '@hansard/core';
import { type HeldEvent, HeldSession } from '@hansard/core/held/held-session.ts';
import { tallyOf } from '@hansard/core/held/session-tally.ts';
import { SegmentCutter } from '@hansard/core/segments/cut-segments.ts';
import { rootOf } from '@hansard/core/segments/root.ts';
import { heldThin, thinEvent } from '@hansard/core/segments/thin-event.ts';
import type { Way } from '@hansard/core/sharing/outgoing.ts';
import type { Leaving } from '@hansard/core/store/sharing.ts';
import { openSession } from '@hansard/core/views/session-document.ts';
import { type HubClient, RefusedByHub, type Sent, sumsOf } from '@hansard/hub/client';

/** Segments that are on their way at the same time. */
const AT_ONCE = 4;
/** What is sent for the first time and is no longer goes whole, in one request. */
const WHOLE = 256 * 1024;

export interface Pushing {
  readonly archive: Archive;
  readonly host: Host;
  readonly way: Way;
  readonly prices: PriceBook | undefined;
  readonly client: HubClient;
  readonly url: string;
  readonly project: string | undefined;
}

export interface Prepared {
  readonly session: SessionFound;
  readonly events: number;
  readonly redactions: number;
  readonly bytes: number;
  readonly generation: number;
}

export interface Pushed extends Omit<Prepared, 'session'> {
  readonly session: string;
  readonly outcome: Sent['outcome'];
  readonly sentBytes: number;
  readonly receipt: Sent['receipt'];
}

export interface PushedNumbers {
  readonly session: string;
  readonly sums: number;
  readonly outcome: Sent['outcome'];
}

/** What would be sent, without sending anything. */
export async function prepare(pushing: Pushing, session: SessionFound): Promise<Prepared> {
  const generation = generationOf(pushing, session);
  const now = timeOf(pushing, session, generation);
  return withLeaving(pushing, session, generation, now, async ({ source }) => {
    const { bytes, events } = await segmentsOf(pushing, source.events(), async () => {});
    return { session, events, bytes, generation, redactions: source.header.privacy.redactionCount };
  });
}

export async function push(pushing: Pushing, session: SessionFound): Promise<Pushed> {
  const generation = generationOf(pushing, session);
  try {
    return await pushAs(pushing, session, generation);
  } catch (error) {
    if (!(error instanceof RefusedByHub) || error.refusal.code !== 'older-generation') throw error;
    return pushOver(pushing, session);
  }
}

/**
 * The same events by another profile, other prices or a newer adapter, which the hub takes as the next generation; unless
 * it is what was sent then.
 */
async function pushOver(pushing: Pushing, session: SessionFound): Promise<Pushed> {
  const { receipt } = await pushing.client.receipt(session.uuid);
  const entries = new Ledger(pushing.archive.sql).entries(session.key);
  const last = entries.find(({ hash }) => `sha256:${hash}` === receipt.root);
  try {
    if (last) return await pushAs(pushing, session, receipt.generation, last.at);
  } catch (error) {
    if (!(error instanceof RefusedByHub) || error.refusal.code !== 'older-generation') throw error;
  }
  return pushAs(pushing, session, receipt.generation + 1);
}

function pushAs(pushing: Pushing, session: SessionFound, generation: number, at?: string): Promise<Pushed> {
  const now = at ?? timeOf(pushing, session, generation);
  return withLeaving(pushing, session, generation, now, async (leaving) => {
    const { url, way, archive } = pushing;
    const { source, receipt } = leaving;
    const ledger = new Ledger(archive.sql);
    const entry = ledger.begin({
      sessionKey: session.key,
      at: now,
      destination: url,
      format: 'transcript',
      profile: way.profile.name,
      receipt: JSON.stringify(receipt),
    });
    const { sent, root, ...counts } = await send(pushing, leaving, generation);
    ledger.complete(entry.id, root);
    const redactions = source.header.privacy.redactionCount;
    const { outcome, receipt: signed } = sent;
    return { session: session.uuid, generation, redactions, ...counts, outcome, receipt: signed };
  });
}

/** Sums of what leaves, and nothing else of it. They are entered in the ledger like everything that leaves. */
export function pushNumbers(pushing: Pushing, session: SessionFound): Promise<PushedNumbers> {
  const now = new Date().toISOString();
  return withLeaving(pushing, session, generationOf(pushing, session), now, async ({ source, receipt }) => {
    const held: HeldEvent[] = [];
    for await (const event of source.events()) held.push(heldThin(thinEvent(event, ''), held.length + 1, 0));
    const { header } = source;
    const sums = sumsOf(tallyOf(new HeldSession(header, held)));
    const { archive, client, url, way, project } = pushing;
    const ledger = new Ledger(archive.sql);
    const profile = way.profile.name;
    const entry = { sessionKey: session.key, at: now, destination: url, format: 'numbers', profile };
    const { id } = ledger.begin({ ...entry, receipt: JSON.stringify(receipt) });
    const { outcome } = await client.numbers(header.transcriptId, header.source.agent, sums, project);
    ledger.complete(id, pushing.host.digest(JSON.stringify(sums)));
    return { session: session.uuid, sums: sums.length, outcome };
  });
}

async function send(pushing: Pushing, { source }: Leaving, generation: number) {
  const { client, project, way, host } = pushing;
  const { header } = source;
  const id = header.transcriptId;
  const { hashes, ...counts } = await segmentsOf(pushing, source.events(), async () => {});
  const root = rootOf(header, hashes, host.digest);
  if (counts.bytes <= WHOLE && generation === 1) {
    const events: Event[] = [];
    for await (const event of source.events()) events.push(event);
    const document = JSON.stringify({ ...header, events });
    const sent = await client.document(document, id, project);
    return { sent, sentBytes: counts.bytes, root, ...counts };
  }
  let sentBytes = 0;
  const missing = await client.missing(id, hashes);
  const under = new Set<Promise<unknown>>();
  const put = async ({ hash, text }: Text) => {
    if (!missing.has(hash)) return;
    const one = client.segment(hash, text, way.profile.name, project).then((bytes) => {
      sentBytes += bytes;
    });
    under.add(one);
    one.then(
      () => under.delete(one),
      () => {},
    );
    if (under.size >= AT_ONCE) await Promise.race(under);
  };
  try {
    await segmentsOf(pushing, source.events(), put);
  } finally {
    await Promise.all(under);
  }
  const sent = await client.manifest(header, hashes, id, project);
  return { sent, sentBytes, root, ...counts };
}

interface Text {
  readonly hash: string;
  readonly text: string;
}

async function segmentsOf(
  { host }: Pushing,
  events: Iterable<Event> | AsyncIterable<Event>,
  use: (segment: Text) => Promise<void>,
) {
  const cutter = new SegmentCutter(host.digest);
  const hashes: string[] = [];
  let [bytes, count] = [0, 0];
  const take = async (segment: ReturnType<SegmentCutter['end']>) => {
    if (!segment) return;
    hashes.push(segment.hash);
    bytes += segment.bytes;
    await use(segment);
  };
  for await (const event of events) {
    count++;
    await take(cutter.add(event));
  }
  await take(cutter.end());
  return { hashes, bytes, events: count };
}

async function withLeaving<T>(
  { archive, way, prices }: Pushing,
  session: SessionFound,
  generation: number,
  now: string,
  work: (leaving: Leaving) => Promise<T>,
): Promise<T> {
  const document = await openSession(archive.store.events, session.uuid, { now, prices });
  const leaving = await leavingDocument(way, archive.home, document, generation);
  try {
    return await work(leaving);
  } finally {
    leaving.close();
  }
}

/** What was sent before in the same generation is made again as it was, to the byte: only then the hub knows it. */
function timeOf({ archive, url }: Pushing, session: SessionFound, generation: number): string {
  const entries = new Ledger(archive.sql).entries(session.key);
  const first = entries.findLast((one) => one.destination === url && one.generation === generation);
  return first?.at ?? new Date().toISOString();
}

const generationOf = ({ archive, way }: Pushing, session: SessionFound): number =>
  new Ledger(archive.sql).generation(session.key, way.profile.name);
