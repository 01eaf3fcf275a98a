/** What a format could not hold, as a table. */
import { neutraliseLine } from '@hansard/core';
import type { Format } from '@hansard/core/formats/contract.ts';
import type { Loss } from '@hansard/core/formats/loss-report.ts';
import { table } from '../terminal/table.ts';
import { grouped } from '../terminal/words.ts';

export function lossText(format: Format, losses: readonly Loss[]): string {
  if (losses.length === 0) return `${format.label} holds everything.\n`;
  const rows = losses.map(({ of, field, count }) => [
    neutraliseLine(of),
    field === '' ? '(all of it)' : neutraliseLine(field),
    grouped(count),
  ]);
  const head = ['of', 'field', 'times'];
  return `${format.label} has no place for:\n${table([head, ...rows], ['left', 'left', 'right'])}\n`;
}
