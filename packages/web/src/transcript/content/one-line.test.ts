/** Texts as one line. */
import { expect, it } from 'vitest';
import { oneLine } from './one-line.ts';

it('has no colours of the terminal, no ends of lines, and shows what would hide', () => {
  expect(oneLine('Set model to \u001b[1mFable 5\u001b[22m\nand go')).toBe('Set model to Fable 5 and go');
  expect(oneLine('user\u202e admin')).toBe('user\\u{202e} admin');
  expect(oneLine('x'.repeat(900))).toHaveLength(400);
});
