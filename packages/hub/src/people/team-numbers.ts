/**
 * Sums that show no single person: a cell is of at least so many people. Smaller ones are put together as `others`, and where
 * these would still be too few, the smallest of the cells goes along, so that nothing is left that the rest gives away.
 */
import type { SumRow } from '../store/contract.ts';

export const LEAST_PEOPLE = 5;
export const DIMENSIONS = ['project', 'agent', 'model', 'tool', 'week'] as const;
export type Dimension = (typeof DIMENSIONS)[number];

export interface Cell {
  /** Null for all that is not shown by itself. */
  readonly name: string | null;
  readonly people: number;
  readonly sessions: number;
  readonly responses: number;
  readonly calls: number;
  readonly errors: number;
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

const WEEK = 7 * 86_400_000;

/** Empty where all together are too few. */
export function teamNumbers(rows: readonly SumRow[], by: Dimension, least = LEAST_PEOPLE): Cell[] {
  // What has no value here is of another kind: a response has no tool, a call no model.
  const counted = rows.filter((row) => nameOf(row, by) !== '');
  const groups = new Map<string, SumRow[]>();
  for (const row of counted) {
    const name = nameOf(row, by);
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  const cells = [...groups].map(([name, own]) => ({ name, rows: own, people: peopleIn(own) }));
  const shown = cells.filter(({ people }) => people >= least).sort((a, b) => a.people - b.people);
  const others = cells.filter(({ people }) => people < least).flatMap((cell) => cell.rows);
  // Also a single small cell is not to be told by what is missing: who else was active is known in a team.
  while (others.length > 0 && peopleIn(others) < least && shown.length > 0) {
    others.push(...(shown.shift() as (typeof shown)[number]).rows);
  }
  const told = shown.map(({ name, rows: own }) => cellOf(name, own)).sort((a, b) => order(by, a, b));
  return peopleIn(others) >= least ? [...told, cellOf(null, others)] : told;
}

const nameOf = (row: SumRow, by: Dimension): string =>
  by === 'week' ? new Date(row.week * WEEK).toISOString().slice(0, 10) : row[by];

const peopleIn = (rows: readonly SumRow[]): number => new Set(rows.map(({ key }) => key)).size;

function cellOf(name: string | null, rows: readonly SumRow[]): Cell {
  const sum = (of: (row: SumRow) => number) => rows.reduce((total, row) => total + of(row), 0);
  return {
    name,
    people: peopleIn(rows),
    sessions: sum(({ sessions }) => sessions),
    responses: sum(({ responses }) => responses),
    calls: sum(({ calls }) => calls),
    errors: sum(({ errors }) => errors),
    input: sum(({ input }) => input),
    output: sum(({ output }) => output),
    cacheRead: sum(({ cacheRead }) => cacheRead),
    cacheWrite: sum(({ cacheWrite }) => cacheWrite),
  };
}

/** By name: nothing here is a ranking. */
const order = (_by: Dimension, a: Cell, b: Cell): number => ((a.name ?? '') < (b.name ?? '') ? -1 : 1);
