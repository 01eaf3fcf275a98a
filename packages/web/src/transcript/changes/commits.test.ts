import { describe, expect, it } from 'vitest';
import { commitsIn } from './commits.ts';

describe('commits in the output of git', () => {
  it.each([
    ['[main 1a2b3c4] Fix the sum\n 1 file changed\n', ['main', '1a2b3c4', 'Fix the sum']],
    ['[main (root-commit) 1a2b3c4] Begin', ['main', '1a2b3c4', 'Begin']],
    ['[detached HEAD 0123456789abcdef] Try [it]\r\n', ['detached HEAD', '0123456789abcdef', 'Try [it]']],
    ['hook: ok\n[fix/a-b 1a2b3c4] Ä\n', ['fix/a-b', '1a2b3c4', 'Ä']],
  ])('are found in %j', (output, [branch, hash, subject]) => {
    expect(commitsIn(output)).toEqual([{ branch, hash, subject }]);
  });

  it.each([
    '[main] 1a2b3c4 x',
    ' [main 1a2b3c4] indented',
    '[main 1a2b3c] short',
    '[main 1a2b3c4]',
    '[1, 2, 3] list',
    '',
  ])('are not seen in %j', (output) => {
    expect(commitsIn(output)).toEqual([]);
  });

  it('are few, however long the output is', () => {
    expect(commitsIn('[main 1a2b3c4] again\n'.repeat(100_000))).toHaveLength(20);
    expect(commitsIn(`[${'['.repeat(1e6)}`)).toEqual([]);
  });
});
