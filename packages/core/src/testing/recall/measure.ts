/** Counts what is left of secrets in texts that were redacted: any piece of one that could not stand there by chance. */
import { randomFrom } from '../damage.ts';
import { CARRIERS } from './carriers.ts';
import { CONTEXTS } from './contexts.ts';
import { GENERATORS } from './generators.ts';
import { type HiddenKey, KEY_CONTEXTS } from './key-contexts.ts';
import { KEYS } from './keys.ts';

export { isKeyLeft } from './key-contexts.ts';

/** Shorter pieces say nothing. */
const PIECE = 4;

/** Whether a piece of what was written stands in the text afterwards and not in its surroundings. */
export function isLeft(written: string, around: string, after: string): boolean {
  for (let at = 0; at + PIECE <= written.length; at++) {
    const piece = written.slice(at, at + PIECE);
    if (after.includes(piece) && !around.includes(piece)) return true;
  }
  return false;
}

/** One secret in its place. */
export interface Sample {
  readonly generator: string;
  readonly carrier: string;
  readonly context: string;
  readonly text: string;
  /** The same with nothing in place of the secret. */
  readonly around: string;
  readonly written: string;
}

/** Every generator in every carrier in every context, or in one of `contexts` of them in turn. The same for the same seed. */
export function* samples(seed: number, contexts = Number.POSITIVE_INFINITY): Generator<Sample> {
  const places = Object.entries(CONTEXTS);
  let number = 0;
  for (const [generator, make] of Object.entries(GENERATORS)) {
    for (const [carrier, { write, cannot, written }] of Object.entries(CARRIERS)) {
      for (let i = 0; i < Math.min(contexts, places.length); i++) {
        const [context, put] = places[(number + i) % places.length]!;
        const value = make(steady(seed + 7919 * (number * places.length + i)));
        if (cannot?.test(value)) continue;
        const [text, around] = [put(write(value)), put(write(''))];
        yield { generator, carrier, context, text, around, written: written?.(value) ?? value };
      }
      number++;
    }
  }
}

/** One key, hidden in one way. */
export interface KeySample extends HiddenKey {
  readonly kind: string;
  readonly key: string;
  readonly context: string;
}

/** Every key in every context, so many of each. The same for the same seed. */
export function* keySamples(seed: number, times: number): Generator<KeySample> {
  let number = 0;
  for (const [kind, contexts] of Object.entries(KEY_CONTEXTS)) {
    for (const [context, hide] of Object.entries(contexts)) {
      for (const [key, make] of Object.entries(KEYS)) {
        for (let i = 0; i < times; i++) yield { kind, key, context, ...hide(make(steady(seed + 7919 * number++))) };
      }
    }
  }
}

/** The first numbers of neighbouring seeds are alike. */
function steady(seed: number): (limit: number) => number {
  const random = randomFrom(seed);
  for (let i = 0; i < 5; i++) random(2);
  return random;
}

export type Tally = Map<string, { found: number; all: number }>;

export function count(tally: Tally, name: string, isFound: boolean): void {
  const entry = tally.get(name) ?? { found: 0, all: 0 };
  entry.all++;
  if (isFound) entry.found++;
  tally.set(name, entry);
}
