import { expect, it } from 'vitest';
import { SecretSearch } from './secret-search.ts';

const KEY = ['ghp', 'DJOnsv5Mg6uSCvuPGG0VnAkz9J73kU0Nhxh3'].join('_');

function foundIn(value: unknown): string[] {
  const found: string[] = [];
  new SecretSearch().inValue(value, (secret) => found.push(secret.value));
  return found;
}

it('finds secrets however deep they are nested, as values and as names', () => {
  let nested: unknown = { [KEY]: [KEY, new TextEncoder().encode(KEY)] };
  for (let i = 0; i < 20_000; i++) nested = i % 2 ? [nested] : { a: nested };
  expect(foundIn(nested)).toEqual([KEY, KEY, KEY]);
});

it('knows what a value is called, also in a list', () => {
  expect(foundIn({ password: 'hunter2-Sommer!9', other: 'hunter2-Sommer!9' })).toEqual(['hunter2-Sommer!9']);
  expect(foundIn({ password: ['hunter2-Sommer!9'] })).toEqual(['hunter2-Sommer!9']);
});
