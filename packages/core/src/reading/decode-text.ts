/**
 * Bytes to text, one line at a time: a single non-ASCII character makes a whole string two-byte in V8, so
 * decoding by line confines that cost. Uses Node's fast path where there is one.
 */
interface FastBuffer {
  utf8Slice(start: number, end: number): string;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

export function decodeText(bytes: Uint8Array, start: number, end: number): string {
  const fast = (bytes as unknown as Partial<FastBuffer>).utf8Slice;
  return fast ? fast.call(bytes, start, end) : decoder.decode(bytes.subarray(start, end));
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
