/** Bytes to base64 and back, with Node's fast path where there is one. */
interface FastBuffer {
  from(data: string, encoding: 'base64'): Uint8Array;
  from(data: Uint8Array): { toString(encoding: 'base64'): string };
}

const fast = (globalThis as { Buffer?: FastBuffer }).Buffer;

export function toBase64(bytes: Uint8Array): string {
  if (fast) return fast.from(bytes).toString('base64');
  let binary = '';
  for (let i = 0; i < bytes.length; i += 0x8000) binary += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(binary);
}

/** What is not base64 gives its own characters: the data is untrusted, and whatever it is must be kept. */
export function fromBase64(base64: string): Uint8Array {
  if (fast) return fast.from(base64, 'base64');
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return new TextEncoder().encode(base64);
  }
}
