/** What `cost` and `stats` have in common: they read the same numbers and show other columns of them. */
import { archiveExists, createNodeHost, withNumbers } from '@hansard/archive';
import { Failure } from '@hansard/core';
import type { Group, Grouping } from '@hansard/core/numbers/groups.ts';
import { type Numbers, type NumbersOptions, type NumbersStore, readNumbers } from '@hansard/core/numbers/report.ts';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { minuteIn, zoneOf } from '../terminal/words.ts';
import { emptyText } from './empty-text.ts';
import { numbersCsv, numbersJson } from './numbers-data.ts';
import { numbersNotes } from './numbers-notes.ts';
import { type NumbersRequest, numbersRequest } from './numbers-request.ts';
import { costTable, statsTable } from './numbers-table.ts';

export interface NumbersCommand {
  readonly stats: boolean;
  /** What to group by unless told. */
  readonly by: readonly Grouping[];
}

/** More sessions are for programs, or for whoever asks. */
const MOST_SESSIONS = 30;
const OF_TIME: ReadonlySet<Grouping | undefined> = new Set(['day', 'week', 'month']);

export async function runNumbers(context: Context, args: Arguments, command: NumbersCommand): Promise<number> {
  if (args.flag('json') && args.flag('csv')) throw new Failure('bad-argument', '--json and --csv exclude each other.');
  const isData = args.flag('json') || args.flag('csv');
  if (isData && args.flag('watch'))
    throw new Failure('bad-argument', '--watch is for people: leave --json and --csv out.');
  const request = await numbersRequest(context, args, command.by);
  const show = (store: NumbersStore) => print(context, args, store, request, command);
  if (args.flag('watch')) await (await import('./watch-numbers.ts')).watchNumbers(context, show);
  else await showOnce(context, args, show, command.stats || request.by.includes('tool'));
  return 0;
}

async function showOnce(
  context: Context,
  args: Arguments,
  show: (store: NumbersStore) => Promise<void>,
  needsArchive: boolean,
): Promise<void> {
  const host = createNodeHost({ home: context.home, env: context.env });
  if (args.flag('sync')) await (await import('./sync-first.ts')).syncFirst(context);
  if (archiveExists(host)) await withNumbers(host, show);
  else if (needsArchive) throw new Failure('no-archive', 'There is no archive on this machine yet.');
  else await (await import('./usage-alone.ts')).showUsageAlone(context, show);
}

async function print(
  context: Context,
  args: Arguments,
  store: NumbersStore,
  request: NumbersRequest,
  command: NumbersCommand,
): Promise<void> {
  const query = await request.queryIn(store.sessions);
  const numbers = await readNumbers(store, { ...request, query, tools: command.stats });
  if (args.flag('json') || args.flag('csv')) return printData(context, args, numbers, request, command);
  if (numbers.groups.length === 0) return context.out.write(await emptyText(store, minuteIn(request.timezone)));
  await printText(context, args, numbers, request, command);
  if (!command.stats) await printBudgets(context, store, request);
}

async function printData(
  context: Context,
  args: Arguments,
  numbers: Numbers,
  { timezone }: NumbersOptions,
  { stats }: NumbersCommand,
): Promise<void> {
  const groups = chosen(numbers, args.integer('limit'));
  const options = { timezone: zoneOf(timezone), stats };
  if (args.flag('json')) await context.out.write(numbersJson(numbers, groups, options));
  else for (const line of numbersCsv(numbers, groups, options)) await context.out.write(line);
}

async function printText(
  context: Context,
  args: Arguments,
  numbers: Numbers,
  { timezone }: NumbersOptions,
  { stats }: NumbersCommand,
): Promise<void> {
  const inherited = args.flag('inherited');
  const most = numbers.by.includes('session') ? MOST_SESSIONS : undefined;
  const groups = chosen(numbers, args.integer('limit') ?? most);
  const { bold } = await context.colors();
  const agentLabel = numbers.by.includes('agent') ? (await import('./agent-label.ts')).agentLabel : String;
  const options = { home: context.home, columns: context.out.columns, bold, inherited, agentLabel };
  const hidden = numbers.groups.length - groups.length;
  await context.out.write((stats ? statsTable : costTable)(numbers, groups, options));
  await context.out.write(numbersNotes(numbers, { timezone, money: !stats, inherited, hidden }));
}

/** Budgets that are used up, or nearly; most people have none, and load nothing for it. */
async function printBudgets(context: Context, store: NumbersStore, { prices }: NumbersOptions): Promise<void> {
  const settings = await context.settings();
  if (!['budget.day', 'budget.week', 'budget.month'].some((key) => settings.get(key as 'budget.day') !== '')) return;
  const { budgetsIn, budgetWarnings } = await import('./budgets.ts');
  const budgets = await budgetsIn(store, { settings, prices, now: Date.now() });
  for (const warning of budgetWarnings(budgets)) await context.out.write(`${warning}\n`);
}

/** The latest of times, the largest of others. */
function chosen({ groups, by }: Numbers, limit: number | undefined): readonly Group[] {
  if (limit === undefined || limit >= groups.length) return groups;
  return OF_TIME.has(by[0]) ? groups.slice(-limit) : groups.slice(0, limit);
}
