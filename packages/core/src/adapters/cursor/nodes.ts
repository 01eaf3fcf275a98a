/** Nodes of the command line's store: protocol buffers whose fields of 32 bytes are hashes of other blobs. */

const HASH_BYTES = 32;

export const isHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

/** Hashes in their order, of one field or of all. What is no protocol buffer gives those that stand before the mistake. */
export function* blobIds(data: Uint8Array, field?: number): Iterable<string> {
  let at = 0;
  const number = (): number | undefined => {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = data[at++];
      if (byte === undefined) return undefined;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    return undefined;
  };
  while (at < data.length) {
    const tag = number();
    if (tag === undefined) return;
    const wire = tag % 8;
    if (wire === 0) {
      if (number() === undefined) return;
    } else if (wire === 1) at += 8;
    else if (wire === 5) at += 4;
    else if (wire === 2) {
      const length = number();
      if (length === undefined || at + length > data.length) return;
      if (length === HASH_BYTES && (field === undefined || Math.floor(tag / 8) === field)) yield hexOf(data, at);
      at += length;
    } else return;
  }
}

function hexOf(data: Uint8Array, at: number): string {
  let text = '';
  for (let i = at; i < at + HASH_BYTES; i++) text += (data[i] ?? 0).toString(16).padStart(2, '0');
  return text;
}
