/**
 * What can be said of an input without reading all of it: for a log its beginning and its end, through the same
 * reader that reads it whole. For lists; nothing here is kept.
 */

import {
  type Adapter,
  Collector,
  type DocumentPart,
  detect,
  detectFile,
  type EventDraft,
  type Host,
  headOf,
  LogReader,
  readFile,
  type SessionFacts,
  type StoreDialect,
} from '@hansard/core';
import { PartReader } from '@hansard/core/reading/part-reader.ts';
import { promptTitle } from '@hansard/core/reading/prompt-title.ts';
import { firstBytes } from '@hansard/core/reading/read-input.ts';
import type { DiscoveredInput } from './discover.ts';

const HEAD_BYTES = 128 * 1024;
const TAIL_BYTES = 64 * 1024;
const STORE_ROWS = 50;
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

/** One for each session in the input: usually one, none for a subagent's, in a store as many as `limit`. */
export async function peek(adapter: Adapter, host: Host, input: DiscoveredInput, limit: number): Promise<Peek[]> {
  if (input.kind === 'log') return peekLog(adapter, host, input);
  if (input.kind === 'document' && input.bytes > MAX_DOCUMENT_BYTES) return [{}];
  const detected = await detectFile([adapter], host, input.path);
  if (!detected) return [{}];
  if (detected.dialect.kind === 'store') return peekStore(detected.dialect, host, input, limit);
  const reads = await readFile(host, input.path, detected, input.facts);
  return reads.filter(isOwn).map(({ facts, events }) => toPeek(facts, events, true));
}

/** The first rows of the newest sessions. A store lists its sessions from the oldest to the newest. */
async function peekStore(dialect: StoreDialect, host: Host, input: DiscoveredInput, limit: number): Promise<Peek[]> {
  const database = await host.database(input.path);
  if (!database) return [];
  const peeks: Peek[] = [];
  try {
    for (const nativeId of dialect.sessions(database).changed.toReversed()) {
      if (peeks.length >= limit) break;
      const collector = new Collector(host.digest);
      const reader = new PartReader(dialect, nativeId, collector, { path: input.path, modifiedAt: input.modifiedAt });
      const whole = pushSome(reader, dialect.records(database, nativeId));
      if (isOwn(collector)) peeks.push(toPeek({ nativeId, ...collector.facts }, collector.events, whole));
    }
  } catch {
    // A damaged database: what was found so far is listed.
  } finally {
    database.close();
  }
  return peeks;
}

/** Whether these were all. */
function pushSome(reader: PartReader, parts: Iterable<DocumentPart>): boolean {
  let pushed = 0;
  for (const part of parts) {
    if (pushed++ === STORE_ROWS) return false;
    reader.push(part);
  }
  return true;
}

/** Not a subagent's session. */
const isOwn = ({ facts }: { facts: SessionFacts }) => !facts.agent && !facts.parent;

async function peekLog(adapter: Adapter, host: Host, input: DiscoveredInput): Promise<Peek[]> {
  const head = await firstBytes(host.read(input.path, 0, HEAD_BYTES), HEAD_BYTES);
  const dialect = detect([adapter], headOf(head))?.dialect;
  if (dialect?.kind !== 'log') return [{}];
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
  const read = collector.events.length > 0 ? collector : ([...collector.others.values()][0] ?? collector);
  return isOwn(read) ? [toPeek(read.facts, read.events, whole)] : [];
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
    title: facts.title?.text ?? promptTitle(events),
    startedAt: facts.startedAt ?? timed[0]?.timestamp,
    endedAt: facts.endedAt ?? timed.at(-1)?.timestamp,
    project: facts.environment?.cwd ?? undefined,
    events: whole ? events.length : undefined,
  };
}
