/** When turns end, and what counts as waiting in them. */
import { describe, expect, it } from 'vitest';
import { fc } from '../testing/property.ts';
import { isTurnEnd, type TurnStep, type TurnStepKind, turnStepKind } from './turn-step.ts';
import { type TurnTime, turnTimes, waitedMs, workedMs } from './turn-times.ts';

const step = (kind: TurnStepKind, time: number, ms?: number): TurnStep => ({ kind, time, ms });
const shown = (turns: readonly TurnTime[]) =>
  turns.map(({ start, end, waits }) => [start, end, ...waits.map(({ from, to, reason }) => [from, to, reason])]);

describe('a turn', () => {
  it('ends with its last answer or tool result', () => {
    const turns = turnTimes([step('prompt', 10), step('work', 20, 30), step('work', 40), step('prompt', 900)]);
    expect(shown(turns)).toEqual([
      [10, 50],
      [900, undefined],
    ]);
    expect(turns.map(workedMs)).toEqual([40, undefined]);
  });

  it('ends with the agent’s own record of its end', () => {
    expect(shown(turnTimes([step('prompt', 10), step('work', 20), step('end', 25)]))).toEqual([[10, 25]]);
  });

  it('ends before the next begins', () => {
    const turns = turnTimes([step('prompt', 10), step('work', 20, 100), step('prompt', 50), step('work', 60)]);
    expect(shown(turns)).toEqual([
      [10, 50],
      [50, 60],
    ]);
  });

  it('is not timed without a recorded time', () => {
    expect(turnTimes([step('prompt', 0), step('work', 20)]).map(workedMs)).toEqual([undefined]);
    expect(turnTimes([step('prompt', 10), step('work', 0)]).map(workedMs)).toEqual([undefined]);
    expect(turnTimes([step('prompt', 10), step('work', 5)]).map(workedMs)).toEqual([undefined]);
  });
});

describe('waiting', () => {
  it('for an answer lasts as long as is known, else until the agent goes on', () => {
    const known = turnTimes([step('prompt', 10), step('wait', 20, 5), step('work', 40)]);
    expect(shown(known)).toEqual([[10, 40, [20, 25, 'answer']]]);
    expect(known.map(workedMs)).toEqual([25]);
    expect(shown(turnTimes([step('prompt', 10), step('wait', 20), step('work', 40)]))).toEqual([
      [10, 40, [20, 40, 'answer']],
    ]);
    expect(turnTimes([step('prompt', 10), step('wait', 20, 0), step('work', 40)]).map(waitedMs)).toEqual([0]);
  });

  it('is idling after the end of a turn, until the agent goes on without a prompt', () => {
    const steps = [step('prompt', 10), step('work', 20), step('end', 21), step('work', 900), step('end', 905)];
    const turns = turnTimes(steps);
    expect(shown(turns)).toEqual([[10, 905, [21, 900, 'idle']]]);
    expect(turns.map(workedMs)).toEqual([16]);
  });
});

it('takes bookkeeping for nothing', () => {
  const none = { isPrompt: false, isEnd: false };
  for (const type of ['meta', 'session', 'status', 'system', 'unparsed', 'turn', 'user_message']) {
    expect(turnStepKind(type, none)).toBeUndefined();
  }
  expect(turnStepKind('user_message', { ...none, isPrompt: true })).toBe('prompt');
  expect([isTurnEnd({ type: 'turn', phase: 'interrupted' }), isTurnEnd({ type: 'turn', phase: 'started' })]).toEqual([
    true,
    false,
  ]);
});

it('never overlaps, and works and waits no longer than a turn lasts', () => {
  const kind = fc.constantFrom<TurnStepKind>('prompt', 'work', 'wait', 'end');
  const steps = fc.array(fc.record({ kind, time: fc.nat(100), ms: fc.option(fc.nat(50), { nil: undefined }) }), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(steps, (list) => {
      const turns = turnTimes(list);
      expect(turns).toHaveLength(list.filter((one) => one.kind === 'prompt').length);
      for (const [i, turn] of turns.entries()) {
        if (turn.end === undefined) continue;
        expect(turn.end).toBeGreaterThanOrEqual(turn.start);
        const next = turns[i + 1]?.start ?? 0;
        if (next >= turn.start) expect(turn.end).toBeLessThanOrEqual(next === 0 ? turn.end : next);
        let last = turn.start;
        for (const { from, to } of turn.waits) {
          expect(from).toBeGreaterThanOrEqual(last);
          expect(to).toBeGreaterThan(from);
          last = to;
        }
        expect(last).toBeLessThanOrEqual(turn.end);
        expect(workedMs(turn)).toBe(turn.end - turn.start - waitedMs(turn));
      }
    }),
  );
});
