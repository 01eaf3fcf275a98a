import { describe, expect, it } from 'vitest';
import { skeletonOf } from '../../testing/small-skeleton.ts';
import { CallResults } from './call-results.ts';
import { viewOf } from './groups.ts';
import { rowsOf } from './row-order.ts';
import { SpawningCalls } from './spawning-calls.ts';

const SESSION = [
  'user',
  'answer',
  'call Task',
  'call Bash',
  'result Bash',
  'result Task',
  'answer',
  'meta',
  'subagent:a user',
  'subagent:a call Read',
  'subagent:a result Read',
  'subagent:a/b answer',
];

function rows(
  query: string,
  { folded = [] as string[], lines = SESSION, callId = undefined as string | undefined } = {},
) {
  const skeleton = skeletonOf(lines);
  const results = new CallResults();
  results.guess(skeleton);
  const spawning = new SpawningCalls(callId === undefined ? [] : [{ source: 'subagent:a', parent: 'primary', callId }]);
  if (callId !== undefined) spawning.learn(callId, 3);
  const places = spawning.places(skeleton);
  const { ids, depths } = rowsOf({
    skeleton,
    results,
    view: viewOf(new URLSearchParams(query)),
    spawn: (source) => places[source],
    isFolded: (source) => folded.includes(skeleton.sources[source] ?? ''),
  });
  return [...ids].map((id, index) => `${'  '.repeat(depths[index] ?? 0)}${id}`);
}

describe('rowsOf', () => {
  it('puts a call and its result into one row, and a subagent below its call', () => {
    expect(rows('level=full', { callId: 'toolu_1' })).toEqual([
      '1',
      '2',
      '3',
      '  -2',
      '  9',
      '  10',
      '    -3',
      '    12',
      '4',
      '7',
      '8',
    ]);
  });

  it('guesses the call by its time until it is known', () => {
    expect(rows('level=full')).toEqual(['1', '2', '3', '4', '  -2', '  9', '  10', '    -3', '    12', '7', '8']);
  });

  it('folds a subagent with all below it', () => {
    expect(rows('level=full', { folded: ['subagent:a'] })).toEqual(['1', '2', '3', '4', '  -2', '7', '8']);
  });

  it('shows what the level and the switches ask for', () => {
    expect(rows('level=conversation')).toEqual(['1', '2', '7']);
    expect(rows('level=conversation&show=other&hide=answers')).toEqual(['1', '8']);
    expect(rows('level=compact&hide=tools')).toEqual(['1', '2', '7']);
  });

  it('shows one agent alone', () => {
    expect(rows('source=subagent:a')).toEqual(['9', '10']);
  });

  it('keeps a result without a call, and a subagent without one', () => {
    expect(rows('', { lines: ['user', 'result Bash', 'subagent:a answer'] })).toEqual(['1', '2', '  -2', '  3']);
  });
});
