import { fc } from '@hansard/core/testing/property.ts';
import { describe, expect, it } from 'vitest';
import { skeletonOf } from '../../testing/small-skeleton.ts';
import { CallResults } from './call-results.ts';

function guessed(lines: readonly string[]): CallResults {
  const results = new CallResults();
  results.guess(skeletonOf(lines));
  return results;
}

describe('CallResults', () => {
  it('pairs a result with the oldest open call of the same tool and agent', () => {
    const results = guessed([
      'call Bash',
      'call Read',
      'subagent:a call Bash',
      'result Read',
      'subagent:a result Bash',
      'result Bash',
      'result Bash',
    ]);
    expect([1, 2, 3].map((call) => results.resultOf(call))).toEqual([6, 4, 5]);
    expect(results.callOf(7)).toBeUndefined();
  });

  it('gives a call that still runs no result', () => {
    const results = guessed(['call Bash/running', 'call Bash', 'result Bash']);
    expect([results.resultOf(1), results.resultOf(2)]).toEqual([undefined, 3]);
  });

  it('swaps what was guessed wrongly', () => {
    const results = guessed(['call Task', 'call Task', 'result Task', 'result Task']);
    expect(results.learn(2, 3)).toBe(true);
    expect([results.resultOf(1), results.resultOf(2)]).toEqual([4, 3]);
    expect(results.learn(1, 4)).toBe(false);
  });

  it('goes on where it ended when the session grows', () => {
    const results = new CallResults();
    results.guess(skeletonOf(['call Bash']));
    results.guess(skeletonOf(['call Bash', 'answer', 'result Bash']));
    expect(results.resultOf(1)).toBe(3);
  });

  it('never gives a call two results, whatever it learns', () => {
    const lines = [...Array.from({ length: 8 }, () => 'call T'), ...Array.from({ length: 8 }, () => 'result T')];
    const facts = fc.array(fc.tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 9, max: 16 })));
    fc.assert(
      fc.property(facts, (pairs) => {
        const results = guessed(lines);
        for (const [call, result] of pairs) {
          results.learn(call, result);
          expect(results.resultOf(call)).toBe(result);
        }
        const found = lines.flatMap((_line, index) => results.resultOf(index + 1) ?? []);
        expect(new Set(found).size).toBe(found.length);
        for (let call = 1; call <= 8; call++) {
          const result = results.resultOf(call);
          if (result !== undefined) expect(results.callOf(result)).toBe(call);
        }
      }),
    );
  });
});
