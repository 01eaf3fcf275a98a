/**
 * Bytes as text of a script element, at seven bits a byte of UTF-8 where base64 has six: a file of 10 MB is 8.6 MB.
 * Every seven bits are one ASCII character; the four that a script element cannot hold (NUL, line feed, carriage return
 * and `<`) go with the seven bits that follow into one character of two bytes.
 */
const UNFIT = [0x00, 0x0a, 0x0d, 0x3c];

/** The place of a group in UNFIT, and NONE for all others. */
const NONE = 4;
const PLACES = Uint8Array.from({ length: 128 }, (_, group) => (UNFIT.includes(group) ? UNFIT.indexOf(group) : NONE));

/** As UTF-8. Written for speed: a long session is millions of groups. */
export function toBase124(bytes: Uint8Array): Uint8Array {
  const groups = Math.ceil((bytes.length * 8) / 7);
  // Two groups take two bytes in either form; only the last may stand alone in the long one.
  const out = new Uint8Array(groups + 1);
  let length = 0;
  let bits = 0;
  let held = 0;
  let unfit = NONE;
  let at = 0;
  for (let count = 0; count < groups || unfit !== NONE; count++) {
    if (held < 7) {
      bits = (bits << 8) | (at < bytes.length ? bytes[at]! : 0);
      at++;
      held += 8;
    }
    held -= 7;
    const group = (bits >> held) & 0x7f;
    if (unfit !== NONE) {
      const code = 0x80 + (unfit << 7) + group;
      out[length++] = 0xc0 | (code >> 6);
      out[length++] = 0x80 | (code & 0x3f);
      unfit = NONE;
    } else {
      unfit = PLACES[group]!;
      if (unfit === NONE) out[length++] = group;
    }
  }
  return out.subarray(0, length);
}

/** `length` is that of the bytes: the last group may have bits beyond them. */
export function fromBase124(text: string, length: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(length);
  let at = 0;
  let bits = 0;
  let held = 0;
  const take = (group: number): void => {
    bits = ((bits << 7) | group) & 0x3fff;
    held += 7;
    if (held < 8) return;
    held -= 8;
    out[at++] = bits >> held;
  };
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code >= 0x80) {
      take(UNFIT[(code - 0x80) >> 7] ?? 0);
      take((code - 0x80) & 0x7f);
    } else take(code);
  }
  return out;
}
