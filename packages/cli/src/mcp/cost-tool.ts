/** `cost`: tokens and money over the archive. Projects are named as redaction names them, sessions by their ids. */

import { Failure } from '@hansard/core';
import type { Group, Grouping } from '@hansard/core/numbers/groups.ts';
import { type Numbers, readNumbers } from '@hansard/core/numbers/report.ts';
import type { Spent } from '@hansard/core/numbers/spent.ts';
import { parseTime } from '@hansard/core/query/date-value.ts';
import { parseQuery } from '@hansard/core/query/parse-query.ts';
import { namedProjects } from '@hansard/core/redacted/named-projects.ts';
import type { Store } from '@hansard/core/store/store.ts';
import { archivedAgentOf } from '../archive/archived-agent.ts';
import { usdDecimal } from '../numbers/number-words.ts';
import { LONGEST_ANSWER } from './answer-text.ts';
import type { Desk, McpTool } from './tool.ts';

interface CostInput {
  readonly by?: readonly Grouping[];
  readonly since?: string;
  readonly until?: string;
  readonly agent?: string;
  readonly model?: string;
  readonly project?: string;
  readonly limit?: number;
}

const text = (description: string) => ({ type: 'string', minLength: 1, maxLength: 200, description });

export const costTool: McpTool<CostInput> = {
  name: 'cost',
  title: 'Tokens and cost of past sessions',
  description:
    'Adds up tokens and US dollars of all archived sessions, grouped as asked; each response counts once. Models ' +
    'without a price are counted in tokens only.',
  input: {
    type: 'object',
    properties: {
      by: {
        type: 'array',
        items: { enum: ['day', 'week', 'month', 'model', 'agent', 'project', 'session', 'tool'] },
        minItems: 1,
        maxItems: 3,
        uniqueItems: true,
        default: ['day'],
        description: 'what to group by, outermost first',
      },
      since: text('from then on: 2026-08-01, 2026-08, 7d, 12h, yesterday'),
      until: text('before then'),
      agent: text('id of an agent'),
      model: text('part of the name of a model'),
      project: text('name of a project’s folder, whole'),
      limit: { type: 'integer', minimum: 1, maximum: 200, default: 31, description: 'how many groups' },
    },
    additionalProperties: false,
  },
  answer: (desk, input) => desk.withStore((store) => cost(desk, store, input)),
};

async function cost(desk: Desk, store: Store, input: CostInput): Promise<string> {
  const { by = ['day'], project, limit = 31 } = input;
  desk.texts.know(await store.sessions.projects());
  const projects = project === undefined ? undefined : await namedProjects(store.sessions, desk.texts, [project]);
  const isSplit = projects !== undefined && !by.includes('project');
  const numbers = await readNumbers(store, {
    by: isSplit ? ['project', ...by] : by,
    timezone: desk.timezone,
    prices: await desk.prices(),
    query: { ...parseQuery('', clockOf(desk)), filters: await filtersOf(store, input) },
    since: timeOf(desk, 'since', input.since),
    until: timeOf(desk, 'until', input.until),
  });
  const at = numbers.by.indexOf('project');
  const fitting = numbers.groups.filter(({ key }) => at < 0 || isShown(desk, key[at], projects));
  const isTime = ['day', 'week', 'month'].includes(numbers.by[0] ?? '');
  const groups = isTime ? fitting.slice(-limit) : fitting.slice(0, limit);
  return fitted(
    groups.map((group) => ({ ...keyOf(desk, numbers, group), ...spentOf(group.own) })),
    {
      timezone: desk.timezone,
      priceDate: numbers.priceDate,
      total: fitting.length === numbers.groups.length ? spentOf(numbers.total.own) : sumOf(fitting),
      groupsNotShown: fitting.length - groups.length,
    },
  );
}

const clockOf = ({ timezone }: Desk) => ({ now: Date.now(), timezone });

async function filtersOf({ sessions }: Store, { agent, model }: CostInput) {
  const place = { at: 0, end: 0, excluded: false };
  const ids = agent === undefined ? [] : [await archivedAgentOf(sessions, agent)];
  return [
    ...(agent === undefined ? [] : [{ ...place, name: 'agent', ids } as const]),
    ...(model === undefined ? [] : [{ ...place, name: 'model', texts: [model] } as const]),
  ];
}

function timeOf(desk: Desk, name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const time = parseTime(value, clockOf(desk));
  if (time !== undefined) return time;
  throw new Failure('bad-argument', `${name} is no date or time.`, {
    remedy: 'Write 2026-08-01, 2026-08, 2026-08-01T14:30, 7d, 12h, 2w, 3mo, 1y, today or yesterday.',
  });
}

/** Projects outside the profile's scope are in sums only. */
function isShown(desk: Desk, project: unknown, wanted: ReadonlySet<string> | undefined): boolean {
  if (typeof project !== 'string') return wanted === undefined;
  return wanted ? wanted.has(project) : desk.texts.folder(project) !== undefined;
}

function keyOf({ texts }: Desk, { by, sessions }: Numbers, { key }: Group): Record<string, unknown> {
  return Object.fromEntries(
    by.map((grouping, n) => {
      const value = key[n] ?? null;
      if (grouping === 'session') return [grouping, value === null ? null : (sessions.get(value)?.id ?? null)];
      if (typeof value !== 'string') return [grouping, value];
      if (grouping === 'project') return [grouping, texts.folder(value) ?? null];
      return [grouping, grouping === 'tool' || grouping === 'model' ? texts.label(value) : value];
    }),
  );
}

type Spending = Pick<Spent, 'responses' | 'input' | 'output' | 'pico' | 'unpriced' | 'estimated'>;

const spentOf = ({ responses, input, output, pico, unpriced, estimated }: Spending) => ({
  responses,
  inputTokens: input,
  outputTokens: output,
  usd: usdDecimal({ pico } as Spent),
  ...(estimated && { estimated }),
  ...(unpriced > 0 && { unpricedTokens: unpriced }),
});

function sumOf(groups: readonly Group[]) {
  const total = { responses: 0, input: 0, output: 0, pico: 0n, unpriced: 0, estimated: false };
  for (const { own } of groups) {
    total.responses += own.responses;
    total.input += own.input;
    total.output += own.output;
    total.pico += own.pico;
    total.unpriced += own.unpriced;
    total.estimated ||= own.estimated;
  }
  return spentOf(total);
}

interface CostRest {
  readonly timezone: string;
  readonly priceDate: string;
  /** Of all groups that fit, shown or not. */
  readonly total: Readonly<Record<string, unknown>>;
  readonly groupsNotShown: number;
}

/** One group a line, as many as there is room for. */
function fitted(groups: readonly Record<string, unknown>[], rest: CostRest): string {
  const lines: string[] = [];
  let length = 0;
  for (const group of groups) {
    const line = JSON.stringify(group);
    length += line.length + 2;
    if (length > LONGEST_ANSWER) break;
    lines.push(line);
  }
  const groupsNotShown = rest.groupsNotShown + groups.length - lines.length;
  return `{"groups":[\n${lines.join(',\n')}\n],\n${JSON.stringify({ ...rest, groupsNotShown }).slice(1)}`;
}
