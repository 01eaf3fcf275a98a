/** Reads one file or database of the host, whatever agent wrote it. */
import type { Adapter, Dialect, SessionFacts, StoreDialect } from '../adapters/contract.ts';
import type { Host } from '../host.ts';
import { Collector } from './collector.ts';
import { decodeText } from './decode-text.ts';
import { type Detected, detect } from './detect.ts';
import { databaseHead, HEAD_BYTES, headOf, isDatabase } from './head.ts';
import type { InputRead } from './input-read.ts';
import { LogReader } from './log-reader.ts';
import { type PartsRead, readDocument, readStoreSession } from './part-reader.ts';

export interface InputBytes {
  readonly path?: string;
  readonly modifiedAt?: string;
  readonly bytes?: number;
  /** What the layout says about the input. */
  readonly facts?: SessionFacts;
  /** The whole input, in chunks. */
  read(): AsyncIterable<Uint8Array>;
}

/** Recognises a file of the host by its content. */
export async function detectFile(
  adapters: readonly Adapter[],
  host: Host,
  path: string,
): Promise<Detected | undefined> {
  const start = await firstBytes(host.read(path, 0, HEAD_BYTES), HEAD_BYTES);
  if (!isDatabase(start)) return detect(adapters, headOf(start));
  const database = await host.database(path);
  if (!database) return undefined;
  try {
    return detect(adapters, databaseHead(database));
  } finally {
    database.close();
  }
}

/** Reads a file of the host; a database gives one read for each session in it. */
export async function readFile(
  host: Host,
  path: string,
  detected: Detected,
  facts?: SessionFacts,
): Promise<InputRead[]> {
  const file = await host.stat(path);
  const input: InputBytes = {
    path,
    modifiedAt: file?.modifiedAt,
    bytes: file?.bytes,
    facts,
    read: () => host.read(path),
  };
  if (detected.dialect.kind === 'store') return readStore(host, path, detected, detected.dialect, input);
  return readBytes(host, detected, input);
}

/** Reads a log or document from bytes. */
export async function readBytes(
  host: Pick<Host, 'digest'>,
  detected: Detected,
  input: InputBytes,
): Promise<InputRead[]> {
  const collector = collectorFor(host, input);
  const { dialect } = detected;
  if (dialect.kind === 'log') {
    const reader = new LogReader(dialect, collector, input);
    for await (const chunk of input.read()) reader.push(chunk);
    const saved = reader.finish({ final: true });
    return toReads(detected, collector, input, { key: saved.key ?? '', records: saved.records });
  }
  if (dialect.kind === 'document') {
    const bytes = await firstBytes(input.read(), Number.POSITIVE_INFINITY);
    return toReads(
      detected,
      collector,
      input,
      readDocument(dialect, decodeText(bytes, 0, bytes.length), collector, input),
    );
  }
  throw new Error('a database cannot be read from a stream of bytes');
}

async function readStore(
  host: Host,
  path: string,
  detected: Detected,
  dialect: StoreDialect,
  input: InputBytes,
): Promise<InputRead[]> {
  const database = await host.database(path);
  if (!database) return [];
  try {
    const reads: InputRead[] = [];
    for (const nativeId of dialect.sessions(database).changed) {
      const collector = collectorFor(host, input);
      const parts = readStoreSession(dialect, database, nativeId, collector, input);
      reads.push(...toReads(detected, collector, input, parts));
    }
    return reads;
  } finally {
    database.close();
  }
}

function collectorFor(host: Pick<Host, 'digest'>, input: InputBytes): Collector {
  const collector = new Collector(host.digest);
  if (input.facts) collector.session(input.facts);
  return collector;
}

function toReads(detected: Detected, collector: Collector, input: InputBytes, parts: PartsRead): InputRead[] {
  const toRead = ({ facts, events, problems, attachments }: Collector): InputRead => ({
    adapter: detected.adapter,
    dialect: detected.dialect as Dialect,
    path: input.path,
    bytes: input.bytes,
    modifiedAt: input.modifiedAt,
    ...parts,
    facts,
    events,
    problems,
    attachments,
  });
  const others = [...collector.others.values()].filter(({ events }) => events.length > 0);
  const alone = collector.events.length === 0 && others.length > 0;
  return [...(alone ? [] : [collector]), ...others].map(toRead);
}

export async function firstBytes(chunks: AsyncIterable<Uint8Array>, limit: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    parts.push(Uint8Array.prototype.slice.call(chunk, 0, Math.max(0, limit - length)));
    length += chunk.length;
    if (length >= limit) break;
  }
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
