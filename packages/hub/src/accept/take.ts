/** Takes sessions in: whole documents, or segments and then a manifest of them. */
import { setImmediate } from 'node:timers/promises';
import type { Event, Transcript } from '@hansard/core';
import { Event as EventSchema } from '@hansard/core';
import type { TranscriptHeader } from '@hansard/core/formats/contract.ts';
import { type Check, checkerOf } from '@hansard/core/formats/shape-check.ts';
import { transcriptCheck } from '@hansard/core/formats/transcript/validate.ts';
import { ReceiptCheck, type ReceiptFault } from '@hansard/core/privacy/receipt/check-receipt.ts';
import { canonicalJson } from '@hansard/core/segments/canonical-json.ts';
import { cutSegments } from '@hansard/core/segments/cut-segments.ts';
import { rootOf } from '@hansard/core/segments/root.ts';
import { sha256 } from '../digest.ts';
import type { HubSigner } from '../receipts/hub-signer.ts';
import type { Receipt } from '../receipts/receipt.ts';
import { generationOf } from '../store/accept-rows.ts';
import type {
  Accepted,
  CheckedSegment,
  Generation,
  HubStore,
  Key,
  NumbersOnly,
  Project,
  Refused,
  ScanPolicy,
} from '../store/contract.ts';
import { admission } from './admission.ts';
import { checkSegment } from './check-segment.ts';
import { NotTaken } from './problems.ts';
import { readDocument } from './read-document.ts';
import { type SecretFinding, SecretScan } from './secret-scan.ts';

export interface Taker {
  readonly store: HubStore;
  readonly signer: HubSigner;
  /** Of the program, whose rules look for secrets. */
  readonly version: string;
  readonly now: () => number;
}

/** Unpacked; one event alone may have more. */
const MOST_SEGMENT = 4 * 1024 * 1024;
const HASH = /^[0-9a-f]{64}$/;
const MOST_SEGMENTS = 50_000;

export async function takeDocument(
  taker: Taker,
  key: Key,
  project: Project,
  { text, sent }: { readonly text: string; readonly sent?: string },
  checkName: (transcriptId: string) => void = () => {},
): Promise<Accepted> {
  const { events, ...head } = await readDocument(text);
  checkName(head.transcriptId);
  const scan = admitted(head, project);
  const scanned = cutSegments(events, sha256);
  const segments = scanned.map(({ hash }) => hash);
  const same = await knownReceipt(taker, key, head, segments);
  if (same) return { outcome: 'same', receipt: same };
  const checked: CheckedSegment[] = [];
  const findings: SecretFinding[] = [];
  const faults: ReceiptFault[] = [];
  let first = 1;
  for (const segment of scanned) {
    const result = checkSegment(segment, scan, first);
    if (result.segment) checked.push(result.segment);
    else {
      findings.push(...result.findings);
      faults.push(...result.faults);
    }
    first += segment.events.length;
    // Others are answered in between: a long document takes a while.
    await setImmediate();
  }
  const receipt = new ReceiptCheck();
  for (const event of events) receipt.event(event);
  checkHead(head, scan, findings, [...faults, ...headFaults(receipt, head)]);
  return accept(taker, key, { head, segments, given: checked, project: project.no, scan, ...(sent && { sent }) });
}

/** What this key has brought before, to the byte, was looked through then. */
async function knownReceipt(
  { store }: Taker,
  key: Key,
  head: TranscriptHeader,
  segments: readonly string[],
): Promise<Receipt | undefined> {
  const receipt = await store.receipt(head.transcriptId, { key: key.no, projects: [] });
  return receipt?.root === `sha256:${rootOf(head, segments, sha256)}` ? receipt : undefined;
}

/** A manifest: `{head, segments}`. */
export async function takeManifest(taker: Taker, key: Key, project: Project, manifest: unknown): Promise<Accepted> {
  const { head, segments } = await readManifest(manifest);
  const scan = admitted(head, project);
  checkHead(head, scan, [], headFaults(undefined, head));
  return accept(taker, key, { head, segments, given: [], project: project.no, scan });
}

/** Of one segment; false when too much of the key is staged. */
export async function takeSegment(
  taker: Taker,
  key: Key,
  sent: { readonly hash: string; readonly text: string; readonly bytes: number },
  scan: ScanPolicy,
): Promise<boolean> {
  const { hash, text, bytes } = sent;
  if (sha256(text) !== hash) throw new NotTaken('hash-mismatch', 'SHA-256 of the unpacked bytes is another.');
  const events = await eventsIn(text);
  if (bytes > MOST_SEGMENT && events.length > 1) {
    throw new NotTaken('document-too-large', `A segment has at most ${MOST_SEGMENT} bytes.`);
  }
  const { segment, findings = [], faults = [] } = checkSegment({ hash, text, bytes, events }, scan);
  if (!segment) throw untaken(findings, faults);
  return taker.store.stage(key.no, segment, taker.now());
}

/** Names of models and tools are looked through as well. */
export async function takeNumbers({ store, now }: Taker, key: Key, numbers: Omit<NumbersOnly, 'at'>) {
  const scan = new SecretScan('all');
  scan.head(numbers as unknown as TranscriptHeader);
  if (scan.findings.length > 0) throw untaken(scan.findings, []);
  const outcome = await store.acceptNumbers(key.no, { ...numbers, at: now() });
  if (outcome === 'not-yours' || outcome === 'retracted') throw new NotTaken(outcome, DETAILS[outcome]);
  return outcome;
}

export async function readManifest(value: unknown): Promise<{ head: TranscriptHeader; segments: string[] }> {
  const { head, segments } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  if (!Array.isArray(segments) || segments.length > MOST_SEGMENTS || !segments.every(isHash)) {
    throw new NotTaken('bad-manifest', 'segments is a list of SHA-256 in hex.', { pointer: '/segments' });
  }
  const [problem] = (await transcriptCheck())({ ...(head as object), events: [] });
  if (problem || typeof head !== 'object' || head === null || 'events' in head) {
    const pointer = `/head${problem?.pointer ?? ''}`.slice(0, 120);
    throw new NotTaken('bad-manifest', 'head is a transcript without its events.', { pointer });
  }
  return { head: head as TranscriptHeader, segments };
}

const isHash = (value: unknown): value is string => typeof value === 'string' && HASH.test(value);

let eventCheck: Promise<Check> | undefined;

async function eventsIn(text: string): Promise<Event[]> {
  eventCheck ??= checkerOf(EventSchema);
  const check = await eventCheck;
  const lines = text.split('\n');
  if (lines.pop() !== '') throw new NotTaken('bad-document', 'A segment ends with a newline.', { pointer: '' });
  return lines.map((line, i) => {
    let event: Event | undefined;
    try {
      event = JSON.parse(line) as Event;
    } catch {}
    const problems = check(typeof event === 'object' && event !== null ? numbered(event, i + 1) : event);
    if (event && problems.length === 0) return event;
    const pointer = problems[0]?.pointer.slice(0, 120) ?? '';
    throw new NotTaken('bad-document', `Line ${i + 1} is no event.`, { line: i + 1, pointer });
  });
}

/** A line leaves out numbers that follow from its place, and has 0 where there is none. */
function numbered({ sourceSeq, ...event }: Event, number: number): Event {
  return { ...event, seq: event.seq ?? number, ...(sourceSeq ? { sourceSeq } : {}) };
}

function admitted(head: TranscriptHeader, { policy }: Project): ScanPolicy {
  const admitted = admission(head.privacy, policy);
  if ('scan' in admitted) return admitted.scan;
  throw new NotTaken('profile-not-taken', admitted.refused, { pointer: '/privacy/profile' });
}

/** Of all that is said in the head; the counts of events are known when all were seen, or else to the store. */
function headFaults(receipt: ReceiptCheck | undefined, head: TranscriptHeader): readonly ReceiptFault[] {
  const check = receipt ?? new ReceiptCheck();
  const before = check.faults.length;
  check.head(head);
  return check.faults.slice(before).filter(({ fault }) => receipt !== undefined || fault !== 'other-count');
}

function checkHead(
  head: TranscriptHeader,
  policy: ScanPolicy,
  findings: readonly SecretFinding[],
  faults: readonly ReceiptFault[],
): void {
  const scan = new SecretScan(policy);
  scan.head(head);
  const all = [...findings, ...scan.findings];
  if (all.length > 0 || faults.length > 0) throw untaken(all, faults);
}

function untaken(findings: readonly SecretFinding[], faults: readonly ReceiptFault[]): NotTaken {
  if (findings.length > 0) {
    const rules = [...new Set(findings.map(({ rule }) => rule))];
    return new NotTaken('secrets-found', `Found by ${rules.join(', ')}.`, { findings });
  }
  const kinds = [...new Set(faults.map(({ fault }) => fault))];
  return new NotTaken('receipt-wrong', `The receipt is wrong: ${kinds.join(', ')}.`, { faults });
}

async function accept(
  { store, signer, version, now }: Taker,
  key: Key,
  sent: Omit<Generation, 'root' | 'at'>,
): Promise<Accepted> {
  const { head, segments } = sent;
  const at = now();
  const root = rootOf(head, segments, sha256);
  const outcome = await store.accept(key.no, { ...sent, root, at }, ({ index, keyId, pseudonym }) => {
    const receipt = signer.receipt({
      hub: signer.hubId,
      transcriptId: head.transcriptId,
      generation: generationOf(head),
      root: `sha256:${root}`,
      events: head.metrics.eventCount,
      submitter: { keyId, pseudonym },
      privacy: privacyOf(head),
      scan: { rules: `hansard-${version}`, policy: sent.scan, findings: 0 },
      at: new Date(at).toISOString(),
      log: { index },
    });
    return { receipt, leaf: { kind: 'accept', data: canonicalJson(receipt) } };
  });
  if ('receipt' in outcome) return outcome;
  throw refusal(outcome);
}

function privacyOf({ privacy }: Pick<Transcript, 'privacy'>) {
  const { profile, rulesApplied, redactionCount, contentPolicy } = privacy;
  return { profile, rulesApplied, redactionCount, ...(contentPolicy === undefined ? {} : { contentPolicy }) };
}

function refusal(refused: Refused): NotTaken {
  if (refused.outcome === 'segments-missing') {
    return new NotTaken('segments-missing', `${refused.missing.length} segments are missing.`, {
      missing: refused.missing,
    });
  }
  if (refused.outcome === 'other-count') {
    return new NotTaken('other-count', `${refused.field} is not what the events are.`, {
      pointer: `/${refused.field.replaceAll('.', '/')}`,
    });
  }
  return new NotTaken(refused.outcome, DETAILS[refused.outcome]);
}

const DETAILS = {
  'older-generation': 'The hub has this generation, or a later one, with other content.',
  'not-yours': 'Another key has brought this transcript.',
  retracted: 'This transcript was taken back.',
  held: 'The project is under a legal hold.',
} as const;
