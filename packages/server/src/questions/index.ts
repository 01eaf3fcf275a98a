/** Questions to the whole archive. */
import { Failure } from '@hansard/core';
import type { Grouping } from '@hansard/core/numbers/groups.ts';
import { numbersData } from '@hansard/core/numbers/numbers-data.ts';
import { readNumbers } from '@hansard/core/numbers/report.ts';
import type { Clock } from '@hansard/core/query/date-value.ts';
import { parseQuery } from '@hansard/core/query/parse-query.ts';
import { endOfPeriod, startOfPeriod } from '@hansard/core/query/period.ts';
import type { Query } from '@hansard/core/query/query.ts';
import { activityOf } from '@hansard/core/views/activity.ts';
import { knownAgents } from '@hansard/core/views/agents.ts';
import { editedFiles } from '@hansard/core/views/edited-files.ts';
import type { App } from '../app.ts';
import type { Content } from '../content/content.ts';
import { offsetOf } from '../content/search-cursor.ts';
import { type Handlers, isOn } from '../handler.ts';
import { namedFor } from './file-names.ts';
import { withoutNames } from './hidden-names.ts';

export const questionHandlers: Handlers = {
  search: (_app, { query, content }) =>
    content.search({
      q: query.q ?? '',
      order: query.order ?? 'ranked',
      limit: query.limit ?? 20,
      hits: query.hits ?? 3,
      offset: offsetOf(query.cursor),
    }),
  numbers: async (app, { query, content }) => {
    const timezone = zoneOf(app, query.timezone);
    const clock = { now: Date.now(), timezone };
    const by = (query.by ?? 'day').split(',') as Grouping[];
    const stats = isOn(query.tools);
    const numbers = await readNumbers(app.store, {
      by: [...new Set(by)],
      timezone,
      prices: app.prices,
      ...(await selectionOf(app, content, query, clock)),
      tools: stats,
    });
    const answer = numbersData(numbers, numbers.groups, { timezone, stats });
    if (content.profile === null) return answer;
    return content.answer(
      null,
      withoutNames(answer, (folder) => content.folder(folder)),
    );
  },
  'edited-files': async (app, { query, content }) => {
    const clock = { now: Date.now(), timezone: zoneOf(app, query.timezone) };
    const rows = await app.store.numbers.editedFiles(await selectionOf(app, content, query, clock));
    const files = editedFiles(rows);
    return { files: await namedFor(content, files, query.limit ?? FILES), total: files.length };
  },
  activity: ({ store, prices, timezone }, { query }) => activityOf(store, zoneOf({ timezone }, query.timezone), prices),
};

const FILES = 20;

interface Asked {
  readonly q?: string;
  readonly from?: string;
  readonly to?: string;
}

async function selectionOf(app: App, content: Content, { q, from, to }: Asked, clock: Clock) {
  return {
    query: await queryOf(app, content, q, clock),
    since: from === undefined ? undefined : startOfPeriod(from, 'from', clock),
    until: to === undefined ? undefined : endOfPeriod(to, 'to', clock),
  };
}

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

async function queryOf(
  app: App,
  content: Content,
  source: string | undefined,
  clock: Clock,
): Promise<Query | undefined> {
  if (source === undefined || source.trim() === '') return undefined;
  const query = parseQuery(source, { ...clock, agents: await knownAgents(app.store.sessions) });
  const tells =
    query.text.length + query.patterns.length > 0 || query.filters.some(({ name }) => !OPEN_FILTERS.has(name));
  if (content.profile === null || !tells) return query;
  throw new Failure('bad-query', 'Here numbers are chosen by agent:, model:, tool:, is:, after: and before: only.', {
    remedy: 'Other words would reveal what the privacy profile removes.',
  });
}
