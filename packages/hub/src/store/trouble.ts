/** What a database says when it cannot be reached or has no space: failures that pass, with nothing lost. */
import { Failure } from '@hansard/core';

/** No space, and all of its kind: 53 is “insufficient resources”. */
const FULL = new Set(['53100', 'ENOSPC', 'EDQUOT']);
const SQLITE_FULL = 13;
/** Connection exceptions, insufficient resources, and an operator's intervention. */
const PASSING = /^(08|53|57P0)/;
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
]);
/** The driver's own words, which have no code. */
const CUT =
  /not currently accepting connections|connection terminated|timeout exceeded when trying to connect|client has encountered a connection error/i;

/** What a database answers whose hub was moved to another. */
export const MOVED = 'this hub was moved to another database';

interface DatabaseError extends Error {
  readonly code?: string;
  readonly errcode?: number;
}

/** Whether the connection was lost, or could not be made. */
export function isCut({ code = '', message = '' }: DatabaseError): boolean {
  return NETWORK.has(code) || /^(08|57P0)/.test(code) || CUT.test(message);
}

/** The failure that it is told as; anything else is left as it is. */
export function troubleOf(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Failure) return error;
  const { code = '', errcode, message } = error as DatabaseError;
  if (FULL.has(code) || errcode === SQLITE_FULL || /database or disk is full/.test(message)) {
    return new Failure('hub-full', 'There is no space where the hub keeps things.', { cause: error });
  }
  if (message.includes(MOVED))
    return new Failure('hub-busy', 'This hub was moved to another database.', { cause: error });
  if (PASSING.test(code) || isCut(error)) {
    return new Failure('hub-busy', 'The database of the hub cannot be reached.', { cause: error });
  }
  return error;
}
