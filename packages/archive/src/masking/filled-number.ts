/**
 * What is written over a number, where JSON has one: stars would make the record unreadable. A text of stars takes its
 * place when the quotes fit in, as many backslashes before them as the name has; otherwise a nought and blanks, which is
 * a number at any depth of quoting.
 */
const [QUOTE, STAR, COMMA, COLON, OPEN, BACKSLASH, NOUGHT, BLANK] = Buffer.from('"*,:[\\0 ');
const BLANKS = ' \t\r\n';
const DIGITS = '0123456789.eE+-';
/** Bytes of blanks and backslashes that are looked at. */
const NEAR = 20;
/** Bytes before and behind a number that decide what takes its place. */
export const AROUND_NUMBER = 3 * NEAR + 2;

/** The bytes for `bytes[start, end)`; undefined where no number of JSON stands. */
export function filledNumber(bytes: Uint8Array, start: number, end: number): Buffer | undefined {
  if (!isNumber(bytes, start, end)) return undefined;
  const before = beforeBlanks(bytes, start);
  const opener = bytes[before];
  if (opener === COLON) {
    const quote = beforeBlanks(bytes, before);
    return bytes[quote] === QUOTE ? quoted(slashesBefore(bytes, quote), end - start) : undefined;
  }
  if (opener !== OPEN && opener !== COMMA && !isOneOf(BLANKS, opener)) return undefined;
  return endsItem(bytes, end) ? nought(end - start) : undefined;
}

/** Whether a number goes on behind a place: what was found is then the beginning of another. */
export const goesOn = (bytes: Uint8Array, end: number): boolean => isOneOf(DIGITS, bytes[end]);

function isNumber(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (!isOneOf(DIGITS, bytes[at])) return false;
  return true;
}

function quoted(slashes: number, length: number): Buffer {
  const quote = Buffer.alloc(slashes + 1, BACKSLASH);
  quote[slashes] = QUOTE as number;
  const stars = length - 2 * quote.length;
  return stars < 1 ? nought(length) : Buffer.concat([quote, Buffer.alloc(stars, STAR), quote]);
}

function nought(length: number): Buffer {
  const filled = Buffer.alloc(length, BLANK);
  filled[0] = NOUGHT as number;
  return filled;
}

const endsItem = (bytes: Uint8Array, end: number): boolean => {
  let at = end;
  while (at < end + NEAR && isOneOf(BLANKS, bytes[at])) at++;
  return isOneOf(',]', bytes[at]);
};

function beforeBlanks(bytes: Uint8Array, from: number): number {
  let at = from - 1;
  while (at > from - NEAR && isOneOf(BLANKS, bytes[at])) at--;
  return at;
}

function slashesBefore(bytes: Uint8Array, quote: number): number {
  let slashes = 0;
  while (slashes < NEAR && bytes[quote - slashes - 1] === BACKSLASH) slashes++;
  return slashes;
}

const isOneOf = (characters: string, byte: number | undefined): boolean =>
  byte !== undefined && characters.includes(String.fromCharCode(byte));
