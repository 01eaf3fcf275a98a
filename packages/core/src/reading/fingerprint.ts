/**
 * A short key for an input, from the beginning of its first record: it stays the same when the file grows or
 * moves. Not a security hash; two 32-bit FNV-1a lanes over at most 4 KiB.
 */
export function fingerprint(bytes: Uint8Array, start = 0, end = bytes.length): string {
  let a = 0x811c9dc5;
  let b = 0x01000193;
  const stop = Math.min(end, start + 4096);
  for (let i = start; i < stop; i++) {
    const byte = bytes[i] as number;
    a = Math.imul(a ^ byte, 0x01000193);
    b = Math.imul(b ^ byte, 0x5bd1e995);
  }
  return hex(a) + hex(b).slice(0, 4);
}

const hex = (lane: number) => (lane >>> 0).toString(16).padStart(8, '0');
