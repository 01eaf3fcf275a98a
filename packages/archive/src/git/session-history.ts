/**
 * What history says of a session, for whoever writes it down: the commits that it led to, which lines of its last one it
 * wrote, and what its commits changed. Links are of the journal; the rest is read from the repository while it is there.
 */
import { Failure } from '@hansard/core';
import { isFinalTier } from '@hansard/core/formats/commit-links.ts';
import type { Git, LineAttribution, WrittenRange } from '@hansard/core/transcript.ts';
import type { Archive } from '../archive.ts';
import { knownLinks } from '../sqlite/git/known-links.ts';
import { type LinkRow, LinkRows } from '../sqlite/git/link-rows.ts';
import { eventsAbout } from '../sqlite/git/written-edits.ts';
import type { SessionFound } from '../sqlite/sessions/find-session.ts';
import { blameFile, type FileBlame } from './blame-file.ts';
import { linkSession } from './link-session.ts';
import { changedFiles } from './read-commits.ts';
import { Repository } from './repository.ts';
import { RepositoryEdits } from './repository-edits.ts';

export type SessionHistory = Pick<Git, 'links' | 'attribution' | 'patch' | 'diff'>;

/** Longer ones are of more than anybody reads, and are left out. */
const MOST_PATCH = 1024 * 1024;
const MOST_FILES = 200;

interface Opened {
  readonly repository: Repository;
  readonly edits: RepositoryEdits;
  readonly seen: Set<string>;
}

/** For one run over any number of sessions: each repository is opened once, and each of its commits is looked at once. */
export class Histories {
  readonly #archive: Archive;
  readonly #env: Readonly<Record<string, string | undefined>>;
  readonly #opened = new Map<string, Promise<Opened | undefined>>();

  constructor(archive: Archive, env: Readonly<Record<string, string | undefined>>) {
    this.#archive = archive;
    this.#env = env;
  }

  async of(session: SessionFound, now: string): Promise<SessionHistory> {
    const rows = new LinkRows(this.#archive.sql);
    const folder = session.project ?? rows.ofSession(session.key)[0]?.repository;
    const opened = folder === undefined ? undefined : await this.#open(folder);
    if (opened) await linkSession(this.#archive, opened.repository, session, { now, ...opened });
    const links = knownLinks(this.#archive.sql, session.key);
    if (links.length === 0) return {};
    const last = lastOf(rows.ofSession(session.key));
    if (!last) return { links };
    const there = opened && (await opened.repository.objects.read(last.revision))?.type === 'commit';
    if (!there) return { links, attribution: remembered(rows.ofSession(session.key), last) };
    return { links, ...(await this.#read(session, opened, finals(rows.ofSession(session.key)), last)) };
  }

  async close(): Promise<void> {
    for (const opened of this.#opened.values()) (await opened)?.repository.close();
    this.#opened.clear();
  }

  #open(folder: string): Promise<Opened | undefined> {
    let opened = this.#opened.get(folder);
    if (!opened) {
      opened = this.#tryOpen(folder);
      this.#opened.set(folder, opened);
    }
    return opened;
  }

  /** A session may have run anywhere: where no repository is, or is any more, there is nothing to read. */
  async #tryOpen(folder: string): Promise<Opened | undefined> {
    try {
      const repository = await Repository.open(folder, this.#env);
      return { repository, edits: await RepositoryEdits.of(this.#archive, repository), seen: new Set() };
    } catch (error) {
      if (error instanceof Failure) return undefined;
      throw error;
    }
  }

  async #read(session: SessionFound, { repository, edits }: Opened, links: readonly LinkRow[], last: LinkRow) {
    const commits = [];
    for (const link of links) if (await repository.objects.read(link.revision)) commits.push(link);
    const attribution = await this.#attribution(session, repository, edits, commits, last);
    const patch = await patchOf(repository, commits);
    const diff = await diffOf(repository, commits[0] ?? last, last);
    return { attribution, ...(patch ? { patch } : {}), ...(diff ? { diff } : {}) };
  }

  /** Which lines of the last commit are of the session, whichever of its commits brought them. */
  async #attribution(
    session: SessionFound,
    repository: Repository,
    edits: RepositoryEdits,
    links: readonly LinkRow[],
    { revision }: LinkRow,
  ): Promise<LineAttribution> {
    const written = new Set(links.flatMap(({ files }) => files.map(({ path }) => path)));
    const files: LineAttribution['files'] = [];
    for (const path of [...written].sort().slice(0, MOST_FILES)) {
      if ((await repository.objects.read(`${revision}:${path}`))?.type !== 'blob') continue;
      const ranges = this.#ranges(session, await blameFile(this.#archive, repository, { path, revision, edits }));
      if (ranges.length > 0) files.push({ path, ranges });
    }
    const changed = new Set<string>();
    for (const link of links) for (const path of await changedFiles(repository, link.revision)) changed.add(path);
    const unaccounted = [...changed].filter((path) => !written.has(path)).sort();
    return { vcs: 'git', revision, files, unaccounted };
  }

  #ranges(session: SessionFound, { blamed, authors }: FileBlame): WrittenRange[] {
    const about = eventsAbout(this.#archive.sql, new Set(authors.flatMap(({ edit }) => (edit ? [edit.event] : []))));
    const ranges: (WrittenRange & { end: number; text: string })[] = [];
    for (const [index, { text }] of blamed.lines.entries()) {
      const { author, edit, evidence, confidence } = authors[index] as FileBlame['authors'][number];
      const mixed = author === 'uncertain' && evidence === 'changed';
      if (edit?.session !== session.id || (author !== 'agent' && !mixed)) continue;
      const event = about.get(edit.event)?.key;
      const before = ranges.at(-1);
      const goesOn =
        before?.end === index &&
        before.event === event &&
        before.confidence === confidence &&
        (before.mixed ?? false) === mixed;
      if (goesOn) {
        before.end++;
        before.text += `\n${text}`;
      } else {
        const facts = { start: index + 1, end: index + 1, text, confidence };
        ranges.push({ ...facts, ...(event === undefined ? {} : { event }), ...(mixed ? { mixed } : {}) });
      }
    }
    return ranges;
  }
}

const finals = (links: readonly LinkRow[]): LinkRow[] =>
  links.filter(({ vcs, tier }) => vcs === 'git' && isFinalTier(tier)).sort((a, b) => a.committed - b.committed);

/** The last commit that history still has, else the last of all. */
function lastOf(links: readonly LinkRow[]): LinkRow | undefined {
  const all = finals(links);
  return all.findLast(({ reachable }) => reachable) ?? all.at(-1);
}

/** Without the repository: what was noted when the commits were there. Numbers of an earlier commit's lines may be others by now. */
function remembered(links: readonly LinkRow[], last: LinkRow): LineAttribution {
  const files = new Map<string, WrittenRange[]>();
  for (const link of finals(links)) {
    const isLast = link.revision === last.revision;
    for (const { path, ranges } of link.files) {
      const own = ranges.map(({ start, end, confidence, event, mixed }) => ({
        start,
        end,
        confidence: isLast ? confidence : 'low',
        ...(event === '' ? {} : { event }),
        ...(mixed ? { mixed } : {}),
      }));
      files.set(path, [...(files.get(path) ?? []), ...own]);
    }
  }
  return { vcs: 'git', revision: last.revision, files: Array.from(files, ([path, ranges]) => ({ path, ranges })) };
}

const DIFF = [
  'diff-tree',
  '-r',
  '-p',
  '-M',
  '--root',
  '--no-commit-id',
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
];

/** What its commits changed in the files that hold something of it, one after the other. */
async function patchOf(repository: Repository, links: readonly LinkRow[]): Promise<string | undefined> {
  let patch = '';
  for (const { revision, files } of links.filter(({ reachable }) => reachable)) {
    if (files.length === 0) continue;
    const paths = files.map(({ path }) => path);
    const part = await bounded(repository, [...DIFF, revision, '--', ...paths]);
    if (part === undefined) return undefined;
    patch += part;
    if (patch.length > MOST_PATCH) return undefined;
  }
  return patch;
}

/** From before the session's first commit to its last. */
async function diffOf(repository: Repository, first: LinkRow, last: LinkRow): Promise<string | undefined> {
  const object = await repository.objects.read(first.revision);
  const parent = /^parent ([0-9a-f]{40,64})$/m.exec(object?.bytes.toString('utf8').split('\n\n')[0] ?? '')?.[1];
  if (parent === undefined || !(await repository.objects.read(parent))) {
    return bounded(repository, [...DIFF, last.revision]);
  }
  return bounded(repository, [...DIFF, parent, last.revision]);
}

/** Undefined when it is too long, or objects are missing. */
async function bounded(repository: Repository, args: readonly string[]): Promise<string | undefined> {
  try {
    const { status, out } = await repository.git.run(args, { most: MOST_PATCH });
    return status === 0 ? out.toString('utf8') : undefined;
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}
