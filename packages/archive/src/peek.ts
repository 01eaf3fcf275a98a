/**
 * What can be said of an input without reading all of it: for a log its beginning and its end, through the same
 * reader that reads it whole. For lists; nothing here is kept.
 */
import {
  type Adapter,
  Collector,
  detect,
  detectFile,
  type EventDraft,
  type Host,
  headOf,
  LogReader,
  readFile,
  type SessionFacts,
} from '@hansard/core';
import { firstBytes } from '@hansard/core/reading/read-input.ts';
import type { DiscoveredInput } from './discover.ts';

const HEAD_BYTES = 128 * 1024;
const TAIL_BYTES = 64 * 1024;
/** Documents must be read whole to be read at all. */
const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

export interface Peek {
  readonly nativeId?: string;
  readonly title?: string;
  readonly startedAt?: string;
  readonly endedAt?: string;
  readonly project?: string;
  /** Only when the whole input was read. */
  readonly events?: number;
}

/** One for each session in the input: usually one, in a store as many as `limit`, newest first. */
export async function peek(adapter: Adapter, host: Host, input: DiscoveredInput, limit: number): Promise<Peek[]> {
  if (input.kind === 'log') return [await peekLog(adapter, host, input)];
  if (input.kind === 'document' && input.bytes > MAX_DOCUMENT_BYTES) return [{}];
  const detected = await detectFile([adapter], host, input.path);
  if (!detected) return [{}];
  const reads = await readFile(host, input.path, detected, input.facts);
  const own = reads.filter(({ facts }) => !facts.agent && !facts.parent);
  const peeks = own.map(({ facts, events }) => toPeek(facts, events, true));
  return peeks.sort((a, b) => compareTimes(b, a)).slice(0, limit);
}

async function peekLog(adapter: Adapter, host: Host, input: DiscoveredInput): Promise<Peek> {
  const head = await firstBytes(host.read(input.path, 0, HEAD_BYTES), HEAD_BYTES);
  const dialect = detect([adapter], headOf(head))?.dialect;
  if (dialect?.kind !== 'log') return {};
  const whole = input.bytes <= HEAD_BYTES;
  const collector = new Collector(host.digest);
  if (input.facts) collector.session(input.facts);
  const reader = new LogReader(dialect, collector, { path: input.path, modifiedAt: input.modifiedAt });
  if (whole) reader.push(head);
  else {
    reader.push(head.subarray(0, head.lastIndexOf(10) + 1));
    reader.push(await tailOf(host, input));
  }
  reader.finish();
  const { facts, events } = collector.events.length > 0 ? collector : ([...collector.others.values()][0] ?? collector);
  return toPeek(facts, events, whole);
}

/** The last lines, from the first that is whole. */
async function tailOf(host: Host, { path, bytes }: DiscoveredInput): Promise<Uint8Array> {
  const start = Math.max(HEAD_BYTES, bytes - TAIL_BYTES);
  const tail = await firstBytes(host.read(path, start, start + TAIL_BYTES), TAIL_BYTES);
  return tail.subarray(tail.indexOf(10) + 1);
}

function toPeek(facts: SessionFacts, events: readonly EventDraft[], whole: boolean): Peek {
  const timed = events.filter(({ timestamp, timestampSource }) => timestamp && !timestampSource);
  return {
    nativeId: facts.nativeId,
    title: facts.title?.text ?? firstWords(events),
    startedAt: facts.startedAt ?? timed[0]?.timestamp,
    endedAt: facts.endedAt ?? timed.at(-1)?.timestamp,
    project: facts.environment?.cwd ?? undefined,
    events: whole ? events.length : undefined,
  };
}

/** Without a title, a session is known by what was asked first. */
function firstWords(events: readonly EventDraft[]): string | undefined {
  const asked = events.find(
    ({ type, audience, text }) => type === 'user_message' && audience !== 'model' && text?.trim(),
  );
  return asked?.text?.trim().slice(0, 200).split('\n', 1)[0];
}

const compareTimes = (a: Peek, b: Peek) => Date.parse(a.endedAt ?? '') - Date.parse(b.endedAt ?? '') || 0;
