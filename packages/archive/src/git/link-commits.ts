/**
 * Ties commits to sessions and keeps that in the journal. A link that is known and whose commit history has forgotten is
 * marked as unreachable, and stays.
 */

import { murmur3 } from '@hansard/core/formats/murmur3.ts';
import { hashLine } from '@hansard/core/git/line-hash.ts';
import type { LinkedFile, LinkedRange } from '@hansard/core/git/link.ts';
import type { Archive } from '../archive.ts';
import { type LinkRow, LinkRows } from '../sqlite/git/link-rows.ts';
import { eventsAbout } from '../sqlite/git/written-edits.ts';
import { lineReader } from './blame-file.ts';
import { changeIdOf } from './change-id.ts';
import { type AddedLine, type CommitAuthors, commitAuthors } from './commit-authors.ts';
import { type ReadCommit, readCommits } from './read-commits.ts';
import type { Repository } from './repository.ts';
import { RepositoryEdits } from './repository-edits.ts';

export interface Linked {
  readonly authors: CommitAuthors;
  readonly links: readonly LinkRow[];
}

/** Looks at commits, and keeps what it finds. `revisions` are arguments of `git log` that the caller has checked. */
export async function linkCommits(
  archive: Archive,
  repository: Repository,
  revisions: readonly string[],
  { now, edits: loaded }: { readonly now: string; readonly edits?: RepositoryEdits },
): Promise<Linked[]> {
  const edits = loaded ?? (await RepositoryEdits.of(archive, repository));
  const commits = await readCommits(repository, revisions);
  const linked: Linked[] = [];
  for (const commit of commits) {
    const authors = await commitAuthors(archive, repository, edits, commit);
    linked.push({ authors, links: await linksOf(archive, repository, edits, authors, now) });
  }
  const rows = new LinkRows(archive.sql);
  archive.sql.transaction(() => {
    for (const { links } of linked) for (const link of links) rows.put(link);
  });
  return linked;
}

async function linksOf(
  archive: Archive,
  repository: Repository,
  edits: RepositoryEdits,
  { commit, files, sessions }: CommitAuthors,
  now: string,
): Promise<LinkRow[]> {
  if (sessions.size === 0) return [];
  const url = (await repository.url()) ?? null;
  const branch = await branchOf(repository, commit.id);
  const changeId = await changeIdOf(repository, commit.id);
  const links: LinkRow[] = [];
  for (const [number, share] of sessions) {
    const session = edits.sessions.get(number);
    // A session that was only there at the time is worth a word, not a place in the journal.
    if (!session || share.tier === 'overlapping') continue;
    const held = filesOf(archive, files, number);
    const link: LinkRow = {
      sessionKey: session.key,
      vcs: 'git',
      revision: commit.id,
      tier: share.tier,
      repository: repository.commonFolder,
      url,
      branch: branch ?? null,
      committed: commit.time,
      found: now,
      summary: commit.summary,
      lines: share.lines,
      alive: await aliveOf(repository, files, number),
      reachable: branch !== undefined,
      evidence: share.evidence,
      files: held,
    };
    links.push(link);
    if (changeId) links.push({ ...link, vcs: 'jj', revision: changeId });
  }
  return links;
}

/** Ranges of lines that a session wrote, or that were made of what it wrote. */
function filesOf(archive: Archive, files: CommitAuthors['files'], session: number): LinkedFile[] {
  const numbers = files.flatMap(({ lines }) => lines.flatMap(({ author }) => (author.edit ? [author.edit.event] : [])));
  const about = eventsAbout(archive.sql, new Set(numbers));
  const found: LinkedFile[] = [];
  for (const { path, lines } of files) {
    const own = lines.filter(({ author }) => author.edit?.session === session && isOf(author));
    const ranges: LinkedRange[] = [];
    for (const run of runsOf(own)) {
      const [first] = run as [AddedLine];
      const { author } = first;
      ranges.push({
        start: first.line,
        end: first.line + run.length - 1,
        hash: `murmur3:${murmur3(run.map(({ text }) => text).join('\n'))}`,
        confidence: author.confidence,
        event: about.get(author.edit?.event as number)?.key ?? '',
        ...(author.author === 'uncertain' ? { mixed: true } : {}),
      });
    }
    if (ranges.length > 0) found.push({ path, ranges });
  }
  return found;
}

const isOf = ({ author, evidence }: AddedLine['author']): boolean =>
  author === 'agent' || (author === 'uncertain' && evidence === 'changed');

/** Neighbours that are of one event and equally sure. */
function runsOf(lines: readonly AddedLine[]): AddedLine[][] {
  const runs: AddedLine[][] = [];
  for (const line of lines) {
    const last = runs.at(-1)?.at(-1);
    const goesOn =
      last?.line === line.line - 1 &&
      last.author.edit === line.author.edit &&
      last.author.confidence === line.author.confidence &&
      last.author.author === line.author.author;
    if (goesOn) runs.at(-1)?.push(line);
    else runs.push([line]);
  }
  return runs;
}

/** How many of the lines the newest commit has still. */
async function aliveOf(repository: Repository, files: CommitAuthors['files'], session: number): Promise<number> {
  const has = lineReader(repository);
  let alive = 0;
  for (const { path, lines } of files) {
    for (const { text, author } of lines) {
      if (author.edit?.session !== session || author.author !== 'agent') continue;
      if (await has('HEAD', path, hashLine(text))) alive++;
    }
  }
  return alive;
}

/** A branch or tag that leads to a commit; undefined when none does. */
export async function branchOf(repository: Repository, commit: string): Promise<string | undefined> {
  const args = ['for-each-ref', '--contains', commit, '--count=1', '--format=%(refname:short)'];
  const { status, out } = await repository.git.run([...args, 'refs/heads', 'refs/remotes', 'refs/tags']);
  const name = out.toString('utf8').trim();
  return status === 0 && name !== '' ? name : undefined;
}

/** Marks the known links of a repository whose commits nothing leads to any more, or something does again. */
export async function refreshLinks(archive: Archive, repository: Repository, now: string): Promise<number> {
  const rows = new LinkRows(archive.sql);
  let changed = 0;
  for (const link of rows.ofRepository(repository.commonFolder)) {
    if (link.vcs !== 'git') continue;
    const branch = await branchOf(repository, link.revision);
    const seen = { ...link, found: now, reachable: branch !== undefined, branch: branch ?? link.branch };
    if (archive.sql.transaction(() => rows.put(seen))) changed++;
  }
  return changed;
}

export type { ReadCommit };
