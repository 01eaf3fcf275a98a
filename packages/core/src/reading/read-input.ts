/** Reads one file or database of the host, whatever agent wrote it. */
import type {
  Adapter,
  Dialect,
  DocumentDialect,
  DocumentMember,
  Head,
  SessionFacts,
  Sink,
  StoreDialect,
} from '../adapters/contract.ts';
import type { Host, StoreDatabase } from '../host.ts';
import { Collector } from './collector.ts';
import { decodeText } from './decode-text.ts';
import { type Detected, detect } from './detect.ts';
import { databaseHead, headBytes, headOf, isDatabase } from './head.ts';
import type { InputRead } from './input-read.ts';
import { LogReader } from './log-reader.ts';
import { beginDocument, type PartsRead, pushMember, readStoreSession, type TooLarge } from './part-reader.ts';
import { writtenReads } from './written-reads.ts';

/** A document is parsed whole, and no runtime holds strings much larger than this. */
const MAX_DOCUMENT_BYTES = 256 * 1024 * 1024;
const KEPT_OF_TOO_LARGE = 64 * 1024;

export interface InputBytes {
  readonly path?: string;
  readonly modifiedAt?: string;
  readonly bytes?: number;
  /** What the layout says about the input. */
  readonly facts?: SessionFacts;
  /** The whole input, in chunks. */
  read(): AsyncIterable<Uint8Array>;
  /** The machine that it is on, when others of its files may be read. */
  readonly host?: Host;
  /** Other files that the document is spread over. */
  members?(): AsyncIterable<DocumentMember & { text: string | TooLarge }>;
}

/** Recognises a file of the host by its content. */
export async function detectFile(
  adapters: readonly Adapter[],
  host: Host,
  path: string,
): Promise<Detected | undefined> {
  const start = await headBytes(host.read(path));
  if (!isDatabase(start)) return detectAt(adapters, host, path, headOf(start));
  const database = await host.database(path);
  if (!database) return undefined;
  try {
    return detectAt(adapters, host, path, databaseHead(database));
  } catch {
    return undefined;
  } finally {
    database.close();
  }
}

/** Content tells what a file is; where two agents write the same, the folder tells whose. */
function detectAt(adapters: readonly Adapter[], host: Host, path: string, head: Head): Detected | undefined {
  const owners = adapters.filter(({ roots }) =>
    roots?.(host).some((root) => isBelow(host, root, path) || liesLike(host, root, path)),
  );
  return (owners.length > 0 ? detect(owners, head) : undefined) ?? detect(adapters, head);
}

const isBelow = (host: Host, folder: string, path: string): boolean => path.startsWith(host.join(folder, '/'));

/** In a copy of some home: below a folder of that name, as it lies in a home. */
function liesLike(host: Host, root: string, path: string): boolean {
  if (!isBelow(host, host.home, root)) return false;
  const tail = slashed(root.slice(host.home.length));
  return slashed(path).includes(`${tail}/`);
}

const slashed = (path: string): string => path.replaceAll('\\', '/');

/** Reads a file of the host; a database gives one read for each session in it. */
export async function readFile(
  host: Host,
  path: string,
  detected: Detected,
  facts?: SessionFacts,
): Promise<InputRead[]> {
  const input = await inputAt(host, path, detected, facts);
  if (detected.dialect.kind === 'store') return readStore(host, path, detected, detected.dialect, input);
  return readBytes(host, detected, input);
}

/** A file of the host as what is read of it. */
export async function inputAt(
  host: Host,
  path: string,
  { dialect }: Detected,
  facts: SessionFacts | undefined,
): Promise<InputBytes> {
  const file = await host.stat(path);
  return {
    path,
    modifiedAt: file?.modifiedAt,
    bytes: file?.bytes,
    facts,
    read: () => host.read(path),
    members: dialect.kind === 'document' ? membersOf(host, dialect, path) : undefined,
    host,
  };
}

/** Reads a log or document from bytes. */
export async function readBytes(
  host: Pick<Host, 'digest'>,
  detected: Detected,
  input: InputBytes,
  maxDocumentBytes = MAX_DOCUMENT_BYTES,
): Promise<InputRead[]> {
  const { dialect } = detected;
  if (dialect.kind === 'document' && dialect.transcripts) {
    const found = await dialect.transcripts({ ...input, digest: (data) => host.digest(data) });
    return writtenReads(detected, input, found);
  }
  const collector = collectorFor(host, input);
  return toReads(detected, collector, input, await readInto(collector, dialect, input, maxDocumentBytes));
}

/** Reads a log, or a document of an agent, into any sink. */
export async function readInto(
  sink: Sink,
  dialect: Dialect,
  input: InputBytes,
  maxDocumentBytes = MAX_DOCUMENT_BYTES,
): Promise<PartsRead> {
  if (dialect.kind === 'log') {
    const reader = new LogReader(dialect, sink, input);
    for await (const chunk of input.read()) reader.push(chunk);
    const saved = reader.finish({ final: true });
    return { key: saved.key ?? '', records: saved.records };
  }
  if (dialect.kind === 'document') {
    const reader = beginDocument(dialect, await textOf(input.read(), maxDocumentBytes), sink, input);
    if (input.members) for await (const { pointer, text } of input.members()) pushMember(reader, pointer, text);
    return reader.read;
  }
  throw new Error('a database cannot be read from a stream of bytes');
}

function membersOf(host: Host, dialect: DocumentDialect, path: string): InputBytes['members'] {
  if (!dialect.members) return undefined;
  return async function* () {
    for await (const member of dialect.members?.(host, path) ?? []) {
      yield { ...member, text: await textOf(host.read(member.path), MAX_DOCUMENT_BYTES) };
    }
  };
}

async function textOf(chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string | TooLarge> {
  const bytes = await firstBytes(chunks, maxBytes + 1);
  if (bytes.length <= maxBytes) return decodeText(bytes, 0, bytes.length);
  const beginning = decodeText(bytes, 0, Math.min(bytes.length, KEPT_OF_TOO_LARGE));
  return { beginning, message: `a document of more than ${maxBytes} bytes` };
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
    const changed = changedSessions(dialect, database);
    if ('error' in changed) return [unreadable(host, detected, input, changed.error)];
    const reads: InputRead[] = [];
    for (const nativeId of changed.sessions) {
      const collector = collectorFor(host, input);
      const parts = readStoreSession(dialect, database, nativeId, collector, input);
      reads.push(...toReads(detected, collector, input, parts));
    }
    return reads;
  } finally {
    database.close();
  }
}

function changedSessions(
  dialect: StoreDialect,
  database: StoreDatabase,
): { sessions: readonly string[] } | { error: string } {
  try {
    return { sessions: dialect.sessions(database).changed };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

function unreadable(host: Pick<Host, 'digest'>, detected: Detected, input: InputBytes, message: string): InputRead {
  const collector = collectorFor(host, input);
  collector.problem({ kind: 'unreadable', message: `the database: ${message}` });
  return toReads(detected, collector, input, { key: '', records: 0 })[0] as InputRead;
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
  if (parts.length === 1) return parts[0] as Uint8Array;
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
