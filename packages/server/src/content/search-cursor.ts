/** Places in the results of a search: how many sessions came before. */
import { Failure } from '@hansard/core';

const FURTHEST = 10_000;

export const cursorOf = (offset: number): string => Buffer.from(`after ${offset}`).toString('base64url');

export function offsetOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const offset = Number(/^after (\d{1,6})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8'))?.[1]);
  if (offset >= 0 && offset <= FURTHEST) return offset;
  throw new Failure('bad-argument', 'The cursor is not one of a search.', {
    remedy: 'Take `next` of the page before, and leave the other parameters as they were.',
  });
}
