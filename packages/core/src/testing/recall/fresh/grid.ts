/**
 * A second grid, made of other names, generators, carriers and contexts than those that rules were worked on with, and written
 * before it was run for the first time. It has two parts without a carrier or a context in common, as the first one has. Both have
 * been looked at since (docs/decisions/0094).
 */
import { randomFrom } from '../../damage.ts';
import type { Sample } from '../measure.ts';
import type { Part } from '../unseen/grid.ts';
import type { Writing, Writings } from '../unseen/writing.ts';
import { FRESH_CONTEXTS } from './contexts.ts';
import { FRESH_GENERATORS } from './generators.ts';
import { LINES } from './lines.ts';
import { FRESH_NAMES } from './names.ts';
import { OBJECTS } from './objects.ts';
import { SETTINGS } from './settings.ts';

const WRITINGS: Writings = { ...OBJECTS, ...SETTINGS, ...LINES };

/** By a hash of their names, so that no kind of carrier falls into one part alone. */
const part = <T>(all: Readonly<Record<string, T>>, which: Part): readonly (readonly [string, T])[] =>
  Object.entries(all).filter(([name]) => isClosed(name) === (which === 'closed'));

function isClosed(name: string): boolean {
  let hash = 17;
  for (const character of name) hash = (hash * 31 + character.charCodeAt(0)) % 65_521;
  return (hash >> 5) % 2 === 1;
}

/** Each generator in each carrier of a part, by a name and in a context that chance picks. The same for the same seed. */
export function* freshSamples(which: Part, seed: number): Generator<Sample> {
  const places = part(FRESH_CONTEXTS, which);
  const random = randomFrom(seed);
  for (let i = 0; i < 9; i++) random(7);
  for (const [carrier, given] of part(WRITINGS, which)) {
    const { write, cannot, written }: Writing = typeof given === 'function' ? { write: given } : given;
    for (const [generator, make] of Object.entries(FRESH_GENERATORS)) {
      const value = make(random);
      const name = FRESH_NAMES[random(FRESH_NAMES.length)]!;
      const [context, put] = places[random(places.length)]!;
      if (cannot?.test(value)) continue;
      const [text, around] = [put(write(name, value)), put(write(name, ''))];
      yield { generator, carrier, context, text, around, written: written?.(value) ?? value };
    }
  }
}
