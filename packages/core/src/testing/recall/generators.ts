/** Passwords as programs make them: one function a generator, each with the characters and lengths that it has by default. */
import type { Pick } from '../../privacy/patterns/pattern-strings.ts';

export type Generator = (pick: Pick) => string;

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const LETTERS = LOWER + LOWER.toUpperCase();
const DIGITS = '0123456789';
const PUNCTUATION = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';
/** Words as lists for passphrases have them: short, common, without signs. */
const WORDS =
  'acorn anvil bacon banjo bench blimp brisk cable candid cargo chalk clover cobalt comet crisp dagger denim dusk ember fable falcon feral fiddle flint frost gadget garlic ginger gravel harbor hazard hubcap igloo ivory jigsaw jumble kettle kiosk ladle lantern lemon lumber magnet marble mellow mosaic muffin nectar nimble nugget oasis onyx orbit otter paddle pebble pickle plaza pliable prism quartz quilt radish raven ripple rustic saddle satin scuba sizzle sketch snooze spoon stucco tadpole talon thimble timber trophy tulip tundra umpire unwired vanilla velvet viper vortex waffle walnut wobble yodel zesty zipper'.split(
    ' ',
  );

const some = (characters: string, length: number): Generator => {
  return (pick) => Array.from({ length }, () => characters[pick(characters.length)]!).join('');
};
const words = (count: number, separator: string, change: (word: string) => string = (word) => word): Generator => {
  return (pick) => Array.from({ length: count }, () => change(WORDS[pick(WORDS.length)]!)).join(separator);
};
const capital = (word: string): string => word[0]!.toUpperCase() + word.slice(1);
/** Programs that promise a character of every kind draw again until there is one. */
const withAll = (generator: Generator, ...kinds: readonly RegExp[]): Generator => {
  return (pick) => {
    for (;;) {
      const made = generator(pick);
      if (kinds.every((kind) => kind.test(made))) return made;
    }
  };
};
const MIXED = [/[a-z]/, /[A-Z]/, /[0-9]/] as const;
const bytes = (length: number, encoding: 'base64' | 'base64url' | 'hex'): Generator => {
  return (pick) => Buffer.from(Array.from({ length }, () => pick(256))).toString(encoding);
};

export const GENERATORS: Readonly<Record<string, Generator>> = {
  'terraform random_password 16': some(`${LETTERS}${DIGITS}!@#$%&*()-_=+[]{}<>:?`, 16),
  'AWS Secrets Manager 32': withAll(some(`${LETTERS}${DIGITS}${PUNCTUATION}`, 32), ...MIXED),
  'KeePass 20': withAll(some(`${LETTERS}${DIGITS}!@#$%^&*()_-+=[]{}|;:,.<>/?~`, 20), ...MIXED),
  'letters only 20': some(LETTERS, 20),
  'small letters 20': some(LOWER, 20),
  'diceware, 5 words with -': words(5, '-'),
  'diceware, 5 words with blanks': words(5, ' '),
  'Bitwarden 14': withAll(some(`${LETTERS}${DIGITS}!@#$%^&*`, 14), ...MIXED),
  '1Password 20': withAll(some(`${LETTERS}${DIGITS}!@_-.*`, 20), ...MIXED),
  '1Password words': words(4, '-', capital),
  'Chrome 15': withAll(some(`${LETTERS}${DIGITS}-_.:!`, 15), ...MIXED),
  'Safari 20': withAll((pick) => [0, 1, 2].map(() => some(LETTERS + DIGITS, 6)(pick)).join('-'), ...MIXED),
  'hex 32': bytes(16, 'hex'),
  'base64 of 24 bytes': bytes(24, 'base64'),
  'base64url of 32 bytes': bytes(32, 'base64url'),
};
