/** What a session knows of its repository, for links to commits: what its agent says, and what follows from where it ran. */
import type { SessionFacts } from '../adapters/contract.ts';
import type { Git } from '../transcript.ts';
import { defined } from './defined.ts';

/** As records add to it: the branch and the commit at the start are those that were named first, the last commit is the latest. */
export function mergeGit(known: Git | undefined, added: Git): Git {
  const { endCommit, ...rest } = defined(added) as Git;
  return { ...rest, ...known, ...(endCommit === undefined ? {} : { endCommit }) };
}

/** Undefined when nothing is known. */
export function gitOf({ git, environment }: Pick<SessionFacts, 'git' | 'environment'>): Git | undefined {
  const repo = environment?.repo;
  const [startCommit, branch, remote] = [
    git?.startCommit ?? repo?.commit,
    git?.branch ?? repo?.branch,
    git?.remote ?? repo?.remote,
  ];
  const known: Git = {
    ...text('root', git?.root),
    ...text('remote', remote),
    ...text('branch', branch),
    ...text('startCommit', startCommit),
    ...text('endCommit', git?.endCommit === startCommit ? undefined : git?.endCommit),
    ...text('worktree', git?.worktree),
  };
  return Object.keys(known).length === 0 ? undefined : known;
}

const text = (name: keyof Git, value: string | null | undefined): Git =>
  typeof value === 'string' && value !== '' ? { [name]: value } : {};
