/**
 * What is written over something that was removed, byte for byte: its kind where that fits, and stars. Inside base64 it
 * is base64 of stars, so that whatever surrounds it still decodes.
 */
const STAR = 42;
const NEWLINE = 10;
const BACKSLASH = 92;
/** Base64 of three stars. */
const STARS = Buffer.from('Kioq');

/** Writes over `bytes[from, end)`; `start` is where the filler begins, which may have been cut by another. */
export function writeText(bytes: Uint8Array, start: number, from: number, end: number, rule: string): void {
  const label = `[REDACTED:${rule}]`;
  const isShort = end - start < label.length;
  for (let at = from; at < end; at++) {
    // A record ends at a line end, and must not be joined with the next.
    if (bytes[at] === NEWLINE) continue;
    const nth = at - start;
    bytes[at] = isShort || nth >= label.length ? STAR : label.charCodeAt(nth);
  }
}

/** `phase`: the first character is the nth of a group of four. Line breaks within, escaped or not, stay. */
export function writeBase64(bytes: Uint8Array, start: number, from: number, end: number, phase: number): void {
  let nth = phase;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte === BACKSLASH) {
      at++;
      continue;
    }
    if (!isBase64(byte)) continue;
    if (at >= from) bytes[at] = STARS[nth % 4] as number;
    nth++;
  }
}

const isBase64 = (byte: number): boolean =>
  (byte >= 97 && byte <= 122) ||
  (byte >= 65 && byte <= 90) ||
  (byte >= 47 && byte <= 57) ||
  byte === 43 ||
  byte === 45 ||
  byte === 95;
