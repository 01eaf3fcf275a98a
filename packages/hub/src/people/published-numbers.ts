/**
 * What analysts are told stays as it is until what at least so many people did has changed: otherwise two answers would tell
 * what one person did between them.
 */
import { sha256 } from '../digest.ts';
import type { NumberStore, SumRow } from '../store/contract.ts';
import { LEAST_PEOPLE, type PersonOf, type Tables, teamNumbers } from './team-numbers.ts';

export interface Published {
  /** Since when it is as it is. */
  readonly at: string;
  readonly tables: Tables;
}

/** With what it was made of: a hash for each key. */
interface Kept extends Published {
  readonly of: Readonly<Record<string, string>>;
}

export async function publishedNumbers(numbers: NumberStore, now: number): Promise<Published> {
  const before = await numbers.published();
  const kept = before === undefined ? undefined : (JSON.parse(before) as Kept);
  const sums = await numbers.sums();
  const of = hashes(sums);
  const persons = await numbers.persons();
  const personOf = (key: number) => (persons.has(key) ? `person ${persons.get(key)}` : String(key));
  if (kept && !isEmpty(kept.tables) && changedPeople(kept.of, of, personOf) < LEAST_PEOPLE) return kept;
  const next: Kept = { at: new Date(now).toISOString(), tables: teamNumbers(sums, personOf), of };
  // Nothing was told, so that nothing is to be kept.
  if (isEmpty(next.tables)) return next;
  return JSON.parse(await numbers.publish(before, JSON.stringify(next))) as Kept;
}

const isEmpty = (tables: Tables): boolean => Object.values(tables).every((cells) => cells.length === 0);

function hashes(sums: readonly SumRow[]): Record<string, string> {
  const byKey = new Map<number, string[]>();
  for (const sum of sums) byKey.set(sum.key, [...(byKey.get(sum.key) ?? []), JSON.stringify(sum)]);
  return Object.fromEntries([...byKey].map(([key, rows]) => [key, sha256(rows.sort().join('\n')).slice(0, 16)]));
}

function changedPeople(
  before: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string>>,
  personOf: PersonOf,
): number {
  const keys = new Set([...Object.keys(before), ...Object.keys(now)]);
  return new Set([...keys].filter((key) => before[key] !== now[key]).map((key) => personOf(Number(key)))).size;
}
