import { expect, it } from 'vitest';
import { betterTitle, isCommand, promptTitle } from './prompt-title.ts';

const prompts = (...texts: string[]) => texts.map((text) => ({ type: 'user_message', text }));

it('is the first real prompt, not the command before it', () => {
  expect(promptTitle(prompts('/model', '/mode opus', 'Fix the parser'))).toBe('Fix the parser');
  expect(promptTitle(prompts('<file path="a.ts"></file>\nExplain this file', 'Next'))).toBe('Explain this file');
});

it('is the command when nothing else was asked', () => {
  expect(promptTitle(prompts('/init', '/clear'))).toBe('/init');
  expect(promptTitle([])).toBeUndefined();
});

it('keeps commands that say what to do, and paths', () => {
  for (const words of ['/review the parser and its tests', '/home/dev/a.ts is wrong', 'a /model']) {
    expect(isCommand(words)).toBe(false);
  }
});

it('does not change once there is a real one', () => {
  expect(betterTitle('Fix it', 'And that')).toBe('Fix it');
  expect(betterTitle('/model', '/clear')).toBe('/model');
  expect(betterTitle(undefined, '/model')).toBe('/model');
});
