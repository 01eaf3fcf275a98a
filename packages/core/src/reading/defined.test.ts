import { expect, it } from 'vitest';
import { defined, withDefined } from './defined.ts';

it('keeps what has a value, in order', () => {
  expect(JSON.stringify(defined({ b: 0, a: undefined, c: null, d: '' }))).toBe('{"b":0,"c":null,"d":""}');
});

it('takes a field that is called like the prototype for a field', () => {
  const hostile = JSON.parse('{"__proto__":{"polluted":1},"a":2}') as Record<string, unknown>;
  const kept = defined(hostile);
  expect(Object.getPrototypeOf(kept)).toBe(Object.prototype);
  expect(JSON.stringify(kept)).toBe('{"__proto__":{"polluted":1},"a":2}');
});

it('overwrites nothing that is there', () => {
  expect(withDefined({ id: 'own' }, { id: 'other', text: 'x' })).toEqual({ id: 'own', text: 'x' });
});
