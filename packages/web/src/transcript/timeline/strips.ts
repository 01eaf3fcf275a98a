/** What is drawn as steps below the lanes: agents at once, what was spent so far, and how much the model was given. */
import type { Timeline } from '@hansard/client';
import { moneyText } from '../../words/money.ts';
import { counted, shortNumber } from '../../words/numbers.ts';

export interface Step {
  /** From then on. */
  readonly at: number;
  /** Between 0 and 1. */
  readonly height: number;
  readonly words: string;
  /** The event that it is about. */
  readonly logSeq?: number;
}

export interface Strip {
  readonly name: string;
  readonly steps: readonly Step[];
}

export function stripsOf({ concurrency, costs }: Timeline): Strip[] {
  return [atOnce(concurrency), spent(costs), context(costs)].filter((strip) => strip !== undefined);
}

function atOnce(concurrency: Timeline['concurrency']): Strip | undefined {
  const most = concurrency.reduce((highest, { n }) => Math.max(highest, n), 0);
  if (most < 2) return undefined;
  return {
    name: 'Concurrency',
    steps: concurrency.map(({ at, n }) => ({ at, height: n / most, words: `${counted(n, 'agent')} at work` })),
  };
}

function spent(costs: Timeline['costs']): Strip | undefined {
  const all = costs.at(-1)?.totalMicroUsd ?? 0;
  if (all === 0) return undefined;
  return {
    name: 'Cost',
    steps: costs.map(({ at, logSeq, costMicroUsd, totalMicroUsd, merged }) => ({
      at,
      logSeq,
      height: totalMicroUsd / all,
      words: [
        `Response · ${moneyText({ microUsd: costMicroUsd })}`,
        merged && `${merged} together`,
        `${moneyText({ microUsd: totalMicroUsd })} so far`,
      ]
        .filter(Boolean)
        .join(' · '),
    })),
  };
}

/** Of the session's own agent: each has a context of its own. */
function context(costs: Timeline['costs']): Strip | undefined {
  const own = costs.filter(({ source }) => source === 'primary');
  const most = own.reduce((highest, { input }) => Math.max(highest, input), 0);
  if (most === 0) return undefined;
  return {
    name: 'Context',
    steps: own.map(({ at, logSeq, input }) => ({
      at,
      logSeq,
      height: input / most,
      words: `Context · ${shortNumber(input)} tokens`,
    })),
  };
}
