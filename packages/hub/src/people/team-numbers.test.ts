/** Sums for analysts: no cell of fewer than five people, and none that others give away, whatever is subtracted. */
import { describe, expect, it } from 'vitest';
import type { NumberStore, SumRow } from '../store/contract.ts';
import { fewPeople } from './few-people.ts';
import { publishedNumbers } from './published-numbers.ts';
import { DIMENSIONS, LEAST_PEOPLE, type Tables, teamNumbers } from './team-numbers.ts';

const ZERO = { sessions: 0, responses: 0, calls: 0, errors: 0, input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
const row = (key: number, more: Partial<SumRow>): SumRow => ({
  ...ZERO,
  ...{ key, project: 'web', agent: 'sketch', week: 2900, model: '', tool: '' },
  ...more,
});
const used = (key: number, model: string, responses: number, more: Partial<SumRow> = {}): SumRow =>
  row(key, { model, responses, ...more });
const people = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const told = (tables: Tables, by: keyof Tables) => tables[by].map(({ name, responses }) => [name, responses]);

describe('a table', () => {
  it('is empty where all together are too few', () => {
    const tables = teamNumbers(people(1, 4).map((key) => used(key, 'large', 10)));
    expect(DIMENSIONS.flatMap((by) => tables[by])).toEqual([]);
  });

  it('shows a cell of five, with people in steps of five', () => {
    const tables = teamNumbers(people(1, 7).map((key) => used(key, 'large', 10)));
    expect(tables.model).toMatchObject([{ name: 'large', people: 5, responses: 70 }]);
  });

  it('puts a small cell together with the smallest other, so that it is not the rest of a total', () => {
    const rows = [
      ...people(1, 6).map((key) => used(key, 'large', 10)),
      ...people(1, 9).map((key) => used(key, 'small', 1)),
      used(3, 'secret', 777),
    ];
    expect(told(teamNumbers(rows), 'model')).toEqual([
      ['small', 9],
      [null, 837],
    ]);
  });

  it('counts keys of one person once', () => {
    const rows = people(1, 5).map((key) => used(key, 'large', 10));
    expect(teamNumbers(rows, (key) => String(Math.min(key, 4))).model).toEqual([]);
  });

  it('says nothing of calls that fewer than five people made, wherever they are', () => {
    const rows = [
      ...people(1, 6).map((key) => used(key, 'large', 10)),
      row(1, { tool: 'Bash', calls: 5 }),
      row(2, { tool: 'Bash', calls: 7 }),
    ];
    const tables = teamNumbers(rows);
    expect(tables.project).toMatchObject([{ name: 'web', responses: 60, calls: 0 }]);
    expect(tables.tool).toEqual([]);
  });
});

/** The smallest number of people whose removal leaves a combination of sums without anybody, by trying all. */
function fewest(rows: readonly SumRow[], tables: Tables): number {
  const week = (one: number) => new Date(one * 7 * 86_400_000).toISOString().slice(0, 10);
  const names = DIMENSIONS.flatMap((by) => tables[by].map(({ name }) => `${by} ${name}`));
  const cellsOf = (one: SumRow) =>
    DIMENSIONS.flatMap((by) => {
      const name = by === 'week' ? week(one.week) : one[by];
      if (name === '') return [];
      const own = names.indexOf(`${by} ${name}`);
      return [own < 0 ? names.indexOf(`${by} null`) : own].filter((at) => at >= 0);
    });
  const keys = [...new Set(rows.map(({ key }) => key))];
  const rank = (some: readonly SumRow[]) => rankOf(some.map(cellsOf), names.length);
  const all = rank(rows);
  const sets = (most: number, from = 0): number[][] =>
    most === 0
      ? [[]]
      : [[], ...keys.slice(from).flatMap((key, i) => sets(most - 1, from + i + 1).map((rest) => [key, ...rest]))];
  const few = sets(LEAST_PEOPLE - 1).filter((gone) => rank(rows.filter(({ key }) => !gone.includes(key))) < all);
  return Math.min(LEAST_PEOPLE, ...few.map(({ length }) => length));
}

/** By plain elimination with fractions that doubles hold well enough: another way than the code's own. */
function rankOf(vectors: readonly (readonly number[])[], length: number): number {
  const unique = [...new Set(vectors.map((ones) => ones.join()))];
  const matrix = unique.map((text) => {
    const ones = text.split(',').map(Number);
    return Array.from({ length }, (_, i): number => (ones.includes(i) ? 1 : 0));
  });
  let rank = 0;
  for (let column = 0; column < length; column++) {
    const pivot = matrix.findIndex((line, i) => i >= rank && Math.abs(line[column] as number) > 1e-9);
    if (pivot < 0) continue;
    [matrix[rank], matrix[pivot]] = [matrix[pivot] as number[], matrix[rank] as number[]];
    const own = matrix[rank] as number[];
    for (const [i, line] of matrix.entries()) {
      if (i === rank) continue;
      const factor = (line[column] as number) / (own[column] as number);
      for (let at = column; at < length; at++) line[at] = (line[at] as number) - factor * (own[at] as number);
    }
    rank++;
  }
  return rank;
}

describe('all tables together', () => {
  it('do not give away what one person did by subtracting a cell of one from a cell of another', () => {
    // Everybody's large model is used with one agent, but for one person's: by model less by agent would be theirs.
    const rows = [
      ...people(1, 7).map((key) => used(key, 'large', 10, { agent: 'usual' })),
      used(8, 'large', 777, { agent: 'rare' }),
      ...people(9, 14).map((key) => used(key, 'other', 3, { agent: 'third' })),
    ];
    const tables = teamNumbers(rows);
    const numbers = DIMENSIONS.flatMap((by) => tables[by].map(({ responses }) => responses));
    const differences = numbers.flatMap((one) => numbers.map((other) => one - other));
    expect(differences).not.toContain(777);
    expect(fewest(rows, tables)).toBe(LEAST_PEOPLE);
  });

  it.each(people(1, 30))('say nothing of fewer than five people, in team %i', (seed) => {
    const random = randomOf(seed);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * random() * list.length)] as T;
    const rows = people(1, 6 + (seed % 5)).flatMap((key) =>
      people(1, 1 + Math.floor(random() * 4)).map(() =>
        used(key, pick(['a', 'b', 'c', 'd']), 1, {
          agent: pick(['x', 'y', 'z']),
          project: pick(['p', 'q', 'r']),
          week: 2900 + Math.floor(random() * 2),
        }),
      ),
    );
    const tables = teamNumbers(rows);
    expect(tables.project.length).toBeGreaterThan(0);
    expect(fewest(rows, tables)).toBe(LEAST_PEOPLE);
    expect(tables.project.reduce((sum, { responses }) => sum + responses, 0)).toBe(rows.length);
  });

  it('shows much of a team in which many do the same', () => {
    const rows = people(1, 40).flatMap((key) =>
      ['a', 'b', 'c'].flatMap((model) =>
        ['x', 'y'].map((agent) => used(key, model, 1, { agent, project: key % 2 ? 'odd' : 'even' })),
      ),
    );
    expect(DIMENSIONS.map((by) => teamNumbers(rows)[by].length)).toEqual([2, 2, 3, 0, 1]);
  });
});

it('finds few people behind a combination of many sums', () => {
  // Cells 0 and 1 partition by one name, 2 and 3 by another. Person 5 alone did something of 1 and 2.
  const done = [...people(1, 5).map(() => [[0, 2]]), [[1, 2]], ...people(1, 5).map(() => [[1, 3]])];
  expect(fewPeople(done, 4, 5)?.cells).toEqual([1, 2]);
  expect(fewPeople([...done, ...people(1, 4).map(() => [[1, 2]])], 4, 5)).toBeUndefined();
});

/** The same numbers for a seed. */
function randomOf(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393) >>> 0;
    return state / 2 ** 32;
  };
}

describe('what is published', () => {
  const storeOf = () => {
    const kept: { rows: SumRow[]; text: string | undefined } = { rows: [], text: undefined };
    const numbers: NumberStore = {
      sums: async () => kept.rows,
      ofSession: async () => [],
      persons: async () => new Map(),
      published: async () => kept.text,
      publish: async (before, text) => {
        if (before === kept.text) kept.text = text;
        return kept.text as string;
      },
    };
    return { kept, ask: async () => (await publishedNumbers(numbers, 0)).tables.model[0]?.responses };
  };

  it('stays until what five people did has changed, so that two answers tell nothing of one', async () => {
    const { kept, ask } = storeOf();
    kept.rows = people(1, 4).map((key) => used(key, 'large', 10));
    expect(await ask()).toBeUndefined();
    kept.rows = people(1, 6).map((key) => used(key, 'large', 10));
    expect(await ask()).toBe(60);
    kept.rows = [...kept.rows, used(1, 'large', 777)];
    expect(await ask()).toBe(60);
    kept.rows = [...kept.rows, ...people(2, 5).map((key) => used(key, 'large', 1, { week: 2901 }))];
    expect(await ask()).toBe(841);
  });
});
