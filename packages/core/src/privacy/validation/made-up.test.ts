import { expect, it } from 'vitest';
import { isNoTemplate, isNotMadeUp } from './made-up.ts';

it.each([
  'ghp_xxxxxxxxxxxxxxxx',
  'sk-your-key-here',
  'AKIAEXAMPLE',
  'key_000000000000',
  'sk-...',
  '****',
  'PLACEHOLDER',
])('knows that %s is none', (value) => expect(isNotMadeUp(value, value, 0)).toBe(false));

it.each(['ghp_aaaaaaaaaaaaaaaa', 'abcdefghijklmnop', '1234567890', 'k3Jq7w2Mzx5N'])('takes %s for real', (value) =>
  expect(isNotMadeUp(value, value, 0)).toBe(true),
);

it.each([
  `\${TOKEN}`,
  '$TOKEN',
  '<token>',
  '{{ token }}',
  '%TOKEN%',
  'process.env.TOKEN',
  '[REDACTED:secret]',
  `a\${b}`,
])('knows that %s stands for another', (value) => expect(isNoTemplate(value, value, 0)).toBe(false));
