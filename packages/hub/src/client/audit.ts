/**
 * Recomputes everything that a hub says of a transcript: its root from its own bytes, the signature of the receipt, that the
 * receipt is in the log, that the log goes on from what was seen before, and that no secret is in it.
 */
import type { Transcript } from '@hansard/core';
import { ReceiptCheck } from '@hansard/core/privacy/receipt/check-receipt.ts';
import { canonicalJson } from '@hansard/core/segments/canonical-json.ts';
import { cutSegments } from '@hansard/core/segments/cut-segments.ts';
import { rootOf } from '@hansard/core/segments/root.ts';
import { SecretScan } from '../accept/secret-scan.ts';
import { sha256 } from '../digest.ts';
import { isReceiptSigned, isSignedBy } from '../receipts/hub-signer.ts';
import { type Checkpoint, leafHash, merkle, noteText, signatureIn } from '../receipts/log-tree.ts';
import type { ReceiptProof } from './hub-client.ts';

export interface AuditCheck {
  readonly check: 'root' | 'signature' | 'checkpoint' | 'log' | 'history' | 'redactions' | 'secrets';
  readonly ok: boolean;
  readonly detail: string;
}

/** A checkpoint that was seen before, with the proof that the log goes on from it. */
export interface Seen {
  readonly size: number;
  readonly root: string;
  readonly proof: readonly string[];
}

export function audit(
  { events, ...head }: Transcript,
  { receipt, checkpoint, proof }: ReceiptProof,
  publicKey: string,
  seen: Seen | undefined,
): AuditCheck[] {
  const segments = cutSegments(events, sha256).map(({ hash }) => hash);
  const root = `sha256:${rootOf(head, segments, sha256)}`;
  const leaf = leafHash(canonicalJson(receipt));
  const { index } = receipt.log;
  const check = (name: AuditCheck['check'], ok: boolean, good: string, bad: string): AuditCheck => ({
    check: name,
    ok,
    detail: ok ? good : bad,
  });
  return [
    check(
      'root',
      root === receipt.root && events.length === receipt.events,
      'the transcript is the one that the receipt is for',
      'the transcript is not the one that the receipt is for: something in it was changed, dropped or added',
    ),
    check(
      'signature',
      receipt.publicKey === publicKey && isReceiptSigned(receipt),
      'the hub has signed the receipt',
      'the receipt is not signed by the hub',
    ),
    check(
      'checkpoint',
      isNoteSigned(checkpoint, publicKey),
      'the hub has signed the log',
      'the log is not signed by the hub',
    ),
    check(
      'log',
      merkle.isIncluded(leaf, index, checkpoint.size, proof, checkpoint.root),
      `the receipt is in the log, at ${index} of ${checkpoint.size}`,
      'the receipt is not in the log',
    ),
    ...(seen
      ? [
          check(
            'history',
            merkle.isConsistent(seen, checkpoint, seen.proof),
            `the log goes on from the one of ${seen.size} that was seen before`,
            `the log does not go on from the one of ${seen.size} that was seen before: it was rewritten`,
          ),
        ]
      : []),
    redactions(events, head),
    secrets(events, head, receipt.scan.policy),
  ];
}

function isNoteSigned({ size, root, note }: Checkpoint, publicKey: string): boolean {
  const origin = note.split('\n', 1)[0] as string;
  const text = noteText(origin, size, root);
  const signature = signatureIn(note);
  return note.startsWith(text) && signature !== undefined && isSignedBy(publicKey, text, signature);
}

function redactions(events: Transcript['events'], head: Omit<Transcript, 'events'>): AuditCheck {
  const check = new ReceiptCheck();
  for (const event of events) check.event(event);
  check.head(head);
  const [fault] = check.faults;
  const detail = fault ? `${fault.fault} in ${fault.event ?? 'the head'}` : 'every redaction is where it is said to be';
  return { check: 'redactions', ok: !fault, detail };
}

function secrets(
  events: Transcript['events'],
  head: Omit<Transcript, 'events'>,
  policy: 'all' | 'certain',
): AuditCheck {
  const scan = new SecretScan(policy);
  for (const [i, event] of events.entries()) scan.event(event, i + 1);
  scan.head(head);
  const [found] = scan.findings;
  const detail = found ? `${found.rule} in ${found.event ?? 'the head'} ${found.field}` : 'no secret was found';
  return { check: 'secrets', ok: !found, detail };
}
