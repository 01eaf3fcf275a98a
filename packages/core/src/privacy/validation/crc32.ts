/**
 * The checksum that GitHub and npm put at the end of their tokens: CRC-32 of the random part, written in six digits
 * of base 62. A token that carries the right one is real, however little it looks like it.
 */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const CHECKSUM_LENGTH = 6;
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** Whether the last six characters are the checksum of those between the prefix (up to `_`) and them. */
export function hasChecksum(token: string): boolean {
  const body = token.slice(token.lastIndexOf('_') + 1);
  if (body.length <= CHECKSUM_LENGTH) return false;
  return body.slice(-CHECKSUM_LENGTH) === checksumOf(body.slice(0, -CHECKSUM_LENGTH));
}

/** The six digits that belong behind a random part. */
export function checksumOf(random: string): string {
  let value = crc32(random);
  let text = '';
  while (text.length < CHECKSUM_LENGTH) {
    text = DIGITS[value % 62] + text;
    value = Math.floor(value / 62);
  }
  return text;
}

/** CRC-32 (ISO-HDLC) of an ASCII text. */
export function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let i = 0; i < text.length; i++) crc = (TABLE[(crc ^ text.charCodeAt(i)) & 0xff] as number) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
