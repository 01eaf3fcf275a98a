/** Tables of `cost` and `stats`. Columns that would be empty everywhere are left out. */
import type { Group, Numbers } from '@hansard/archive';
import { type Alignment, table, widthOf } from '../terminal/table.ts';
import { type KeyOptions, keyCells, keyHeadings } from './key-cells.ts';
import { contextText, durationText, moneyText, shareText, shortNumber, wholeNumber } from './number-words.ts';

export interface TableOptions extends KeyOptions {
  readonly columns: number;
  readonly bold: (text: string) => string;
  readonly inherited: boolean;
}

interface Column {
  readonly heading: string;
  text(group: Group, tokens: (number: number) => string): string;
  /** Left out when it holds for no group. */
  isThere?(total: Group): boolean;
}

const TOKENS: readonly Column[] = [
  { heading: 'Input', text: ({ own }, tokens) => tokens(own.tokens.input) },
  {
    heading: 'Cache write',
    text: ({ own }, tokens) => tokens(own.tokens.cacheWrite5m + own.tokens.cacheWrite1h),
    isThere: ({ own }) => own.tokens.cacheWrite5m + own.tokens.cacheWrite1h > 0,
  },
  {
    heading: 'Cache read',
    text: ({ own }, tokens) => tokens(own.tokens.cacheRead),
    isThere: ({ own }) => own.tokens.cacheRead > 0,
  },
  { heading: 'Output', text: ({ own }, tokens) => tokens(own.output) },
];

const COST: readonly Column[] = [
  ...TOKENS,
  { heading: 'Cost', text: ({ own }) => moneyText(own) },
  {
    heading: 'by subagents',
    text: ({ subagents }) => moneyText(subagents),
    isThere: ({ subagents }) => !subagents.isEmpty,
  },
];

const INHERITED: readonly Column[] = [
  { heading: 'Inherited', text: ({ inherited }, tokens) => tokens(inherited.input + inherited.output) },
  { heading: 'worth', text: ({ inherited }) => moneyText(inherited) },
];

const STATS: readonly Column[] = [
  { heading: 'Sessions', text: ({ sessions }) => wholeNumber(sessions.size) },
  { heading: 'Prompts', text: ({ prompts }) => wholeNumber(prompts), isThere: ({ prompts }) => prompts > 0 },
  { heading: 'Responses', text: ({ own }) => wholeNumber(own.responses) },
  {
    heading: 'by subagents',
    text: ({ subagents }) => wholeNumber(subagents.responses),
    isThere: ({ subagents }) => subagents.responses > 0,
  },
  { heading: 'Tools', text: ({ tools }) => wholeNumber(tools.calls), isThere: ({ tools }) => tools.calls > 0 },
  { heading: 'failed', text: ({ tools }) => shareText(tools.failureRate), isThere: ({ tools }) => tools.calls > 0 },
  { heading: 'All input', text: ({ own }, tokens) => tokens(own.input) },
  { heading: 'from cache', text: ({ own }) => shareText(own.cacheHits) },
  { heading: 'Output', text: ({ own }, tokens) => tokens(own.output) },
  { heading: 'Fullest context', text: ({ own }) => contextText(own) },
];

const TOOLS: readonly Column[] = [
  { heading: 'Calls', text: ({ tools }) => wholeNumber(tools.calls) },
  { heading: 'failed', text: ({ tools }) => wholeNumber(tools.failed) },
  { heading: 'rate', text: ({ tools }) => shareText(tools.failureRate) },
  { heading: 'denied', text: ({ tools }) => wholeNumber(tools.denied), isThere: ({ tools }) => tools.denied > 0 },
  { heading: 'Average', text: ({ tools }) => durationText(tools.averageMs) },
  { heading: 'half within', text: ({ tools }) => durationText(tools.medianMs) },
  { heading: '90% within', text: ({ tools }) => durationText(tools.p90Ms) },
  { heading: 'longest', text: ({ tools }) => durationText(tools.timed > 0 ? tools.longestMs : undefined) },
  { heading: 'In all', text: ({ tools }) => durationText(tools.timed > 0 ? tools.totalMs : undefined) },
];

export const costTable = (numbers: Numbers, groups: readonly Group[], options: TableOptions): string =>
  tableOf(numbers, groups, options.inherited ? [...COST, ...INHERITED] : COST, options);

export const statsTable = (numbers: Numbers, groups: readonly Group[], options: TableOptions): string =>
  tableOf(numbers, groups, numbers.by.includes('tool') ? TOOLS : withInherited(STATS, options), options);

const withInherited = (columns: readonly Column[], { inherited }: TableOptions): readonly Column[] =>
  inherited ? [...columns, ...INHERITED] : columns;

/** With all digits where there is room for them. */
function tableOf(numbers: Numbers, groups: readonly Group[], all: readonly Column[], options: TableOptions): string {
  const columns = all.filter(({ isThere }) => isThere?.(numbers.total) ?? true);
  const lines = (tokens: (number: number) => string) => laidOut(numbers, groups, columns, options, tokens);
  const whole = lines(wholeNumber);
  const fits = whole.every((line) => widthOf(line) <= options.columns);
  const [heading = '', ...rest] = fits ? whole : lines(shortNumber);
  const total = rest.pop() ?? '';
  return `${[options.bold(heading), ...rest, options.bold(total)].join('\n')}\n`;
}

function laidOut(
  numbers: Numbers,
  groups: readonly Group[],
  columns: readonly Column[],
  options: TableOptions,
  tokens: (number: number) => string,
): string[] {
  const cells = (group: Group) => columns.map(({ text }) => text(group, tokens));
  const blanks = numbers.by.slice(1).map(() => '');
  const rows = [
    [...keyHeadings(numbers), ...columns.map(({ heading }) => heading)],
    ...groups.map((group) => [...keyCells(group, numbers, options), ...cells(group)]),
    ['Total', ...blanks, ...cells(numbers.total)],
  ];
  const align: Alignment[] = [...numbers.by.map(() => 'left' as const), ...columns.map(() => 'right' as const)];
  return table(rows, align).split('\n');
}
