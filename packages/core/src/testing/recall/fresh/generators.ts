/** Secrets as commands, frameworks and people make them. */
import type { Generator } from '../generators.ts';

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const LETTERS = LOWER + LOWER.toUpperCase();
const DIGITS = '0123456789';
const SIGNS = '!#$%&()*+,-./:;<=>?@[]^_{|}~';
const WORDS =
  'amber arrow badge barrel basil beacon bishop bottle branch bridge bubble bucket button camel candle canyon carbon castle cedar cellar cherry circle clock cloud coffee copper coral cotton cradle crater cricket crystal desert dolphin dragon drum eagle engine fabric feather ferry fiber finger flame forest fossil fountain galaxy garden glacier globe guitar hammer harvest helmet island jacket jungle kitten ladder lagoon lemon lizard magnet maple meadow mirror monkey mountain needle oyster palace panther parrot pencil pepper pigeon pillow planet pocket pumpkin puzzle rabbit ribbon river rocket saddle sailor salmon shadow silver spider spring statue summer sunset temple ticket tiger tunnel turtle valley violin walnut willow window winter wizard'.split(
    ' ',
  );
const CONSONANTS = 'bcdfghjklmnprstvwz';
const VOWELS = 'aeiou';

const some =
  (characters: string, length: number): Generator =>
  (pick) =>
    Array.from({ length }, () => characters[pick(characters.length)]!).join('');
const bytes = (length: number, encoding: 'base64' | 'base64url' | 'hex'): Generator => {
  return (pick) => Buffer.from(Array.from({ length }, () => pick(256))).toString(encoding);
};
/** Until there is one of every kind, as the programs promise. */
const mixed = (generator: Generator): Generator => {
  return (pick) => {
    for (;;) {
      const made = generator(pick);
      if (/[a-z]/.test(made) && /[A-Z]/.test(made) && /\d/.test(made)) return made;
    }
  };
};
const word: Generator = (pick) => WORDS[pick(WORDS.length)]!;
const capital = (text: string): string => text[0]!.toUpperCase() + text.slice(1);
const syllable: Generator = (pick) => some(CONSONANTS, 1)(pick) + some(VOWELS, 1)(pick);
const uuid: Generator = (pick) => {
  const hex = some('0123456789abcdef', 32)(pick);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
};

export const FRESH_GENERATORS: Readonly<Record<string, Generator>> = {
  'pwgen -s 16': mixed(some(LETTERS + DIGITS, 16)),
  'pwgen -sy 20': mixed(some(LETTERS + DIGITS + SIGNS, 20)),
  'openssl rand -base64 32': bytes(32, 'base64'),
  'openssl rand -hex 20': bytes(20, 'hex'),
  'mkpasswd 12': mixed(some(`${LETTERS}${DIGITS}!#%+,-./:=?@_`, 12)),
  'Django secret key': some(`${LOWER}${DIGITS}!@#$%^&*(-_=+)`, 50),
  'token_urlsafe 24': bytes(24, 'base64url'),
  'nanoid 21': mixed(some(`${LETTERS}${DIGITS}_-`, 21)),
  'base32 of 20 bytes': some('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 32),
  'pronounceable, digits': (pick) => `${[0, 1, 2, 3, 4].map(() => syllable(pick)).join('')}${10 + pick(90)}`,
  'words in camel case': (pick) => [0, 1, 2, 3].map(() => capital(word(pick))).join(''),
  'words with dots': (pick) => [0, 1, 2, 3, 4, 5].map(() => word(pick)).join('.'),
  'word, year, sign': (pick) => `${capital(word(pick))}${2018 + pick(9)}${some('!@#$%*?', 1)(pick)}`,
  'word, digits, word': (pick) => `${word(pick)}${100 + pick(900)}${capital(word(pick))}`,
  'uuid 4': uuid,
};
