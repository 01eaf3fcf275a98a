import { applyEdits } from 'jsonc-parser';
import { expect, it } from 'vitest';
import { removeProperty } from './remove-property.ts';

it.each([
  ['the first of several', '{\n  // note\n  "a": 1,\n  "b": 2\n}\n', ['a'], '{\n  // note\n  "b": 2\n}\n'],
  ['the last of several', '{\n  "a": 1, // one\n  "b": 2\n}\n', ['b'], '{\n  "a": 1 // one\n}\n'],
  ['one with a comment behind it', '{\n  "a": 1, // one\n  "b": 2\n}\n', ['a'], '{\n   // one\n  "b": 2\n}\n'],
  ['one with a comma behind it', '{\n  "a": 1,\n  "b": 2,\n}\n', ['b'], '{\n  "a": 1,\n}\n'],
  ['the only one', '{ "a": 1 }', ['a'], '{  }'],
  ['one inside a group', '{ "g": { "a": 1, "b": 2 } }', ['g', 'a'], '{ "g": {  "b": 2 } }'],
  ['one that is not there', '{ "a": 1 }', ['x'], '{ "a": 1 }'],
])('removes %s', (_name, text, path, left) => {
  expect(applyEdits(text, removeProperty(text, path))).toBe(left);
});
