/** Files and images beside a message or a tool's output: data URLs become attachments, other addresses references. */
import type { Output } from '../../adapters/contract.ts';
import { pathOfFileUrl } from '../../reading/file-url.ts';
import type { Part } from '../../transcript.ts';
import { type Json, objectOf, stringOf } from './native.ts';

export function filePart(part: Json, out: Pick<Output, 'attach'>): Part {
  const mime = stringOf(part['mime']);
  const url = stringOf(part['url']);
  const path = stringOf(objectOf(part['source'])['path']) ?? stringOf(part['filename']) ?? pathOfFileUrl(url ?? '');
  const shown: Part = {
    type: mime?.startsWith('image/') ? 'image' : 'file_ref',
    ...(mime ? { mime } : {}),
    ...(path ? { path } : {}),
  };
  const data = url ? base64Of(url) : undefined;
  if (data !== undefined) shown.hash = out.attach(mime ?? 'application/octet-stream', data);
  else if (url) shown.url = url;
  return shown;
}

function base64Of(url: string): string | undefined {
  if (!url.startsWith('data:')) return undefined;
  const comma = url.indexOf(',');
  return comma > 0 && url.slice(0, comma).endsWith(';base64') ? url.slice(comma + 1) : undefined;
}
