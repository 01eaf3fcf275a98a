/** What the commits that a session led to say of it as a whole: whether it is final, and which commit is its last. */
import { canonicalUrl } from '../git/canonical-url.ts';
import type { CommitLink, Git } from '../transcript.ts';

/** The two tiers that make a session final: what it wrote is in the commit, as it was or changed. */
const FINAL: ReadonlySet<string> = new Set(['tool_emitted', 'tool_emitted_with_divergence']);

export const isFinalTier = (tier: string): boolean => FINAL.has(tier);

export function finalLinks(git: Git | undefined): CommitLink[] {
  return (git?.links ?? []).filter(({ tier }) => isFinalTier(tier));
}

/** The last commit, of those that history still has if there are any. */
export function lastCommit(git: Git | undefined): CommitLink | undefined {
  const commits = finalLinks(git).filter(({ vcs }) => vcs === 'git');
  const there = commits.filter(({ reachable }) => reachable);
  const links = there.length > 0 ? there : commits;
  return links.reduce<CommitLink | undefined>(
    (last, link) => (last === undefined || link.committedAt >= last.committedAt ? link : last),
    undefined,
  );
}

/** As the record lists them: each revision once in each tier. */
export function recordLinks(git: Git | undefined): Record<string, unknown>[] {
  const links = new Map<string, Record<string, unknown>>();
  for (const { vcs, revision, url, branch, tier, reachable, lines, alive } of git?.links ?? []) {
    links.set(`${revision} ${tier}`, {
      vcs_type: vcs === 'jj' ? 'jj' : 'git',
      revision,
      repo_url: url === undefined ? null : (canonicalUrl(url) ?? url),
      branch: branch ?? null,
      tier,
      commit_reachable: reachable,
      // Of a commit without lines of the session nothing can be there still.
      content_alive: alive === undefined || lines === 0 ? null : alive > 0,
    });
  }
  return [...links.values()];
}
