import { expect, it } from 'vitest';
import { TypedLine } from './ask-password.ts';

const typed = (text: string) => {
  const line = new TypedLine();
  for (const letter of text) line.type(letter);
  return [line.state, line.text];
};

it('takes letters until Enter, and takes the last one back', () => {
  expect(typed('secr')).toEqual(['open', 'secr']);
  expect(typed('secx\x7f\x7fcret 😀\r and more')).toEqual(['entered', 'secret 😀']);
  expect(typed('sec\u0003')).toEqual(['interrupted', 'sec']);
});
