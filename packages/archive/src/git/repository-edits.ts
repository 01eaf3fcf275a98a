/**
 * What sessions wrote into the files of a repository, looked up file by file. A large repository has had very many edits:
 * those of one file are found by its name, and the others are not loaded for it.
 */
import { posix } from 'node:path';
import type { Edit } from '@hansard/core/git/line-author.ts';
import { decodeHunks, someLine } from '@hansard/core/git/written-codec.ts';
import type { Archive } from '../archive.ts';
import {
  type GitSession,
  gitSessions,
  linesWritten,
  type RanRow,
  ranIn,
  sessionsWritingBelow,
  type Writing,
  type WrittenLines,
  type WrittenRow,
  writingsOf,
  writtenAt,
  writtenInto,
  writtenPaths,
} from '../sqlite/git/written-edits.ts';
import { goneSessions, rootBehind } from './gone-folders.ts';
import type { Repository } from './repository.ts';
import { SessionPlaces } from './session-places.ts';

export class RepositoryEdits {
  readonly sessions: ReadonlyMap<number, GitSession>;
  readonly #archive: Archive;
  readonly #places: SessionPlaces;
  /** Sessions whose folders are gone, and of which nothing tells where they belong. */
  readonly #stray: ReadonlyMap<number, GitSession>;
  readonly #edits = new Map<string, Edit>();
  readonly #ofFile = new Map<string, readonly Edit[]>();
  #packed: readonly WrittenLines[] | undefined;
  #named: ReadonlyMap<string, readonly number[]> | undefined;
  #texts: ReadonlyMap<number, string> | undefined;
  #writings: ReadonlyMap<string, readonly Writing[]> | undefined;
  #ran: RanRow[] | undefined;

  private constructor(
    archive: Archive,
    places: SessionPlaces,
    sessions: ReadonlyMap<number, GitSession>,
    stray: readonly GitSession[],
  ) {
    this.#archive = archive;
    this.#places = places;
    this.sessions = sessions;
    this.#stray = new Map(stray.map((one) => [one.id, one]));
  }

  static async of(archive: Archive, repository: Repository): Promise<RepositoryEdits> {
    const places = await SessionPlaces.of(repository);
    const { sql } = archive;
    const writing = new Set(places.roots.flatMap((root) => sessionsWritingBelow(sql, root)));
    const [own, others] = [[] as GitSession[], [] as GitSession[]];
    for (const one of gitSessions(sql)) (writing.has(one.id) || places.belongs(one) ? own : others).push(one);
    const { bound, stray } = await goneSessions(archive, repository, others);
    for (const [session, roots] of bound) {
      places.bind(session.id, roots);
      own.push(session);
    }
    return new RepositoryEdits(archive, places, new Map(own.map((one) => [one.id, one])), stray);
  }

  /** The session of an edit, whether it is known to be the repository's or only may be. */
  sessionOf({ session }: Edit): GitSession | undefined {
    return this.sessions.get(session) ?? this.#stray.get(session);
  }

  /** When which session wrote anything, file by file. */
  *writings(): Iterable<Writing> {
    for (const rows of this.#byPath().values()) yield* rows;
  }

  /** The files of the repository that a session wrote. */
  pathsOf(session: number): string[] {
    return [...this.#byPath()].flatMap(([path, rows]) => (rows.some((row) => row.session === session) ? [path] : []));
  }

  /** Of a file under all names that it had, in the order of time. */
  ofFile(paths: Iterable<string>): Edit[] {
    const edits = [...new Set(paths)].flatMap((path) => {
      const known = this.#ofFile.get(path) ?? this.#find(path);
      this.#ofFile.set(path, known);
      return known;
    });
    return edits.sort((a, b) => (a.time ?? 0) - (b.time ?? 0) || a.event - b.event);
  }

  /** Edits of other files that have one of these lines. */
  havingLines(hashes: ReadonlySet<number>, besides: ReadonlySet<string>): Edit[] {
    if (hashes.size === 0) return [];
    const events = new Set<number>();
    for (const { event, lines } of this.#written()) if (someLine(lines, hashes)) events.add(event);
    return writtenAt(this.#archive.sql, [...events])
      .filter(({ lines }) => someLine(lines, hashes))
      .flatMap((row) => this.#insides(row.session, row.path).map((path) => [row, path] as const))
      .flatMap(([row, path]) => (besides.has(path) ? [] : [this.#edit(row, path)]));
  }

  /** Loads what blame of a file will ask for, while git is still walking through history. */
  expect(path: string): void {
    if (this.ofFile([path]).length > 0) this.#written();
  }

  /** Commands that these sessions ran and that change files, and commits that they made. */
  commands(): RanRow[] {
    this.#ran ??= ranIn(this.#archive.sql, [...this.sessions.keys()]);
    return this.#ran;
  }

  #written(): readonly WrittenLines[] {
    this.#packed ??= linesWritten(this.#archive.sql, [...this.sessions.keys()]);
    return this.#packed;
  }

  /** Edits of a file of this name in a folder that is gone, which may have been this repository. */
  unplaced(paths: Iterable<string>): Edit[] {
    if (this.#stray.size === 0) return [];
    return [...new Set(paths)].flatMap((path) => {
      const numbers = this.#numbersNamed(lastPart(path));
      const rows = numbers.length === 0 ? [] : writtenInto(this.#archive.sql, numbers);
      return rows.filter((row) => this.#mayBe(row, path)).map((row) => this.#edit(row, path));
    });
  }

  #mayBe({ session, path: written }: WrittenRow, path: string): boolean {
    const project = this.#stray.get(session)?.project;
    if (project === undefined || project === null) return false;
    const folder = slashed(project);
    const plain = slashed(written);
    const isWhole = plain.startsWith('/') || /^[A-Za-z]:\//.test(plain);
    const root = rootBehind(isWhole ? plain : posix.join(folder, plain), path);
    return root !== undefined && (folder === root || folder.startsWith(`${root}/`));
  }

  #find(path: string): readonly Edit[] {
    const numbers = this.#numbersNamed(lastPart(path));
    if (numbers.length === 0) return [];
    return writtenInto(this.#archive.sql, numbers)
      .filter((row) => this.#insides(row.session, row.path).includes(path))
      .map((row) => this.#edit(row, path));
  }

  /** Numbers of files whose last part is this, wherever they are. */
  #numbersNamed(name: string): readonly number[] {
    if (!this.#named) {
      const named = new Map<string, number[]>();
      for (const [id, text] of this.#pathTexts()) {
        const known = named.get(lastPart(text));
        if (known) known.push(id);
        else named.set(lastPart(text), [id]);
      }
      this.#named = named;
    }
    return this.#named.get(name) ?? [];
  }

  #pathTexts(): ReadonlyMap<number, string> {
    this.#texts ??= new Map(writtenPaths(this.#archive.sql).map(({ id, text }) => [id, text]));
    return this.#texts;
  }

  #insides(session: number, path: string): readonly string[] {
    const found = this.sessions.get(session);
    return found ? this.#places.insides(found, path) : [];
  }

  #byPath(): ReadonlyMap<string, readonly Writing[]> {
    if (this.#writings) return this.#writings;
    const writings = new Map<string, Writing[]>();
    for (const row of writingsOf(this.#archive.sql, [...this.sessions.keys()])) {
      for (const inside of this.#insides(row.session, this.#pathTexts().get(row.path) ?? '')) {
        const known = writings.get(inside);
        if (known) known.push(row);
        else writings.set(inside, [row]);
      }
    }
    this.#writings = writings;
    return writings;
  }

  #edit({ session, event, time, kind, lines }: WrittenRow, path: string): Edit {
    const key = `${event} ${path}`;
    let edit = this.#edits.get(key);
    if (!edit) {
      edit = { session, event, time, kind, path, hunks: decodeHunks(lines) };
      this.#edits.set(key, edit);
    }
    return edit;
  }
}

const slashed = (path: string): string => path.replaceAll('\\', '/').replace(/(?<=.)\/+$/, '');
const lastPart = (path: string): string => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
