/** Questions to the whole archive. */
import { activityOf, archivedAgents, numbersData, type ParsedQuery, parseQuery, readNumbers } from '@hansard/archive';
import { endOfPeriod, startOfPeriod } from '@hansard/archive/numbers/period.ts';
import { Failure } from '@hansard/core';
import type { App } from '../app.ts';
import { offsetOf } from '../content/search-cursor.ts';
import { type Handlers, isOn } from '../handler.ts';
import { withoutNames } from './hidden-names.ts';

export const questionHandlers: Handlers = {
  search: ({ content }, { query }) =>
    content.search({
      q: query.q ?? '',
      order: query.order ?? 'newest',
      limit: query.limit ?? 20,
      hits: query.hits ?? 3,
      offset: offsetOf(query.cursor),
    }),
  numbers: async (app, { query }) => {
    const timezone = zoneOf(app, query.timezone);
    const clock = { now: Date.now(), timezone };
    const by = (query.by ?? 'day').split(',') as Parameters<typeof readNumbers>[1]['by'];
    const stats = isOn(query.tools);
    const numbers = readNumbers(app.archive.sql, {
      by: [...new Set(by)],
      timezone,
      prices: app.prices,
      query: queryOf(app, query.q, clock),
      since: query.from === undefined ? undefined : startOfPeriod(query.from, 'from', clock),
      until: query.to === undefined ? undefined : endOfPeriod(query.to, 'to', clock),
      tools: stats,
    });
    const answer = numbersData(numbers, numbers.groups, { timezone, stats });
    if (app.content.profile === null) return answer;
    return app.content.answer(
      null,
      withoutNames(answer, (folder) => app.content.folder(folder)),
    );
  },
  activity: ({ archive, prices, timezone }, { query }) =>
    activityOf(archive.sql, zoneOf({ timezone }, query.timezone), prices),
};

function zoneOf({ timezone }: Pick<App, 'timezone'>, wanted: string | undefined): string {
  if (wanted === undefined) return timezone;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: wanted }).resolvedOptions().timeZone;
  } catch {
    throw new Failure('bad-argument', `There is no time zone "${wanted}".`, { remedy: 'Write it as Europe/London.' });
  }
}

/** What names of projects and titles choose would tell of names that the gate takes out. */
const OPEN_FILTERS: ReadonlySet<string> = new Set(['agent', 'model', 'tool', 'is', 'after', 'before']);

function queryOf(
  app: App,
  source: string | undefined,
  clock: { now: number; timezone: string },
): ParsedQuery | undefined {
  if (source === undefined || source.trim() === '') return undefined;
  const query = parseQuery(source, { ...clock, agents: archivedAgents(app.archive) });
  const tells =
    query.text.length + query.patterns.length > 0 || query.filters.some(({ name }) => !OPEN_FILTERS.has(name));
  if (app.content.profile === null || !tells) return query;
  throw new Failure('bad-query', 'Here numbers are chosen by agent:, model:, tool:, is:, after: and before: only.', {
    remedy: 'Other words would tell of what the privacy profile takes out.',
  });
}
