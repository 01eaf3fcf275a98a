/** Images and files inside a message. */
import type { Part } from '../../transcript.ts';
import type { Output } from '../contract.ts';
import { isObject, type Json, stringOf } from './native.ts';

export function inlinePart(part: Json, out: Pick<Output, 'attach'>): Part | undefined {
  const { inlineData, fileData } = part;
  if (isObject(inlineData) && typeof inlineData['data'] === 'string') {
    const mime = stringOf(inlineData['mimeType']) ?? 'application/octet-stream';
    const path = stringOf(inlineData['displayName']);
    const type = mime.startsWith('image/') ? 'image' : 'file_ref';
    return { type, mime, ...(path ? { path } : {}), hash: out.attach(mime, inlineData['data']) };
  }
  if (!isObject(fileData)) return undefined;
  const url = stringOf(fileData['fileUri']);
  const mime = stringOf(fileData['mimeType']);
  const type = mime?.startsWith('image/') ? 'image' : 'file_ref';
  return { type, ...(url ? { url } : {}), ...(mime ? { mime } : {}) };
}
