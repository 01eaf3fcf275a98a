/** Small things that tests of hubs are made of. */
import type { Event, Transcript } from '@hansard/core';
import { cutSegments } from '@hansard/core/segments/cut-segments.ts';
import { rootOf } from '@hansard/core/segments/root.ts';
import { transcriptOf } from '@hansard/core/testing/small-transcript.ts';
import { testGate } from '@hansard/core/testing/test-gate.ts';
import { checkSegment } from '../accept/check-segment.ts';
import { sha256 } from '../digest.ts';
import type { Receipt } from '../receipts/receipt.ts';
import type { Generation, Sign } from '../store/contract.ts';

export const AT = Date.parse('2026-09-01T00:00:00.000Z');

/** Making one compiles all rules. */
const gate = testGate('team');

/** A UUID that belongs to a name. */
export const uuidOf = (name: string): string => {
  const hex = sha256(name);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/** A session that went through the gate. */
export function redacted(name: string, events: Partial<Event>[], more: { generation?: number } = {}): Transcript {
  const session = more.generation === undefined ? {} : { generation: more.generation };
  const transcript = { ...transcriptOf(events, { nativeId: name, ...session }), transcriptId: uuidOf(name) };
  return gate.redactTranscript(transcript) as Transcript;
}

export const messages = (...texts: string[]): Partial<Event>[] =>
  texts.map((text, i) => {
    const timestamp = new Date(Date.UTC(2026, 2, 1, 10) + i * 1000).toISOString();
    return { id: `e${i}`, type: 'user_message', role: 'user', timestamp, text };
  });

/** As the hub makes it of a document that is good. */
export function generationOf({ events, ...head }: Transcript, project: number, at = AT): Generation {
  const segments = cutSegments(events, sha256);
  const hashes = segments.map(({ hash }) => hash);
  const given = segments.flatMap((segment) => checkSegment(segment, 'all').segment ?? []);
  return { head, root: rootOf(head, hashes, sha256), segments: hashes, given, project, at, scan: 'all' };
}

export const fakeReceipt: Sign = ({ index, keyId }) => ({
  receipt: { log: { index }, submitter: { keyId } } as unknown as Receipt,
  leaf: { kind: 'accept', data: `{"index":${index}}` },
});
