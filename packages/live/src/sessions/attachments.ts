/** Files that go with a message: inside the session's folder, or sent along. A path that leads elsewhere is refused. */
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, extname, isAbsolute, join, relative, resolve } from 'node:path';
import { Failure } from '@hansard/core';
import type { LiveMessage } from '@hansard/core/api/live.ts';
import type { MessageAttachment } from '../drivers/contract.ts';
import { writeUpload } from './uploads.ts';

const LARGEST = 20 * 1024 * 1024;
const MIMES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.pdf': 'application/pdf',
  '.txt': 'text/plain',
  '.md': 'text/markdown',
  '.json': 'application/json',
};

type Given = NonNullable<LiveMessage['attachments']>[number];

/** `uploads` is the folder for what was sent along. */
export function readAttachments(given: readonly Given[], directory: string, uploads: string): MessageAttachment[] {
  return given.map((one) => (one.data === undefined ? fromPath(one, directory) : fromData(one, one.data, uploads)));
}

function fromPath({ path, mime, filename }: Given, directory: string): MessageAttachment {
  if (path === undefined) throw new Failure('bad-argument', 'An attachment has neither a path nor data.');
  const real = realOf(resolve(directory, path));
  if (real === undefined || !isInside(real, realpathSync(directory)))
    throw new Failure('bad-argument', `The attachment "${path}" is not a file inside the session’s folder.`);
  const { size } = statSync(real);
  if (size > LARGEST) throw new Failure('bad-argument', `The attachment "${path}" is larger than 20 MB.`);
  const media = mime ?? mimeOf(real);
  const base64 = isData(media) ? { base64: readFileSync(real).toString('base64') } : {};
  return { path: real, name: filename ?? basename(real), mime: media, ...base64 };
}

function fromData({ mime, filename = 'attachment' }: Given, data: string, uploads: string): MessageAttachment {
  const name = basename(filename).replaceAll('\0', '') || 'attachment';
  const bytes = Buffer.from(data, 'base64');
  const media = mime ?? mimeOf(name);
  const path = writeUpload(uploads, name, bytes);
  return { path, name, mime: media, ...(isData(media) ? { base64: bytes.toString('base64') } : {}) };
}

const mimeOf = (name: string): string => MIMES[extname(name).toLowerCase()] ?? 'application/octet-stream';
const isData = (mime: string): boolean => mime.startsWith('image/') || mime === 'application/pdf';

/** Undefined when it is no file. */
function realOf(path: string): string | undefined {
  try {
    const real = realpathSync(path);
    return statSync(real).isFile() ? real : undefined;
  } catch {
    return undefined;
  }
}

export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (!way.startsWith('..') && !isAbsolute(way) && join(folder, way) === path);
}
