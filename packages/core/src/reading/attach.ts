/** Keeps content once, under its hash. */
import type { Attachment } from '../transcript.ts';
import { fromBase64 } from './base64.ts';

export function attach(
  attachments: Record<string, Attachment>,
  digest: (data: Uint8Array) => string,
  mime: string,
  base64: string,
): string {
  const bytes = fromBase64(base64);
  const hash = `sha256-${digest(bytes)}`;
  attachments[hash] ??= { mime, bytes: bytes.length, data: base64 };
  return hash;
}
