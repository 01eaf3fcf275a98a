/**
 * The sessions around files that are too large to be held, as sources that are read event by event: what `readSession` and
 * `assemble` give, without the archive.
 */
import type { Adapter, Detected, Host, LocatedInput, StoreDatabase, StoreDialect } from '@hansard/core';
import { readStoreSession } from '@hansard/core/reading/part-reader.ts';
import { detectFile, inputAt, readInto } from '@hansard/core/reading/read-input.ts';
import { inputsAround } from '@hansard/core/reading/read-session.ts';
import { groupByRoot } from '@hansard/core/reading/transcripts.ts';
import { SpoolFile } from './spool-file.ts';
import { type SessionSource, type SourceOptions, spooledSource } from './spooled-source.ts';
import { readsOf, type SpooledThread } from './spooled-thread.ts';
import { SpoolingSink } from './spooling-sink.ts';

export interface FileOptions extends SourceOptions {
  /** Where events are kept aside. */
  readonly folder: string;
  /** Bytes from which on files are not held. */
  readonly long: number;
}

/** Undefined when the files are small, or one is of no agent. Each source is read before the next is asked for. */
export async function fileSources(
  adapters: readonly Adapter[],
  host: Host,
  paths: readonly string[],
  options: FileOptions,
): Promise<AsyncGenerator<SessionSource> | undefined> {
  const found: Found[] = [];
  let bytes = 0;
  for (const path of paths) {
    const detected = await detectFile(adapters, host, path);
    if (!detected) return undefined;
    const inputs = await inputsAround(detected, host, path);
    bytes += await bytesOf(host, inputs);
    found.push({ path, detected, inputs });
  }
  return bytes < options.long ? undefined : sourcesIn(adapters, host, found, options);
}

interface Found {
  readonly path: string;
  readonly detected: Detected;
  readonly inputs: readonly LocatedInput[];
}

async function* sourcesIn(
  adapters: readonly Adapter[],
  host: Host,
  found: readonly Found[],
  options: FileOptions,
): AsyncGenerator<SessionSource> {
  const file = new SpoolFile(options.folder);
  try {
    const threads: SpooledThread[] = [];
    const done = new Set<string>();
    for (const { path, detected, inputs } of found) {
      for (const input of inputs) {
        if (input.role === 'side' || done.has(input.path)) continue;
        done.add(input.path);
        const own = input.path === path ? detected : await detectFile(adapters, host, input.path);
        if (own) threads.push(...(await readThreads(host, input, own, inputs, file)));
      }
    }
    const threadOf = new Map(threads.map((thread) => [thread.read, thread]));
    for (const group of groupByRoot(threads.map(({ read }) => read))) {
      const own = group.map((read) => threadOf.get(read) as SpooledThread);
      yield { ...(await spooledSource(own, { ...options, digest: host.digest })), close() {} };
    }
  } finally {
    file.close();
  }
}

async function bytesOf(host: Host, inputs: readonly LocatedInput[]): Promise<number> {
  let bytes = 0;
  for (const { path, role } of inputs) if (role !== 'side') bytes += (await host.stat(path))?.bytes ?? 0;
  return bytes;
}

async function readThreads(
  host: Host,
  input: LocatedInput,
  detected: Detected,
  sides: readonly LocatedInput[],
  file: SpoolFile,
): Promise<SpooledThread[]> {
  const bytes = await inputAt(host, input.path, detected, input.facts);
  const sinkFor = () => {
    const sink = SpoolingSink.into(file, host.digest);
    if (input.facts) sink.session(input.facts);
    return sink;
  };
  if (detected.dialect.kind === 'store') {
    const reads = await readStore(host, input.path, detected, detected.dialect, bytes, sinkFor);
    return reads.map((read) => ({ ...read, host, sides }));
  }
  const sink = sinkFor();
  const parts = await readInto(sink, detected.dialect, bytes);
  return readsOf(detected, sink, bytes, parts).map((read) => ({ ...read, host, sides }));
}

type Bytes = Awaited<ReturnType<typeof inputAt>>;

async function readStore(
  host: Host,
  path: string,
  detected: Detected,
  dialect: StoreDialect,
  bytes: Bytes,
  sinkFor: () => SpoolingSink,
): Promise<ReturnType<typeof readsOf>> {
  const database = await host.database(path);
  if (!database) return [];
  try {
    return sessionsOf(dialect, database, sinkFor).flatMap(({ nativeId, sink }) => {
      const parts = nativeId === undefined ? NOTHING : readStoreSession(dialect, database, nativeId, sink, bytes);
      sink.finish();
      return readsOf(detected, sink, bytes, parts);
    });
  } finally {
    database.close();
  }
}

const NOTHING = { key: '', records: 0 };

/** A database that cannot be read is told of, as a session without events. */
function sessionsOf(
  dialect: StoreDialect,
  database: StoreDatabase,
  sinkFor: () => SpoolingSink,
): { readonly nativeId?: string; readonly sink: SpoolingSink }[] {
  try {
    return dialect.sessions(database).changed.map((nativeId) => ({ nativeId, sink: sinkFor() }));
  } catch (error) {
    const sink = sinkFor();
    sink.problem({ kind: 'unreadable', message: `the database: ${(error as Error).message}` });
    return [{ sink }];
  }
}
