/** Commits that a command made, as git and Jujutsu print them. */
import { expect, it } from 'vitest';
import { commitsIn } from './changing-commands.ts';

const texts = (command: string, output: string) => commitsIn(command, output).map(({ text }) => text);

it('are told by git', () => {
  expect(texts('git add -A && git commit -m x', '[main 1a2b3c4] x\n 1 file changed\n')).toEqual(['1a2b3c4']);
  expect(texts('git status', '[main 1a2b3c4] x\n')).toEqual([]);
});

it('are told by Jujutsu, with the change that stays', () => {
  const output =
    'Working copy  (@) now at: qpvuntsm 230dd059 (empty) (no description set)\nParent commit (@-)      : zsuskuln 9f6b3c1a x\n';
  expect(texts('jj commit -m x', output)).toEqual(['qpvuntsm', '230dd059', 'zsuskuln', '9f6b3c1a']);
  expect(texts('jj log', output)).toEqual([]);
});
