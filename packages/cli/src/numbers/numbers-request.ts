/** What the options of `cost` and `stats` ask for. */
import { GROUPINGS, type Grouping, type NumbersOptions, type ParsedQuery } from '@hansard/archive';
import { endOfPeriod, startOfPeriod } from '@hansard/archive/numbers/period.ts';
import { Failure } from '@hansard/core';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { suggestion } from '../did-you-mean.ts';
import { zoneOf } from '../terminal/words.ts';
import { priceBook } from '../transcripts/price-book.ts';

export async function numbersRequest(
  context: Context,
  args: Arguments,
  by: readonly Grouping[],
): Promise<NumbersOptions> {
  const settings = await context.settings();
  const timezone = settings.get('timezone');
  const clock = () => ({ now: Date.now(), timezone: zoneOf(timezone) });
  return {
    by: groupingsOf(args.text('by')) ?? by,
    timezone,
    prices: await priceBook(settings.get('prices')),
    query: await queryOf(args, clock),
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

/** Options are filters with another spelling. */
async function queryOf(args: Arguments, clock: Clock): Promise<ParsedQuery | undefined> {
  const given = args.positionals.join(' ');
  const options = ['agent', 'project', 'model'].map((name) => args.text(name));
  if (given === '' && options.every((option) => option === undefined)) return undefined;
  const { parseQuery, agentOf } = await import('./parse-filters.ts');
  const query = parseQuery(given, clock());
  const [agent, project, model] = options;
  const place = { at: 0, end: 0, excluded: false };
  return {
    ...query,
    filters: [
      ...query.filters,
      ...(agent === undefined ? [] : [{ ...place, name: 'agent', ids: [agentOf(agent).id] } as const]),
      ...(project === undefined ? [] : [{ ...place, name: 'project', texts: [project] } as const]),
      ...(model === undefined ? [] : [{ ...place, name: 'model', texts: [model] } as const]),
    ],
  };
}

function timeOf(args: Arguments, name: string, read: typeof startOfPeriod, clock: Clock): number | undefined {
  const text = args.text(name);
  return text === undefined ? undefined : read(text, `--${name}`, clock());
}
