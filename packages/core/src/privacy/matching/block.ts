/**
 * Things that are longer than any pattern: private keys in their armour, to the end and not only the first line.
 * Between the lines may be real breaks, escaped ones, quotes and plus signs of a program, or single spaces. When the end
 * is cut off, the key goes as far as its text looks like one.
 */

/**
 * Between the pieces of a body: blanks, escaped breaks, and what programs, diffs and mails put around lines. Some at a
 * time: the engine gives up on expressions that repeat millions of times.
 */
const BETWEEN = /(?:[\s"'`,;>|#*]|\\{1,8}[nrt"']?|(?<=[\s"'])[+-](?=["'\s])){1,1000}/y;
/** A piece of a body, or of the lines that may precede it (`Proc-Type: 4,ENCRYPTED`). */
const PIECE = /(?:[A-Za-z0-9+/=_.:,()@<]|-(?!----)){1,400}/y;
/** Words of prose are shorter. */
const LIKE_A_KEY = /^[+-]?[A-Za-z0-9+/=_-]{16,}$/;
/** Headers of a key are shorter; what goes on longer without looking like a key is none. */
const LONGEST_PREAMBLE = 1_000;

/** Where the block that opens before `from` ends; `from` itself when nothing belongs to it. */
export function blockEnd(text: string, from: number, end: RegExp, reach: number): number {
  const stop = Math.min(text.length, from + reach);
  let keyEnd = from;
  for (let at = from; at < stop && at - keyEnd <= LONGEST_PREAMBLE; ) {
    const closing = endAt(end, text, at);
    if (closing > at) return closing;
    const next = pieceEnd(PIECE, text, at);
    if (next > at) {
      if (LIKE_A_KEY.test(text.slice(at, next)) || endsKey(text, at, next, keyEnd)) keyEnd = next;
      at = next;
      continue;
    }
    const gap = pieceEnd(BETWEEN, text, at);
    if (gap === at) break;
    at = gap;
  }
  return keyEnd;
}

/** The last piece of a key is shorter than the others. */
function endsKey(text: string, at: number, next: number, keyEnd: number): boolean {
  return /^[A-Za-z0-9+/_-]{1,15}={1,2}$/.test(text.slice(at, next)) && at - keyEnd < 40;
}

function endAt(end: RegExp, text: string, at: number): number {
  end.lastIndex = at;
  return end.test(text) ? end.lastIndex : at;
}

function pieceEnd(piece: RegExp, text: string, at: number): number {
  piece.lastIndex = at;
  return piece.test(text) ? piece.lastIndex : at;
}
