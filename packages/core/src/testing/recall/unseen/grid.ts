/**
 * Secrets in a grid that no rule was written for: names, generators, carriers and contexts are combined by chance. It has
 * two parts without a carrier or a context in common. Three quarters may be looked at when the rules are worked on; the rest is
 * for scoring alone, so that its share says what to expect of texts that nobody has seen.
 */
import { randomFrom } from '../../damage.ts';
import { GENERATORS } from '../generators.ts';
import type { Sample } from '../measure.ts';
import { COMMANDS } from './commands.ts';
import { FILES } from './files.ts';
import { SECRET_NAMES, SERVICE_KEY_NAMES } from './names.ts';
import { PROGRAMS } from './programs.ts';
import { SURROUNDINGS } from './surroundings.ts';
import type { Writing, Writings } from './writing.ts';

export type Part = 'open' | 'closed';

/** One in four is closed, by a hash of its name, so that no kind of carrier falls into one part alone. */
const part = <T>(all: Readonly<Record<string, T>>, which: Part): readonly (readonly [string, T])[] =>
  Object.entries(all).filter(([name]) => isClosed(name) === (which === 'closed'));

function isClosed(name: string): boolean {
  let hash = 5381;
  for (const character of name) hash = (hash * 33 + character.charCodeAt(0)) % 65_521;
  return (hash >> 3) % 2 === 1 && (hash >> 7) % 2 === 1;
}

const WRITINGS: Writings = { ...FILES, ...PROGRAMS, ...COMMANDS };
/** What only chance makes: a name that ends in `key` alone says too little of anything else. */
const RANDOM = /^(?:hex|base64|1Password 20)/;

/** Each generator in each carrier of a part, so many times, by another name and in another context each time. */
export function* unseenSamples(which: Part, seed: number, times: number): Generator<Sample> {
  const places = part(SURROUNDINGS, which);
  const random = randomFrom(seed);
  for (let i = 0; i < 9; i++) random(7);
  for (const [carrier, given] of part(WRITINGS, which)) {
    const { write, cannot, written }: Writing = typeof given === 'function' ? { write: given } : given;
    for (const [generator, make] of Object.entries(GENERATORS)) {
      for (let i = 0; i < times; i++) {
        const value = make(random);
        const names = RANDOM.test(generator) && random(8) === 0 ? SERVICE_KEY_NAMES : SECRET_NAMES;
        const name = names[random(names.length)]!;
        const [context, put] = places[random(places.length)]!;
        if (cannot?.test(value)) continue;
        const [text, around] = [put(write(name, value)), put(write(name, ''))];
        yield { generator, carrier, context, text, around, written: written?.(value) ?? value };
      }
    }
  }
}

/** What stands in a text, also where it is encoded: a context may encode all of it. */
export function readable(text: string): string {
  const plain = text.replace(/(?:%[0-9A-Fa-f]{2})+/g, (code) =>
    Buffer.from(code.replaceAll('%', ''), 'hex').toString('utf8'),
  );
  const decoded = [...text.matchAll(/[A-Za-z0-9+/]{24,}={0,2}/g)].map(([code]) =>
    Buffer.from(code, 'base64').toString(),
  );
  return [plain, text, ...decoded].join('\n');
}
