/** Reads base64 (either alphabet) that should hold plain text; anything else in it makes it something else. */
import { fromBase64 } from '../../reading/base64.ts';

/** The text, when every byte of it is printable ASCII or white space. */
export function textOfBase64(encoded: string): string | undefined {
  if (!/^[\w+/-]{2,16384}={0,2}$/.test(encoded)) return undefined;
  const bytes = fromBase64(encoded.replaceAll('-', '+').replaceAll('_', '/'));
  if (!bytes.every(isPlain)) return undefined;
  return String.fromCharCode(...bytes);
}

function isPlain(byte: number): boolean {
  return (byte >= 32 && byte < 127) || byte === 9 || byte === 10 || byte === 13;
}
