/** Images and files inside a message. */
import type { Part } from '../../transcript.ts';
import type { Output } from '../contract.ts';
import { isObject, type Json, stringOf } from './native.ts';

export function inlineParts(parts: readonly Json[], out: Pick<Output, 'attach'>): Part[] {
  const shown: Part[] = [];
  for (const part of parts) addInline(shown, part, out);
  return shown;
}

export function addInline(shown: Part[], part: Json, out: Pick<Output, 'attach'>): void {
  const inline = inlinePart(part, out);
  if (inline) shown.push(inline);
}

function inlinePart(part: Json, out: Pick<Output, 'attach'>): Part | undefined {
  const { inlineData, fileData } = part;
  if (isObject(inlineData) && typeof inlineData['data'] === 'string') {
    const mime = stringOf(inlineData['mimeType']) ?? 'application/octet-stream';
    const type = mime.startsWith('image/') ? 'image' : 'file_ref';
    const path = stringOf(inlineData['displayName']);
    return { type, mime, ...(path ? { path } : {}), hash: out.attach(mime, inlineData['data']) };
  }
  if (!isObject(fileData)) return undefined;
  const url = stringOf(fileData['fileUri']);
  const mime = stringOf(fileData['mimeType']);
  return {
    type: mime?.startsWith('image/') ? 'image' : 'file_ref',
    ...(url ? { url } : {}),
    ...(mime ? { mime } : {}),
  };
}
