/** Makes of a run of events what a store keeps: looked through, packed, with its words and what lists need of each event. */
import type { Event } from '@hansard/core';
import { timeOf } from '@hansard/core/events/event-facts.ts';
import { ReceiptCheck, type ReceiptFault } from '@hansard/core/privacy/receipt/check-receipt.ts';
import { SegmentWords } from '@hansard/core/segments/segment-words.ts';
import { thinEvent } from '@hansard/core/segments/thin-event.ts';
import { pack } from '../codec.ts';
import { sha256 } from '../digest.ts';
import type { CheckedSegment, ScanPolicy } from '../store/contract.ts';
import { type SecretFinding, SecretScan } from './secret-scan.ts';

/** Of the hash of a line that tells whether an event has changed. */
const HASH = 16;

export interface SegmentText {
  readonly text: string;
  readonly hash: string;
  readonly bytes: number;
  readonly events: readonly Event[];
}

export type SegmentChecked =
  | { readonly segment: CheckedSegment; readonly findings?: undefined; readonly faults?: undefined }
  | {
      readonly segment?: undefined;
      readonly findings: readonly SecretFinding[];
      readonly faults: readonly ReceiptFault[];
    };

/** `first`: number of its first event in what was sent. */
export function checkSegment(
  { text, hash, bytes, events }: SegmentText,
  policy: ScanPolicy,
  first = 1,
): SegmentChecked {
  const scan = new SecretScan(policy);
  const receipt = new ReceiptCheck();
  const words = new SegmentWords();
  const lines = text.split('\n');
  let [redactions, time] = [0, 0];
  const thin = events.map((event, i) => {
    scan.event(event, first + i);
    receipt.event(event);
    words.add(event);
    redactions += event.redactions?.length ?? 0;
    time = Math.max(time, timeOf(event.timestamp));
    return thinEvent(event, sha256(lines[i] as string).slice(0, HASH));
  });
  const { findings } = scan;
  const { faults } = receipt;
  if (findings.length > 0 || faults.length > 0) return { findings, faults };
  const body = pack(text);
  return { segment: { hash, bytes, body, words: words.words, events: thin, redactions, scan: policy, time } };
}
