/**
 * Sums that show no single person. A cell is of at least so many people; smaller ones are put together as `others`, and cells
 * go on to be put together until no combination of all sums in all tables tells of fewer people (`few-people.ts`).
 */
import type { SumRow } from '../store/contract.ts';
import { type Cells, fewPeople } from './few-people.ts';

export const LEAST_PEOPLE = 5;
export const DIMENSIONS = ['project', 'agent', 'model', 'tool', 'week'] as const;
export type Dimension = (typeof DIMENSIONS)[number];

export interface Cell {
  /** Null for all that is not shown by itself. */
  readonly name: string | null;
  /** At least so many, in steps of five: who comes or goes is not to be seen. */
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

export type Tables = Readonly<Record<Dimension, readonly Cell[]>>;

const WEEK = 7 * 86_400_000;
/** More names than these are put together: the rarest first. */
const MOST_CELLS = 40;

/** What a row adds to: a session has neither model nor tool, a response a model, a call a tool. */
type Kind = 'session' | 'response' | 'call';
const KINDS: readonly Kind[] = ['session', 'response', 'call'];
const kindOf = ({ model, tool }: SumRow): Kind => (tool !== '' ? 'call' : model !== '' ? 'response' : 'session');

/** Of a key: whose it is. */
export type PersonOf = (key: number) => string;

export function teamNumbers(all: readonly SumRow[], personOf: PersonOf = String): Tables {
  const people = (rows: readonly SumRow[]) => new Set(rows.map(({ key }) => personOf(key))).size;
  const rows = KINDS.flatMap((kind) => {
    const own = all.filter((row) => kindOf(row) === kind);
    return people(own) < LEAST_PEOPLE ? [] : own;
  });
  const leastOf = (cell: readonly SumRow[]) =>
    Math.min(...KINDS.map((kind) => people(cell.filter((row) => kindOf(row) === kind)) || Number.POSITIVE_INFINITY));
  const tables = DIMENSIONS.map((by) => new Table(by, rows, leastOf));
  for (;;) {
    const few = KINDS.map((kind) => fewIn(tables, rows, kind, personOf)).find((one) => one !== undefined);
    if (!few || !putTogether(tables, few)) break;
  }
  return Object.fromEntries(tables.map((table) => [table.by, table.cells(people)])) as unknown as Tables;
}

/** One partition of the rows: named cells, and the others. */
class Table {
  readonly by: Dimension;
  readonly #least: (rows: readonly SumRow[]) => number;
  readonly #named = new Map<string, SumRow[]>();
  #others: SumRow[] = [];

  constructor(by: Dimension, rows: readonly SumRow[], leastOf: (rows: readonly SumRow[]) => number) {
    this.by = by;
    this.#least = leastOf;
    for (const row of rows) {
      const name = nameOf(row, by);
      // What has no value here is of another kind: a response has no tool, a call no model.
      if (name === '') continue;
      const cell = this.#named.get(name) ?? [];
      cell.push(row);
      this.#named.set(name, cell);
    }
    for (const [name, own] of this.#named) if (leastOf(own) < LEAST_PEOPLE) this.#hide(name);
    while (this.#named.size > MOST_CELLS) this.join();
    // Who else was active is known in a team: what is missing would be told by the rest.
    while (this.#others.length > 0 && leastOf(this.#others) < LEAST_PEOPLE && this.join());
  }

  get size(): number {
    return this.#named.size;
  }

  has(name: string): boolean {
    return this.#named.has(name);
  }

  peopleOf = (name: string): number => this.#least(this.#named.get(name) ?? []);

  /** Puts a cell to the others, by default the smallest; another along where there are none. */
  join(name?: string): boolean {
    const smallest = () => [...this.#named.keys()].sort((a, b) => this.peopleOf(a) - this.peopleOf(b))[0];
    const chosen = name ?? smallest();
    if (chosen === undefined || (this.#others.length === 0 && this.#named.size < 2)) return false;
    const isAlone = this.#others.length === 0;
    this.#hide(chosen);
    if (isAlone) this.#hide(smallest() as string);
    return true;
  }

  /** The place of the cell that a row is in, among all of this table: the others come first. */
  placeOf(row: SumRow): number | undefined {
    const name = nameOf(row, this.by);
    if (name === '') return undefined;
    return this.#named.has(name) ? [...this.#named.keys()].indexOf(name) + 1 : 0;
  }

  nameAt = (place: number): string | undefined => [...this.#named.keys()][place - 1];

  cells(people: (rows: readonly SumRow[]) => number): Cell[] {
    const told = [...this.#named].map(([name, rows]) => cellOf(name, rows, people(rows)));
    told.sort((a, b) => ((a.name as string) < (b.name as string) ? -1 : 1));
    const isTold = this.#others.length > 0 && this.#least(this.#others) >= LEAST_PEOPLE;
    return isTold ? [...told, cellOf(null, this.#others, people(this.#others))] : told;
  }

  #hide(name: string): void {
    this.#others.push(...(this.#named.get(name) ?? []));
    this.#named.delete(name);
  }
}

interface Found {
  /** The place in each table that a thing of few people is counted in. */
  readonly places: readonly (number | undefined)[];
}

function fewIn(tables: readonly Table[], rows: readonly SumRow[], kind: Kind, personOf: PersonOf): Found | undefined {
  const starts = tables.map((_, i) => tables.slice(0, i).reduce((sum, { size }) => sum + size + 1, 0));
  const done = new Map<string, Map<string, Cells>>();
  for (const row of rows) {
    if (kindOf(row) !== kind) continue;
    const cells = tables.flatMap((table, i) => {
      const place = table.placeOf(row);
      return place === undefined ? [] : [(starts[i] as number) + place];
    });
    const own = done.get(personOf(row.key)) ?? new Map<string, Cells>();
    own.set(cells.join(), cells);
    done.set(personOf(row.key), own);
  }
  const count = tables.reduce((sum, { size }) => sum + size + 1, 0);
  const few = fewPeople(
    [...done.values()].map((own) => [...own.values()]),
    count,
    LEAST_PEOPLE,
  );
  if (!few) return undefined;
  const places = tables.map((table, i) => {
    const start = starts[i] as number;
    const cell = few.cells.find((one) => one >= start && one <= start + table.size);
    return cell === undefined ? undefined : cell - start;
  });
  return { places };
}

/** The smallest cell that tells of few people goes to the others; where it is among them already, the next. */
function putTogether(tables: readonly Table[], { places }: Found): boolean {
  const named = tables.flatMap((table, i) => {
    const name = places[i] === undefined ? undefined : table.nameAt(places[i] as number);
    return name === undefined ? [] : [{ table, name }];
  });
  named.sort((a, b) => a.table.peopleOf(a.name) - b.table.peopleOf(b.name));
  for (const { table, name } of named) if (table.join(name)) return true;
  const largest = [...tables].sort((a, b) => b.size - a.size);
  return largest.some((table) => table.join());
}

const nameOf = (row: SumRow, by: Dimension): string =>
  by === 'week' ? new Date(row.week * WEEK).toISOString().slice(0, 10) : row[by];

function cellOf(name: string | null, rows: readonly SumRow[], people: number): Cell {
  const sum = (of: (row: SumRow) => number) => rows.reduce((total, row) => total + of(row), 0);
  return {
    name,
    people: people - (people % LEAST_PEOPLE),
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
