import { expect, it } from 'vitest';
import { stepArtefacts } from './step-artefacts.ts';

const FILES = [
  'build/code/log.txt',
  'build/diff.patch',
  'build/handoff/code.json',
  'build/llm/code-coder.txt',
  'build/notes.md',
  'deploy/code.json',
  'shared/plan.md',
].map((path) => ({ path, kind: 'artefact' as const }));
const of = (receipt: unknown) =>
  stepArtefacts([...FILES, { path: 'build/receipts/code-coder.json', kind: 'receipt' as const }], {
    ...{ flow: 'build', step: 'code', runs: ['run-1', 'alias'] },
    receipts: [receipt],
  }).map(({ path }) => path);
const NAMED = ['build/code/log.txt', 'build/handoff/code.json', 'build/llm/code-coder.txt'];

it('are those that are named for the step or lie in its folder', () => {
  expect(of({})).toEqual(NAMED);
});

it('are those that its receipt names, in each way of writing a path', () => {
  for (const written of [
    'build/notes.md',
    'notes.md',
    './build/notes.md',
    '/x/alias/build/notes.md',
    'run-1\\build\\notes.md',
  ])
    expect(of({ artifacts: [{ path: written }] })).toEqual([...NAMED, 'build/notes.md']);
  expect(of({ out: 'shared/plan.md', note: 'see build/diff.patch' })).toEqual([...NAMED, 'shared/plan.md']);
});

it('are found in hostile receipts without end', () => {
  let deep: unknown = 'build/notes.md';
  for (let n = 0; n < 10_000; n++) deep = [deep];
  expect(of(deep)).toEqual(NAMED);
  expect(of([...Array.from({ length: 100_000 }, () => 'x'), 'build/notes.md'])).toEqual(NAMED);
  expect(of(null)).toEqual(NAMED);
});
