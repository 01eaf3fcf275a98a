/** The port that a command was given; 0 takes any that is free. */
import { Failure } from '@hansard/core';

export function portOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new Failure('bad-argument', `There is no port "${text}".`, { remedy: 'Give a number up to 65535.' });
}
