/** What the options of `cost` and `stats` ask for. */
import { Failure } from '@hansard/core';
import { GROUPINGS, type Grouping } from '@hansard/core/numbers/groups.ts';
import type { NumbersOptions } from '@hansard/core/numbers/report.ts';
import { endOfPeriod, startOfPeriod } from '@hansard/core/query/period.ts';
import type { Query as ParsedQuery } from '@hansard/core/query/query.ts';
import type { StoreSessions } from '@hansard/core/store/sessions.ts';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { suggestion } from '../did-you-mean.ts';
import { zoneOf } from '../terminal/words.ts';
import { priceBook } from '../transcripts/price-book.ts';

export interface NumbersRequest extends NumbersOptions {
  /** Which sessions; the store tells whose there are. */
  queryIn(sessions: Pick<StoreSessions, 'agents'>): Promise<ParsedQuery | undefined>;
}

export async function numbersRequest(
  context: Context,
  args: Arguments,
  by: readonly Grouping[],
): Promise<NumbersRequest> {
  const settings = await context.settings();
  const timezone = settings.get('timezone');
  const clock = () => ({ now: Date.now(), timezone: zoneOf(timezone) });
  return {
    by: groupingsOf(args.text('by')) ?? by,
    timezone,
    prices: await priceBook(settings.get('prices')),
    queryIn: (sessions) => queryOf(sessions, args, clock),
    since: timeOf(args, 'since', startOfPeriod, clock),
    until: timeOf(args, 'until', endOfPeriod, clock),
  };
}

function groupingsOf(text: string | undefined): Grouping[] | undefined {
  if (text === undefined) return undefined;
  const names = text.split(',').map((name) => name.trim().toLowerCase());
  for (const name of names) {
    if ((GROUPINGS as readonly string[]).includes(name)) continue;
    const hint = suggestion(name, GROUPINGS);
    throw new Failure('bad-argument', `--by takes ${GROUPINGS.join(', ')}, not "${name}".${hint}`);
  }
  return [...new Set(names)] as Grouping[];
}

/** Asked for when it is needed: the name of the zone takes its time. */
type Clock = () => { readonly now: number; readonly timezone: string };

async function queryOf(
  sessions: Pick<StoreSessions, 'agents'>,
  args: Arguments,
  clock: Clock,
): Promise<ParsedQuery | undefined> {
  const isFiltered = args.positionals.length > 0 || ['agent', 'project', 'model'].some((name) => args.text(name));
  if (!isFiltered) return undefined;
  return (await import('./numbers-query.ts')).numbersQuery(sessions, args, clock());
}

function timeOf(args: Arguments, name: string, read: typeof startOfPeriod, clock: Clock): number | undefined {
  const text = args.text(name);
  return text === undefined ? undefined : read(text, `--${name}`, clock());
}
