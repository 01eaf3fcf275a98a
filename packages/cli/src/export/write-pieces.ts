/** Writes what a format gives, piece by piece, to standard output, a file or a folder, with the hash of all of it. */
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { makeFolders } from '@hansard/archive';
import { Failure } from '@hansard/core';
import type {
  FileFormat,
  FolderFormat,
  FormatContext,
  Pieces,
  TranscriptSource,
} from '@hansard/core/formats/contract.ts';
import { OutputFile } from '../terminal/output-file.ts';

export interface Written {
  readonly bytes: number;
  /** SHA-256 in hex. */
  readonly hash: string;
}

type Write = (piece: string | Uint8Array) => Promise<void>;

/** The pieces of one session, to whoever takes them. */
export async function writeTo(
  write: Write,
  format: FileFormat,
  source: TranscriptSource,
  context: FormatContext,
): Promise<Written> {
  const tally = new Tally();
  await copy(format.write?.(source, context) ?? [], write, tally);
  return tally.done();
}

export async function writeFile(
  path: string,
  force: boolean,
  format: FileFormat,
  source: TranscriptSource,
  context: FormatContext,
): Promise<Written> {
  return into(path, force, (write) => writeTo(write, format, source, context));
}

/** The files of one session below a folder, which may hold other sessions already. */
export async function writeFolder(
  folder: string,
  force: boolean,
  format: FolderFormat,
  source: TranscriptSource,
  context: FormatContext,
): Promise<Written> {
  const tally = new Tally();
  for await (const file of format.writeFolder?.(source, context) ?? []) {
    tally.name(file.path);
    await into(join(folder, safePath(file.path)), force, (write) => copy(file.pieces(), write, tally));
  }
  return tally.done();
}

async function into<T>(path: string, force: boolean, work: (write: Write) => Promise<T>): Promise<T> {
  makeParent(path);
  const file = await OutputFile.create(path, force);
  try {
    const result = await work((piece) => file.write(piece));
    await file.finish();
    return result;
  } catch (error) {
    await file.abandon();
    throw error;
  }
}

function makeParent(path: string): void {
  try {
    makeFolders(dirname(path));
  } catch (cause) {
    throw new Failure('output-failed', `${dirname(path)} cannot be made: ${(cause as Error).message}`, { cause });
  }
}

/** Names in a transcript are part of these paths, and lead nowhere else. */
function safePath(path: string): string {
  const names = path.split('/').filter((name) => name !== '' && name !== '.' && name !== '..');
  return join(...names.map((name) => name.replaceAll(/[\\:*?"<>|\p{Cc}]/gu, '_')));
}

async function copy(pieces: Pieces, write: Write, tally: Tally): Promise<void> {
  for await (const piece of pieces) {
    tally.add(piece);
    await write(piece);
  }
}

class Tally {
  readonly #hash = createHash('sha256');
  #bytes = 0;

  name(path: string): void {
    this.#hash.update(`${path}\0`);
  }

  add(piece: string | Uint8Array): void {
    this.#hash.update(piece);
    this.#bytes += typeof piece === 'string' ? Buffer.byteLength(piece) : piece.length;
  }

  done(): Written {
    return { bytes: this.#bytes, hash: this.#hash.digest('hex') };
  }
}
