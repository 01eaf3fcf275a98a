/**
 * Bytes to text, one line at a time: a single non-ASCII character makes a whole string two-byte in V8, so
 * decoding by line confines that cost. Uses Node's fast paths where there are any.
 */
interface FastBuffer extends Uint8Array {
  utf8Slice(start: number, end: number): string;
  latin1Slice(start: number, end: number): string;
  ucs2Slice(start: number, end: number): string;
}

interface NodeBuffers {
  isAscii(bytes: Uint8Array): boolean;
  /** Throws where the bytes are no UTF-8. */
  transcode(bytes: Uint8Array, from: 'utf8', to: 'ucs2'): FastBuffer;
}

interface NodeProcess {
  getBuiltinModule?(name: 'node:buffer'): NodeBuffers;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const node = (globalThis as { process?: NodeProcess }).process?.getBuiltinModule?.('node:buffer');
/** Node 20 decodes a long text four times as fast by way of these; for a short one the calls cost more. */
const LONG = 2048;
/** Beyond this the copy on the way takes more memory than the speed is worth. */
const TOO_LONG = 1 << 20;

export function decodeText(bytes: Uint8Array, start: number, end: number): string {
  if (!isFast(bytes)) return decoder.decode(bytes.subarray(start, end));
  const length = end - start;
  return node && length >= LONG && length <= TOO_LONG
    ? decodeLong(node, bytes, start, end)
    : bytes.utf8Slice(start, end);
}

/** The text of bytes that are all ASCII; nothing for others, and where there is no fast way to know. */
export function decodeAscii(bytes: Uint8Array, start: number, end: number): string | undefined {
  return node && isFast(bytes) && node.isAscii(bytes.subarray(start, end)) ? bytes.latin1Slice(start, end) : undefined;
}

const isFast = (bytes: Uint8Array): bytes is FastBuffer => 'utf8Slice' in bytes;

function decodeLong({ isAscii, transcode }: NodeBuffers, bytes: FastBuffer, start: number, end: number): string {
  const part = bytes.subarray(start, end);
  if (isAscii(part)) return bytes.latin1Slice(start, end);
  try {
    const wide = transcode(part, 'utf8', 'ucs2');
    return wide.ucs2Slice(0, wide.length);
  } catch {
    return bytes.utf8Slice(start, end);
  }
}

/** Whether decoding lost something. A real U+FFFD in the input is no loss. */
export function isLossy(text: string, bytes: Uint8Array): boolean {
  if (!text.includes('\ufffd')) return false;
  try {
    new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return false;
  } catch {
    return true;
  }
}
