/** A flow as a graph: its loops lead to where their rounds begin. */
import { expect, it } from 'vitest';
import type { FlowStep } from '../store/flows.ts';
import { flowGraph } from './flow-graph.ts';

const step = (id: string, loop: FlowStep['loop'] = null): FlowStep => ({
  ...{ id, title: id, role: '', agents: ['a'], engine: null, inputs: [], loop, gate: null },
});
const loopsOf = (...steps: FlowStep[]) =>
  flowGraph({ key: 'k', title: 'k', description: '', path: null, steps })
    .edges.map(({ data }) => data as { type: string; source: string; target: string })
    .filter(({ type }) => type === 'step-loop')
    .map(({ source, target }) => [source, target]);

it('leads a loop back to its own step, or to the one that it names', () => {
  expect(loopsOf(step('plan'), step('code', { max: 3, until: null }))).toEqual([['step:k:code', 'step:k:code']]);
  expect(loopsOf(step('plan'), step('code'), step('review', { max: 3, until: 'OK', from: 'code' }))).toEqual([
    ['step:k:review', 'step:k:code'],
  ]);
});
