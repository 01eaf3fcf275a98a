import { describe, expect, it } from 'vitest';
import { joinFacts, mergeFacts } from './session-facts.ts';
import { gitOf } from './session-git.ts';

describe('what a session knows of its repository', () => {
  it('is nothing where nothing was said', () => {
    expect(gitOf({})).toBeUndefined();
    expect(gitOf({ environment: { cwd: '/work', repo: { branch: null, commit: '' } } })).toBeUndefined();
  });

  it('follows from where it ran', () => {
    const repo = { branch: 'main', commit: 'abc', remote: 'git@host:owner/name.git' };
    expect(gitOf({ environment: { repo } })).toEqual({
      remote: 'git@host:owner/name.git',
      branch: 'main',
      startCommit: 'abc',
    });
  });

  it('keeps the commit that it began on, and the last one', () => {
    const first = mergeFacts({}, { git: { startCommit: 'a', endCommit: 'a', branch: 'one' } });
    expect(gitOf(first)).toEqual({ branch: 'one', startCommit: 'a' });
    const later = mergeFacts(first, { git: { startCommit: 'b', endCommit: 'b', branch: 'two' } });
    expect(gitOf(later)).toEqual({ branch: 'one', startCommit: 'a', endCommit: 'b' });
  });

  it('is told by the best witness, and others add to it', () => {
    const { git } = joinFacts([
      { rank: 0, facts: { git: { startCommit: 'log', branch: 'log' } } },
      { rank: 1, facts: { git: { startCommit: 'wire', worktree: 'side' } } },
    ]);
    expect(git).toEqual({ startCommit: 'log', branch: 'log', worktree: 'side' });
  });
});
