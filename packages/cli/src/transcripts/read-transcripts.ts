/** FILEs, DIRs or - as the user gives them → transcripts, one session at a time. */
import { accessSync, constants, createReadStream, existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  type Adapter,
  adapters,
  assemble,
  Failure,
  type Host,
  type InputRead,
  type PriceBook,
  readFolderBySession,
  readSession,
  type Transcript,
} from '@hansard/core';
import type { Context } from '../context.ts';
import { keptHostOf } from '../machine.ts';
import { archivedTarget } from './archived-target.ts';
import { forceAgent } from './force-agent.ts';
import type { InputFound } from './input-found.ts';
import { nothingIn, notRecognised } from './not-recognised.ts';
import { readStream } from './read-stream.ts';
import { readWritten, readWrittenFolder } from './read-written.ts';

export interface ReadOptions {
  /** `--agent`, when given. */
  readonly agent?: string;
  /** `--session`: only the session of this native id. */
  readonly session?: string;
  /** Prices the usage, when given. */
  readonly prices?: PriceBook;
}

export async function* readTranscripts(
  context: Context,
  targets: readonly string[],
  options: ReadOptions = {},
): AsyncIterable<Transcript> {
  const host = await keptHostOf(context);
  const known = options.agent === undefined ? adapters : forceAgent(options.agent);
  const { session, prices } = options;
  let found = session === undefined;
  for await (const read of readTargets(context, host, known, targets, prices)) {
    const assembly = { now: new Date().toISOString(), digest: host.digest, prices };
    const transcripts = 'transcripts' in read ? read.transcripts : assemble(read.reads, assembly);
    const wanted = transcripts.filter((transcript) => session === undefined || isSession(transcript, session));
    found ||= wanted.length > 0;
    yield* wanted;
  }
  if (!found) throw noSession(session as string, targets.join(', '));
}

/** Several targets may tell of one session, a log and a recorded wire of it: they are put together when all are read. */
async function* readTargets(
  context: Context,
  host: Host,
  known: readonly Adapter[],
  targets: readonly string[],
  prices: PriceBook | undefined,
): AsyncIterable<InputFound> {
  const reads: InputRead[] = [];
  for (const target of targets) {
    for await (const found of readTarget(context, host, known, target, prices)) {
      if (targets.length === 1 || 'transcripts' in found) yield found;
      else reads.push(...found.reads);
    }
  }
  if (reads.length > 0) yield { reads };
}

export const noSession = (session: string, target: string): Failure =>
  new Failure('nothing-found', `There is no session ${session} in ${target}.`, { remedy: SESSIONS });

const SCRUBBED =
  'Secrets were removed from the originals of this session: it is no longer what the agent wrote, byte for byte.';

const SESSIONS = 'Run `hansard sessions --json` to see the ids of sessions.';

export function isSession({ session, transcriptId }: Omit<Transcript, 'events'>, id: string): boolean {
  return session.nativeId === id || transcriptId === id;
}

async function* readTarget(
  context: Context,
  host: Host,
  known: readonly Adapter[],
  target: string,
  prices: PriceBook | undefined,
): AsyncIterable<InputFound> {
  if (target === '-') {
    if (context.stdin.isTTY) context.note('Reading from the terminal; end with Ctrl-D.');
    return yield await readStream(host, known, context.stdin);
  }
  const path = resolve(target);
  const archived = existsSync(path) || (await host.stat(path)) ? undefined : await archivedTarget(host, target, prices);
  if (archived?.scrubbed) context.note(SCRUBBED);
  if (archived) return yield { transcripts: [archived.transcript] };
  const kind = await kindOf(host, path, target);
  if (kind === 'folder') yield* readBelow(context, host, known, path);
  else if (kind === 'stream') yield await readStream(host, known, createReadStream(path), target);
  else yield await readOne(host, known, path, target);
}

async function readOne(host: Host, known: readonly Adapter[], path: string, target: string): Promise<InputFound> {
  const { reads } = await readSession(known, host, path);
  if (reads.length > 0) return { reads };
  const written = await readWritten(host, host.read(path), target);
  if (written) return written;
  const empty = (await host.stat(path))?.bytes === 0;
  throw empty ? nothingIn(target) : notRecognised(target);
}

async function* readBelow(
  context: Context,
  host: Host,
  known: readonly Adapter[],
  folder: string,
): AsyncIterable<InputFound> {
  const written = await readWrittenFolder(host, folder);
  if (written) return yield written;
  let found = false;
  for await (const { reads, unrecognised } of readFolderBySession(known, host, folder)) {
    if (reads.length > 0) yield { reads };
    found ||= reads.length > 0;
    if (!found && unrecognised.length > 0) break;
    const [first] = unrecognised;
    if (first)
      context.note(`Not recognised: ${first}${unrecognised.length > 1 ? ` and ${unrecognised.length - 1} more` : ''}`);
  }
  if (!found) throw new Failure('nothing-found', `No session of a supported agent is in ${folder}.`);
}

async function kindOf(host: Host, path: string, target: string): Promise<'folder' | 'file' | 'stream'> {
  try {
    const file = statSync(path);
    accessSync(path, constants.R_OK);
    if (file.isDirectory()) return 'folder';
    return file.isFile() ? 'file' : 'stream';
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') {
      throw new Failure('unreadable', `${target} cannot be read: ${message}`, { cause: error });
    }
    const kept = await host.stat(path);
    if (kept) return kept.folder ? 'folder' : 'file';
    throw new Failure('file-not-found', `There is no file or folder ${target}.`);
  }
}
