/**
 * How numbers that are secrets are written where they stand: JSON allows blanks, exponents and more digits than a number
 * has once it was read. All of them are looked for in one pass over the record, and not far before each.
 */
import type { FoundSecret } from '@hansard/core/privacy/index.ts';

const NUMBER = /-?\d[\d.eE+-]*/g;
const FARTHEST_NAME = 512;
const LONGEST_NAME = 128;

/** The same secrets as they are written in `json`, with the name of the field before them. */
export function* writtenNumbers(json: string, numbers: readonly FoundSecret[]): Iterable<FoundSecret> {
  const wanted = new Map(numbers.map((found) => [keyOf(found.name, Number(found.value)), found]));
  const values = new Set(numbers.map(({ value }) => Number(value)));
  for (const { 0: written, index } of json.matchAll(NUMBER)) {
    if (!values.has(Number(written))) continue;
    const name = nameBefore(json, index);
    const found = name && wanted.get(keyOf(name.text, Number(written)));
    if (found) yield { ...found, written, lead: json.slice(name.start, index), reach: 'place' };
  }
}

const keyOf = (name: string | undefined, value: number): string => `${value} ${name ?? ''}`;

/** The name of the field that a number is the value of, or one of a list that is. */
function nameBefore(json: string, index: number): { readonly text: string; readonly start: number } | undefined {
  let at = index;
  while (at > index - FARTHEST_NAME && isOneOf(' \t\r\n0123456789.,eE+-[', json[at - 1])) at--;
  if (json[at - 1] !== ':') return undefined;
  at--;
  while (at > index - FARTHEST_NAME && isOneOf(' \t\r\n', json[at - 1])) at--;
  if (json[at - 1] !== '"') return undefined;
  const end = at - 1;
  for (at = end; at > end - LONGEST_NAME && at > 0; at--) {
    if (json[at - 1] === '"') return { text: json.slice(at, end), start: at - 1 };
  }
  return undefined;
}

const isOneOf = (characters: string, character: string | undefined): boolean =>
  character !== undefined && characters.includes(character);
