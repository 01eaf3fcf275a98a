/** Until when a token works: a time from now on (`30d`), a day with its end, or an exact time. */
import { Failure } from '@hansard/core';
import { type Clock, parseTime } from '@hansard/core/query/date-value.ts';
import { endOfPeriod } from '@hansard/core/query/period.ts';

const LENGTH = /^\d{1,6}(min|h|d|w|mo|y)$/i;

export function expiryOf(text: string | undefined, clock: Clock): string | undefined {
  if (text === undefined) return undefined;
  const at = LENGTH.test(text) ? inFuture(text, clock) : endOf(text, clock);
  if (at !== undefined && at > clock.now && at < LAST) return new Date(at).toISOString();
  const what = at !== undefined && at <= clock.now ? 'is over' : 'is no time that can be kept';
  throw new Failure('bad-argument', `--expires is "${text}", which ${what}.`, { remedy: HINT });
}

/** Such words mean a time ago elsewhere: it is as long from now on. */
function inFuture(text: string, clock: Clock): number | undefined {
  const ago = parseTime(text, clock);
  return ago === undefined ? undefined : 2 * clock.now - ago;
}

function endOf(text: string, clock: Clock): number | undefined {
  try {
    return endOfPeriod(text, '--expires', clock);
  } catch {
    return undefined;
  }
}

/** The end of the year 9999: later ones have more digits than readers of times expect. */
const LAST = Date.UTC(10_000, 0, 1);
const HINT = 'Write 30d, 12h, 2w, 3mo, 1y, 2027-01-31 or 2027-01-31T14:30.';
