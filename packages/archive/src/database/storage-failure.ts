/** What SQLite says when the archive cannot be read or written, as failures that say what to do. Other errors pass. */
import { Failure, type FailureCode } from '@hansard/core';

const KINDS: Readonly<Record<number, readonly [FailureCode, string]>> = {
  5: ['archive-locked', 'Another program has been writing to the archive for too long'],
  6: ['archive-locked', 'Another program has been writing to the archive for too long'],
  8: ['archive-unusable', 'The archive, or the folder it is in, may only be read, or there is no space left'],
  10: ['archive-unusable', 'The disk that the archive is on does not work as it should'],
  11: ['archive-damaged', 'The archive is damaged'],
  13: ['archive-full', 'There is no space left for the archive'],
  14: ['archive-unusable', 'The archive, or a file beside it, cannot be opened'],
  26: ['archive-damaged', 'The file of the archive is no database'],
};
const CODES: ReadonlySet<FailureCode> = new Set(Object.values(KINDS).map(([code]) => code));

/** The failure that an error stands for, or the error itself. */
export function storageError(error: unknown, path?: string): unknown {
  const kind = KINDS[codeOf(error) & 0xff];
  if (!kind || error instanceof Failure) return error;
  const [code, message] = kind;
  const place = path === undefined ? '' : ` (${path})`;
  return new Failure(code, `${message}${place}: ${(error as Error).message}.`, { cause: error });
}

/** Whether it concerns the archive as a whole, so that going on with the next input makes no sense. */
export function isStorageFailure(error: unknown): error is Failure {
  return error instanceof Failure && CODES.has(error.code);
}

/** Extended codes: the file that connections share cannot be opened, sized or mapped. */
const OF_SHARED_FILE: ReadonlySet<number> = new Set([4618, 4874, 5386]);

export const isOfSharedFile = (error: unknown): boolean => OF_SHARED_FILE.has(codeOf(error));

/** What SQLite says where its code is missing, or says too little. */
const SAID: readonly (readonly [RegExp, number])[] = [
  [/^database disk image is malformed|^malformed database schema|fts5: corrupt|invalid fts5 file format/, 11],
  // No number that Hansard writes is so large.
  [/^Value is too large to be represented as a JavaScript number/, 11],
  [/^file is not a database/, 26],
  [/^database or disk is full/, 13],
  [/^disk I\/O error/, 10],
  [/^database (?:table )?is locked/, 5],
  [/^attempt to write a readonly database/, 8],
  [/^unable to open database file/, 14],
];

/** Both bindings give SQLite's extended code; the one for Node 20 leaves it out where a statement fails at a later row. */
function codeOf(error: unknown): number {
  const { code, errcode, message } = (error ?? {}) as { code?: unknown; errcode?: unknown; message?: unknown };
  if (code !== 'ERR_SQLITE_ERROR' && code !== 'ERR_OUT_OF_RANGE') return 0;
  if (typeof errcode === 'number' && errcode !== 1) return errcode;
  return SAID.find(([said]) => typeof message === 'string' && said.test(message))?.[1] ?? 0;
}
