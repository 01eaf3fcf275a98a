import { expect, it } from 'vitest';
import type { Redaction, Transcript } from '../transcript.ts';
import { changesOf, spansBefore } from './changes.ts';

/** Places of `[X]` in a text. */
const placesIn = (now: string): Redaction[] =>
  [...now.matchAll(/\[X\]/g)].map(({ index }) => ({
    field: 'text',
    ruleId: 'r',
    type: 'secret',
    placeholder: '[X]',
    start: index,
    end: index + 3,
  }));
const taken = (old: string, now: string) =>
  spansBefore(old, now, placesIn(now)).map(({ start, end }) => old.slice(start, end));

it.each([
  ['a secret b', 'a [X] b', ['secret']],
  ['one and two', '[X] and [X]', ['one', 'two']],
  ['whole', '[X]', ['whole']],
  ['key=a; key=b; end', 'key=[X]; key=[X]; end', ['a', 'b']],
  ['the text was something else', 'before [X] after', []],
  ['abc', '[X][X]', []],
  ['ab', 'ab[X]b', []],
])('finds in %j what %j replaces', (old, now, parts) => {
  expect(taken(old, now)).toEqual(parts);
});

it('tells what a field was called before, and what stood in it', () => {
  const record = (field: string, more: object) => ({ field, ruleId: 'r', type: 'secret', placeholder: '[X]', ...more });
  const event = (input: unknown, redactions?: readonly object[]) => ({
    id: 'e',
    seq: 1,
    timestamp: '',
    type: 'tool_call',
    tool: { name: 'T', input },
    redactions,
  });
  const key = { start: 0, end: 3, key: true };
  const before = event({ a: 1, one: { in: 'x one y' }, b: [2], two: 'two', 3: 'kept' });
  const after = event({ a: 1, '[X]': { in: 'x [X] y' }, b: [2], '[X]#2': '[X]', 3: 'kept' }, [
    record('tool.input/[X]', key),
    record('tool.input/[X]#2', key),
    record('tool.input/[X]#2', { start: 0, end: 3 }),
    record('tool.input/[X]/in', { start: 2, end: 5 }),
  ]);
  const document = (one: object) => ({ events: [one] }) as unknown as Transcript;
  const changes = [...changesOf(document(before), document(after))];
  expect(changes.map((change) => change.before)).toEqual(['one', 'two', 'two', 'one']);
});
