/** Windows of five hours as people and programs read them. */
import { neutraliseLine } from '@hansard/core';
import type { SpentBlock } from '@hansard/core/numbers/read-blocks.ts';
import { microUsd } from '@hansard/core/numbers/spent.ts';
import { activeMinutes, growth } from '@hansard/core/usage/blocks.ts';
import { type Alignment, fit, table, widthOf } from '../terminal/table.ts';
import { moneyText, picoText, shortNumber } from './number-words.ts';

export interface BlocksText {
  readonly now: number;
  readonly minute: (time: string) => string;
  readonly bold: (text: string) => string;
  /** How many are not shown. */
  readonly hidden: number;
  /** Of the terminal. */
  readonly columns: number;
}

const ALIGN: readonly Alignment[] = ['left', 'left', 'right', 'right', 'right', 'left'];

export function blocksText(blocks: readonly SpentBlock[], options: BlocksText): string {
  if (blocks.length === 0) return 'Nothing was used in that time.\n';
  const { minute, bold, now, hidden, columns } = options;
  const rows = blocks.map((block) => [
    minute(iso(block.start)),
    minute(iso(block.end)).slice(11),
    String(block.spent.responses),
    shortNumber(block.spent.input + block.spent.output),
    moneyText(block.spent),
  ]);
  const names = namesWithin(columns - beside(rows), blocks);
  rows.forEach((row, n) => void row.push(names[n] ?? ''));
  const [heading, ...lines] = table([HEADINGS, ...rows], ALIGN).split('\n');
  const active = blocks.find((block) => block.active);
  return [
    bold(heading ?? ''),
    ...lines,
    '',
    ...(active ? activeLines(active, now, minute) : ['No window is open now.']),
    ...(hidden > 0 ? [`${hidden} earlier ${hidden === 1 ? 'window is' : 'windows are'} not shown (--limit).`] : []),
    '',
  ].join('\n');
}

const HEADINGS = ['Window', 'until', 'Responses', 'Tokens', 'Cost', 'Models'];

/** What the names of models may take, and always get. */
const [MOST, LEAST] = [40, 10];

/** How wide the table is without the names. */
function beside(rows: readonly (readonly string[])[]): number {
  const [heading = ''] = table([HEADINGS, ...rows], ALIGN).split('\n');
  return widthOf(heading) - widthOf(HEADINGS.at(-1) ?? '');
}

function namesWithin(room: number, blocks: readonly SpentBlock[]): string[] {
  return blocks.map(({ models, active }) => {
    const note = active ? ' (open)' : '';
    const most = Math.max(LEAST, Math.min(MOST, room) - note.length);
    return fit(neutraliseLine(models.join(', ')), most) + note;
  });
}

function activeLines(block: SpentBlock, now: number, minute: (time: string) => string): string[] {
  const { tokensPerMinute, projectedMicroUsd, projectedTokens, remainingMinutes } = rates(block, now);
  const perHour = picoText(BigInt(Math.round((microUsd(block.spent) / activeMinutes(block, now)) * 60)) * 1_000_000n);
  return [
    `The open window ends at ${minute(iso(block.end)).slice(11)}, in ${timeLeft(remainingMinutes)}.`,
    `Burn rate: ${shortNumber(Math.round(tokensPerMinute))} tokens a minute, ${perHour} an hour.`,
    `At this rate: ${shortNumber(projectedTokens)} tokens, ${picoText(BigInt(projectedMicroUsd) * 1_000_000n)} by its end.`,
  ];
}

export function timeLeft(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), Math.floor(minutes % 60)];
  return hours > 0 ? `${hours} h ${rest} min` : `${rest} min`;
}

/** The rate so far, and what it leads to when it goes on. */
function rates(block: SpentBlock, now: number) {
  const tokens = block.spent.input + block.spent.output;
  const more = block.active ? growth(block, now) : 0;
  return {
    tokensPerMinute: tokens / activeMinutes(block, now),
    costPerHourMicroUsd: Math.round((microUsd(block.spent) / activeMinutes(block, now)) * 60),
    remainingMinutes: block.active ? (block.end - now) / 60_000 : 0,
    projectedTokens: Math.round(tokens * (1 + more)),
    projectedMicroUsd: Math.round(microUsd(block.spent) * (1 + more)),
  };
}

export function blockJson(block: SpentBlock, now: number) {
  const { start, end, first, last, active, spent, models } = block;
  return {
    start: iso(start),
    end: iso(end),
    firstAt: iso(first),
    lastAt: iso(last),
    active,
    models,
    responses: spent.responses,
    tokens: spent.tokens,
    costMicroUsd: microUsd(spent),
    estimated: spent.estimated,
    unpricedTokens: spent.unpriced,
    ...rates(block, now),
  };
}

const iso = (time: number): string => new Date(time).toISOString();
