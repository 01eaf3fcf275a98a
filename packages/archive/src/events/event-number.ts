/**
 * An event's number in the archive: the number of its session, and its logSeq behind it. One integer orders events
 * by session and arrival, gives a page of a session as a range, and tells the session of a search hit by itself.
 */
export const SEQ_SPACE = 2 ** 21;
/** Sessions are numbered by the second of their start, from here. The product stays below 2^53. */
const FIRST_SECOND = Date.UTC(2020, 0, 1) / 1000;
const LAST_NUMBER = 2 ** 31 - 1;

export const eventNumber = (session: number, seq: number): number => session * SEQ_SPACE + seq;
export const sessionOf = (event: number): number => Math.floor(event / SEQ_SPACE);
export const seqOf = (event: number): number => event % SEQ_SPACE;

/** The number that a session with this start (milliseconds since 1970) would like to have. */
export function wishedNumber(startedMs: number): number {
  const second = Math.floor(startedMs / 1000) - FIRST_SECOND;
  return Number.isFinite(second) ? Math.min(Math.max(second, 1), LAST_NUMBER) : 1;
}
