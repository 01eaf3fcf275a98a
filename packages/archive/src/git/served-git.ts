/** What a server tells of repositories. Only those are looked at in which a session worked, and they are read as always. */
import { posix } from 'node:path';
import { Failure } from '@hansard/core';
import type { GitLine } from '@hansard/core/api/git.ts';
import { REASONS } from '@hansard/core/git/explain.ts';
import type { LineAuthor } from '@hansard/core/git/line-author.ts';
import type { SessionGit } from '@hansard/core/store/git.ts';
import type { SessionId } from '@hansard/core/store/sessions.ts';
import type { Archive } from '../archive.ts';
import { LinkRows } from '../sqlite/git/link-rows.ts';
import { eventsAbout } from '../sqlite/git/written-edits.ts';
import { type SessionFound, sessionByUuid } from '../sqlite/sessions/find-session.ts';
import { blameFile } from './blame-file.ts';
import { commitAuthors } from './commit-authors.ts';
import { linkSession } from './link-session.ts';
import { readTreeBlame } from './moved-file.ts';
import { summariseRange } from './range-summary.ts';
import { readBlame } from './read-blame.ts';
import { readCommits } from './read-commits.ts';
import { Repository } from './repository.ts';
import { RepositoryEdits } from './repository-edits.ts';

export function servedGit(archive: Archive, env: Readonly<Record<string, string | undefined>>): SessionGit {
  const sessionOf = (id: SessionId): SessionFound => {
    const found = sessionByUuid(archive, id);
    if (found) return found;
    throw new Failure('unknown-session', 'The session is no longer in the archive.');
  };
  const inRepository = async <T>(
    id: SessionId,
    work: (repository: Repository, session: SessionFound) => Promise<T>,
  ) => {
    const session = sessionOf(id);
    if (session.project === null)
      throw new Failure('not-a-repository', 'The session does not say in which folder it ran.');
    const repository = await Repository.open(session.project, env);
    try {
      return await work(repository, session);
    } finally {
      repository.close();
    }
  };
  return {
    commits: async (id, now) => {
      const trouble = await inRepository(id, async (repository, session) => {
        await linkSession(archive, repository, session, { now });
        return null;
      }).catch((error: unknown) => {
        if (error instanceof Failure) return error.message;
        throw error;
      });
      return { trouble, commits: knownCommits(archive, sessionOf(id).key) };
    },
    commit: (id, revision) =>
      inRepository(id, async (repository) => {
        const wanted = await repository.commit(revision);
        const [commit] = await readCommits(repository, ['--max-count=1', wanted]);
        if (!commit) throw new Failure('bad-argument', `The repository has no commit "${revision}".`);
        const edits = await RepositoryEdits.of(archive, repository);
        const { files } = await commitAuthors(archive, repository, edits, commit);
        const told = teller(
          archive,
          edits,
          files.flatMap(({ lines }) => lines.map(({ author }) => author)),
        );
        return {
          commit: facts(commit),
          files: files.map(({ path, lines }) => ({
            path,
            lines: lines.map(({ line, text, author }) => ({ line, text, commit: commit.id, ...told(author) })),
          })),
        };
      }),
    blame: (id, named, at) =>
      inRepository(id, async (repository) => {
        const file = insidePath(named);
        const revision = await repository.commit(at ?? 'HEAD');
        const found =
          at === undefined
            ? await readTreeBlame(repository, revision, file)
            : { path: file, blamed: await readBlame(repository, revision, file) };
        const { blamed, authors, edits } = await blameFile(archive, repository, { ...found, revision });
        const told = teller(archive, edits, authors);
        const lines: GitLine[] = blamed.lines.map(({ text, commit }, index) => ({
          line: index + 1,
          text,
          commit,
          ...told(authors[index] as LineAuthor),
        }));
        return { file: found.path, revision, commits: [...blamed.commits.values()].map(facts), lines };
      }),
    range: (id, range, now) =>
      inRepository(id, (repository) => summariseRange(archive, repository, range, now)).then((summary) => ({
        ...summary,
        files: [...summary.files],
        sessions: summary.sessions.map(({ nativeId: _own, ...session }) => session),
      })),
  };
}

/** A path in the repository as git has it. Nothing outside is looked at, not even whether it is there. */
function insidePath(named: string): string {
  const path = posix.normalize(named);
  if (!posix.isAbsolute(named) && !named.includes('\0') && !/^\.{1,2}(\/|$)/.test(path)) return path;
  throw new Failure('bad-argument', 'The file is to be named by its path in the repository, such as src/main.ts.');
}

const facts = ({ id, summary, author, time }: { id: string; summary: string; author: string; time: number }) => ({
  id,
  summary,
  author,
  time: new Date(time).toISOString(),
});

function knownCommits(archive: Archive, key: string) {
  return new LinkRows(archive.sql).ofSession(key).map(({ files, committed, ...link }) => ({
    vcs: link.vcs,
    revision: link.revision,
    summary: link.summary,
    tier: link.tier,
    branch: link.branch,
    url: link.url,
    committedAt: new Date(committed).toISOString(),
    lines: link.lines,
    alive: link.alive,
    reachable: link.reachable,
    evidence: link.evidence,
    files: files.map(({ path }) => path),
  }));
}

/** Who wrote a line, with the names that a reader knows sessions and events by. */
function teller(archive: Archive, edits: RepositoryEdits, authors: readonly LineAuthor[]) {
  const about = eventsAbout(archive.sql, new Set(authors.flatMap(({ edit }) => (edit ? [edit.event] : []))));
  return ({
    author,
    tier,
    confidence,
    evidence,
    edit,
    noted,
  }: LineAuthor): Omit<GitLine, 'line' | 'text' | 'commit'> => {
    const written = author === 'human' ? undefined : edit;
    const session = written && edits.sessionOf(written);
    const event = written && about.get(written.event);
    return {
      author,
      tier,
      confidence,
      evidence,
      reason: REASONS[evidence],
      agent: session?.agent ?? noted?.agent ?? null,
      model: event?.model ?? noted?.model ?? null,
      session: session?.uuid ?? null,
      event: event?.key ?? null,
    };
  };
}
