/**
 * Two short hashes of a line of code: one of everything that is not white space, one of the line as it is but for white
 * space at its end. Together they tell one line from another; the first alone finds a line that was indented anew.
 */

export interface LineHash {
  /** 32 bits, without any white space. */
  readonly loose: number;
  /** 16 bits of the line as it is. Line ends (`\r`) and trailing spaces do not count: git changes them on its own. */
  readonly exact: number;
}

const FNV_START = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

export function hashLine(text: string): LineHash {
  const end = endOf(text);
  let loose = FNV_START;
  let exact = 7;
  for (let at = 0; at < end; at++) {
    const code = text.charCodeAt(at);
    exact = (Math.imul(exact, 31) + code) | 0;
    if (!isSpace(code)) loose = Math.imul(loose ^ code, FNV_PRIME);
  }
  return { loose: mixed(loose), exact: mixed(exact) >>> 16 };
}

/** One number for both, exact in a double: 48 bits. */
export const wholeHash = ({ loose, exact }: LineHash): number => loose * 0x10000 + exact;

function endOf(text: string): number {
  let end = text.length;
  while (end > 0 && isSpace(text.charCodeAt(end - 1))) end--;
  return end;
}

const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0xfeff;

/** The last step of MurmurHash3: every bit of the input reaches every bit of the hash. */
function mixed(hash: number): number {
  let value = hash ^ (hash >>> 16);
  value = Math.imul(value, 0x85ebca6b);
  value ^= value >>> 13;
  value = Math.imul(value, 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
