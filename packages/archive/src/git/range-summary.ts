/** Whose a range of commits is: what was written in it, what of that is still there at its end, by which sessions. */

import { Failure } from '@hansard/core';
import type { AuthorKind, LineAuthor } from '@hansard/core/git/line-author.ts';
import type { Archive } from '../archive.ts';
import { eventsAbout } from '../sqlite/git/written-edits.ts';
import { blameFile } from './blame-file.ts';
import { linkCommits } from './link-commits.ts';
import { changedFiles } from './read-commits.ts';
import type { Repository } from './repository.ts';
import { RepositoryEdits } from './repository-edits.ts';

export type KindCounts = Record<AuthorKind, number>;

export interface RangeSession {
  readonly session: string;
  readonly nativeId: string | null;
  readonly agent: string;
  readonly model: string | null;
  readonly written: number;
  readonly survived: number;
  readonly commits: number;
}

export interface RangeSummary {
  readonly from: string;
  readonly to: string;
  readonly commits: number;
  /** Lines that the commits added, one by one. */
  readonly written: KindCounts;
  /** Those that are there at the end. */
  readonly survived: KindCounts;
  readonly sessions: readonly RangeSession[];
  readonly files: readonly ({ readonly path: string } & KindCounts)[];
}

/** `A..B` or `A...B`; one name alone means from there to HEAD. */
export async function parseRange(repository: Repository, text: string): Promise<{ from: string; to: string }> {
  const [a = '', b = ''] = text.split(/\.{2,3}/);
  if (a === '' && b === '')
    throw new Failure('bad-argument', `"${text}" is no range of commits.`, { remedy: 'Write A..B.' });
  const [one, to] = [await repository.commit(a || 'HEAD'), await repository.commit(b || 'HEAD')];
  // What a pull request shows: from where the branches parted.
  const { status, out } = await repository.git.run(['merge-base', one, to]);
  const base = out.toString('utf8').trim();
  return { from: status === 0 && base !== '' ? base : one, to };
}

const none = (): KindCounts => ({ agent: 0, human: 0, uncertain: 0 });

export async function summariseRange(
  archive: Archive,
  repository: Repository,
  range: string,
  now: string,
): Promise<RangeSummary> {
  const { from, to } = await parseRange(repository, range);
  const edits = await RepositoryEdits.of(archive, repository);
  const linked = await linkCommits(archive, repository, [`${from}..${to}`], { now, edits });
  const tally = new Tally(edits);
  const [written, survived] = [none(), none()];
  for (const { authors } of linked) {
    for (const { author } of authors.files.flatMap(({ lines }) => lines)) {
      written[author.author]++;
      tally.add(author, authors.commit.id, 'written');
    }
  }
  const commits = new Set(linked.map(({ authors }) => authors.commit.id));
  const files = [];
  for (const path of await changedFiles(repository, to, from)) {
    const blame = await blameFile(archive, repository, { path, revision: to, since: from, edits });
    const counts = none();
    for (const [index, { commit }] of blame.blamed.lines.entries()) {
      if (!commits.has(commit)) continue;
      const author = blame.authors[index] as LineAuthor;
      counts[author.author]++;
      survived[author.author]++;
      tally.add(author, commit, 'survived');
    }
    files.push({ path, ...counts });
  }
  return { from, to, commits: linked.length, written, survived, sessions: tally.sessions(archive), files };
}

interface Counted {
  written: number;
  survived: number;
  readonly commits: Set<string>;
  readonly events: Set<number>;
  readonly noted?: LineAuthor['noted'];
}

class Tally {
  readonly #edits: RepositoryEdits;
  readonly #sessions = new Map<string, Counted>();

  constructor(edits: RepositoryEdits) {
    this.#edits = edits;
  }

  add({ author, edit, noted }: LineAuthor, commit: string, what: 'written' | 'survived'): void {
    if (author !== 'agent') return;
    const key = edit ? `session ${edit.session}` : `noted ${noted?.agent} ${noted?.session}`;
    const known = this.#sessions.get(key) ?? {
      written: 0,
      survived: 0,
      commits: new Set(),
      events: new Set(),
      ...(edit ? {} : { noted }),
    };
    this.#sessions.set(key, known);
    known[what]++;
    known.commits.add(commit);
    if (edit) known.events.add(edit.event);
  }

  sessions(archive: Archive): RangeSession[] {
    const found = [...this.#sessions].map(([key, { written, survived, commits, events, noted }]) => {
      const session = this.#edits.sessions.get(Number(key.split(' ')[1]));
      const about = eventsAbout(archive.sql, [...events].slice(0, 1));
      return {
        session: session?.uuid ?? noted?.session ?? '',
        nativeId: session?.nativeId ?? null,
        agent: session?.agent ?? noted?.agent ?? 'unknown',
        model: [...about.values()][0]?.model ?? noted?.model ?? null,
        written,
        survived,
        commits: commits.size,
      };
    });
    return found.sort((a, b) => b.survived - a.survived || b.written - a.written);
  }
}
