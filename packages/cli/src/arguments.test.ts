import { expect, it } from 'vitest';
import { parseArguments } from './arguments.ts';
import type { CommandShape } from './command-shape.ts';

const shape: CommandShape = {
  name: 'find',
  summary: '',
  description: '',
  arguments: [{ name: 'QUERY', description: 'what', optional: true, repeats: true, minus: true }],
  options: [
    { name: 'limit', short: 'n', value: 'N', integer: true, description: '' },
    { name: 'project', value: 'TEXT', description: '' },
    { name: 'json', description: '' },
  ],
  examples: [],
};
const parse = (...argv: string[]) => parseArguments(shape, argv);

it('takes words with a minus for arguments, and options for options', () => {
  const args = parse('fox', '-jumps', '-n5', '-project:api', '--json', '--', '-n');
  expect(args.positionals).toEqual(['fox', '-jumps', '-project:api', '-n']);
  expect([args.integer('limit'), args.flag('json')]).toEqual([5, true]);
  expect(parse('fox', '-n', '3', '-jumps')).toMatchObject({ positionals: ['fox', '-jumps'] });
  expect(parse('fox', '-n', '3', '-jumps').integer('limit')).toBe(3);
});

it('takes values that begin with a minus as they are', () => {
  expect(parse('--project', '-home-dev', 'fox').text('project')).toBe('-home-dev');
  expect(parse('--project=-home-dev').text('project')).toBe('-home-dev');
  expect(() => parse('-n', '-1')).toThrow('-n is a whole number from 1, not "-1".');
});

it('does not take an option for the value of another', () => {
  expect(() => parse('--project', '--json')).toThrow('--project needs a value: --project TEXT.');
  expect(() => parse('--project', '-n', '3')).toThrow('--project needs a value');
  expect(parse('--project=--json').text('project')).toBe('--json');
});

it('takes several values of an option that may be repeated', () => {
  const scope = { name: 'scope', value: 'SCOPE', repeats: true, choices: ['read', 'run'], description: '' };
  const several = (...argv: string[]) => parseArguments({ ...shape, options: [scope] }, argv);
  expect(several('--scope', 'read', '--scope=run').texts('scope')).toEqual(['read', 'run']);
  expect(several().texts('scope')).toEqual([]);
  expect(() => several('--scope', 'read', '--scope', 'rum')).toThrow('--scope is one of read, run, not "rum".');
});

it('does not choose between two values of one option', () => {
  expect(() => parse('--project', 'api', '--project=web')).toThrow(
    '--project was given twice, with "api" and "web"; it takes one.',
  );
  expect(() => parse('-n', '3', '--limit', '4')).toThrow('--limit was given twice, with "3" and "4"');
  expect(parse('-n', '3', '--limit', '3', '--json', '--json').integer('limit')).toBe(3);
  expect(parse('--color', 'never', '--color', 'always').text('color')).toBe('always');
});

it('takes an action before or after what it is done to', () => {
  const tag: CommandShape = {
    ...shape,
    arguments: [
      { name: 'SESSION', description: '', optional: true },
      { name: 'ACTION', description: '', optional: true, choices: ['add', 'remove', 'list'] },
      { name: 'TAG', description: '', optional: true, repeats: true },
    ],
  };
  const order = (...argv: string[]) => parseArguments(tag, argv).positionals;
  expect(order('1', 'add', 'review')).toEqual(['1', 'add', 'review']);
  expect(order('add', '1', 'review')).toEqual(['1', 'add', 'review']);
  expect(order('list')).toEqual([]);
  expect(() => order('1', 'paint', 'x')).toThrow('ACTION is one of add, remove, list');
});
