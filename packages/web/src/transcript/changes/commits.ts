/** Commits that git told of in the output of a command: `[main 1a2b3c4] Subject`. Nothing is guessed from elsewhere. */
export interface Commit {
  readonly branch: string;
  readonly hash: string;
  readonly subject: string;
}

/** Output beyond that is not looked through, and more commits of one command are not told of. */
const LONGEST = 200_000;
const MOST = 20;

const LINE = /^\[([^\]\n]{1,200}?) (?:\(root-commit\) )?([0-9a-f]{7,40})\] (\S.{0,300})$/gm;

export function commitsIn(output: string): Commit[] {
  const found: Commit[] = [];
  for (const [, branch = '', hash = '', subject = ''] of output.slice(0, LONGEST).matchAll(LINE)) {
    if (found.length >= MOST) break;
    found.push({ branch, hash, subject: subject.trimEnd() });
  }
  return found;
}
