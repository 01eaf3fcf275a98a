import { expect, it } from 'vitest';
import { didYouMean } from './did-you-mean.ts';

const known = ['convert', 'config', 'sessions', 'show'];

it.each([
  ['conver', 'convert'],
  ['shwo', 'show'],
  ['session', 'sessions'],
  ['cnfig', 'config'],
  ['frobnicate', undefined],
  ['', undefined],
])('%s → %s', (typed, meant) => expect(didYouMean(typed, known)).toBe(meant));
