/** Tables of `cost` and `stats`. Columns that would be empty everywhere are left out. */
import type { Group } from '@hansard/core/numbers/groups.ts';
import type { Numbers } from '@hansard/core/numbers/report.ts';
import { type Alignment, table, widthOf } from '../terminal/table.ts';
import { type KeyOptions, keyCells, keyHeadings } from './key-cells.ts';
import { contextText, durationText, moneyText, shareText, shortNumber, wholeNumber } from './number-words.ts';

export interface TableOptions extends Omit<KeyOptions, 'keyWidth'> {
  readonly columns: number;
  readonly bold: (text: string) => string;
  readonly inherited: boolean;
}

interface Column {
  readonly heading: string;
  text(group: Group, tokens: (number: number) => string): string;
  /** Left out when it holds for no group. */
  isThere?(total: Group): boolean;
  /** It can be left out where there is no room, those with higher numbers first. */
  readonly spare?: number;
}

const TOKENS: readonly Column[] = [
  { heading: 'Input', text: ({ own }, tokens) => tokens(own.tokens.input) },
  {
    heading: 'Cache write',
    spare: 5,
    text: ({ own }, tokens) => tokens(own.tokens.cacheWrite5m + own.tokens.cacheWrite1h),
    isThere: ({ own }) => own.tokens.cacheWrite5m + own.tokens.cacheWrite1h > 0,
  },
  {
    heading: 'Cache read',
    spare: 4,
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
    spare: 2,
    text: ({ subagents }) => moneyText(subagents),
    isThere: ({ subagents }) => !subagents.isEmpty,
  },
];

const INHERITED: readonly Column[] = [
  { heading: 'Inherited', spare: 3, text: ({ inherited }, tokens) => tokens(inherited.input + inherited.output) },
  { heading: 'worth', spare: 1, text: ({ inherited }) => moneyText(inherited) },
];

const STATS: readonly Column[] = [
  { heading: 'Sessions', text: ({ sessions }) => wholeNumber(sessions.size) },
  { heading: 'Prompts', text: ({ prompts }) => wholeNumber(prompts), isThere: ({ prompts }) => prompts > 0 },
  { heading: 'Responses', text: ({ own }) => wholeNumber(own.responses) },
  {
    heading: 'by subagents',
    spare: 2,
    text: ({ subagents }) => wholeNumber(subagents.responses),
    isThere: ({ subagents }) => subagents.responses > 0,
  },
  { heading: 'Tools', text: ({ tools }) => wholeNumber(tools.calls), isThere: ({ tools }) => tools.calls > 0 },
  {
    heading: 'failed',
    spare: 1,
    text: ({ tools }) => shareText(tools.failureRate),
    isThere: ({ tools }) => tools.calls > 0,
  },
  { heading: 'All input', spare: 4, text: ({ own }, tokens) => tokens(own.input) },
  { heading: 'from cache', spare: 6, text: ({ own }) => shareText(own.cacheHits) },
  { heading: 'Output', text: ({ own }, tokens) => tokens(own.output) },
  { heading: 'Fullest context', spare: 7, text: ({ own }) => contextText(own) },
];

const TOOLS: readonly Column[] = [
  { heading: 'Calls', text: ({ tools }) => wholeNumber(tools.calls) },
  { heading: 'failed', text: ({ tools }) => wholeNumber(tools.failed) },
  { heading: 'rate', text: ({ tools }) => shareText(tools.failureRate) },
  {
    heading: 'denied',
    spare: 2,
    text: ({ tools }) => wholeNumber(tools.denied),
    isThere: ({ tools }) => tools.denied > 0,
  },
  { heading: 'Average', spare: 5, text: ({ tools }) => durationText(tools.averageMs) },
  { heading: 'half within', spare: 4, text: ({ tools }) => durationText(tools.medianMs) },
  { heading: '90% within', spare: 3, text: ({ tools }) => durationText(tools.p90Ms) },
  { heading: 'longest', spare: 6, text: ({ tools }) => durationText(tools.timed > 0 ? tools.longestMs : undefined) },
  { heading: 'In all', text: ({ tools }) => durationText(tools.timed > 0 ? tools.totalMs : undefined) },
];

export const costTable = (numbers: Numbers, groups: readonly Group[], options: TableOptions): string =>
  tableOf(numbers, groups, options.inherited ? [...COST, ...INHERITED] : COST, options);

export const statsTable = (numbers: Numbers, groups: readonly Group[], options: TableOptions): string =>
  tableOf(numbers, groups, numbers.by.includes('tool') ? TOOLS : withInherited(STATS, options), options);

const withInherited = (columns: readonly Column[], { inherited }: TableOptions): readonly Column[] =>
  inherited ? [...columns, ...INHERITED] : columns;

/**
 * With all digits where there is room for them; in a narrow terminal shorter numbers, then shorter names, then without
 * the columns that say least.
 */
function tableOf(numbers: Numbers, groups: readonly Group[], all: readonly Column[], options: TableOptions): string {
  const there = all.filter(({ isThere }) => isThere?.(numbers.total) ?? true);
  const lines = (columns: readonly Column[], tokens: (number: number) => string, keyWidth: number) =>
    laidOut(numbers, groups, columns, { ...options, keyWidth }, tokens);
  const fits = (rows: readonly string[]) => rows.every((line) => widthOf(line) <= options.columns);
  let columns = there;
  let rows = lines(columns, wholeNumber, WIDE_KEY);
  for (const width of [WIDE_KEY, NARROW_KEY]) if (!fits(rows)) rows = lines(columns, shortNumber, width);
  while (!fits(rows) && columns.some(({ spare }) => spare)) {
    const last = Math.max(...columns.map(({ spare }) => spare ?? 0));
    columns = columns.filter(({ spare }) => spare !== last);
    rows = lines(columns, shortNumber, NARROW_KEY);
  }
  const [heading = '', ...rest] = rows;
  const total = rest.pop() ?? '';
  const hidden = there.filter((column) => !columns.includes(column)).map(({ heading: name }) => name);
  const note = hidden.length > 0 ? `\nNot shown for lack of room: ${hidden.join(', ')}. --csv has all.\n` : '';
  return `${[options.bold(heading), ...rest, options.bold(total)].join('\n')}\n${note}`;
}

/** Columns of the terminal for the name of a group. */
const WIDE_KEY = 44;
const NARROW_KEY = 22;

function laidOut(
  numbers: Numbers,
  groups: readonly Group[],
  columns: readonly Column[],
  options: KeyOptions,
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
