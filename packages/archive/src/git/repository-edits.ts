/** What sessions wrote into the files of a repository: loaded once, looked at file by file. */
import type { Edit } from '@hansard/core/git/line-author.ts';
import { decodeHunks, someLine } from '@hansard/core/git/written-codec.ts';
import type { Archive } from '../archive.ts';
import {
  type GitSession,
  gitSessions,
  type RanRow,
  ranIn,
  sessionsWritingBelow,
  type WrittenRow,
  writtenBy,
} from '../sqlite/git/written-edits.ts';
import type { Repository } from './repository.ts';
import { SessionPlaces } from './session-places.ts';

export class RepositoryEdits {
  readonly sessions: ReadonlyMap<number, GitSession>;
  readonly #archive: Archive;
  readonly #byPath: ReadonlyMap<string, WrittenRow[]>;
  readonly #decoded = new Map<WrittenRow, Edit>();
  #ran: RanRow[] | undefined;

  private constructor(archive: Archive, sessions: ReadonlyMap<number, GitSession>, byPath: Map<string, WrittenRow[]>) {
    this.#archive = archive;
    this.sessions = sessions;
    this.#byPath = byPath;
  }

  static async of(archive: Archive, repository: Repository): Promise<RepositoryEdits> {
    const places = await SessionPlaces.of(repository);
    const { sql } = archive;
    const all = gitSessions(sql);
    const writing = new Set(places.roots.flatMap((root) => sessionsWritingBelow(sql, root)));
    const sessions = new Map(
      all.filter((session) => writing.has(session.id) || places.belongs(session)).map((one) => [one.id, one]),
    );
    const byPath = new Map<string, WrittenRow[]>();
    for (const row of writtenBy(sql, [...sessions.keys()])) {
      for (const inside of places.insides(sessions.get(row.session) as GitSession, row.path)) {
        const known = byPath.get(inside);
        if (known) known.push(row);
        else byPath.set(inside, [row]);
      }
    }
    return new RepositoryEdits(archive, sessions, byPath);
  }

  /** Everything that was written, file by file. */
  *rows(): Iterable<Pick<WrittenRow, 'session' | 'time'>> {
    for (const rows of this.#byPath.values()) yield* rows;
  }

  /** The files of the repository that a session wrote. */
  pathsOf(session: number): string[] {
    return [...this.#byPath].flatMap(([path, rows]) => (rows.some((row) => row.session === session) ? [path] : []));
  }

  /** Of a file under all names that it had, in the order of time. */
  ofFile(paths: Iterable<string>): Edit[] {
    const edits = [...new Set(paths)].flatMap((path) =>
      (this.#byPath.get(path) ?? []).map((row) => this.#edit(row, path)),
    );
    return edits.sort((a, b) => (a.time ?? 0) - (b.time ?? 0) || a.event - b.event);
  }

  /** Edits of other files that have one of these lines. */
  havingLines(hashes: ReadonlySet<number>, besides: ReadonlySet<string>): Edit[] {
    if (hashes.size === 0) return [];
    const edits: Edit[] = [];
    for (const [path, rows] of this.#byPath) {
      if (besides.has(path)) continue;
      for (const row of rows) {
        if (someLine(row.lines, hashes)) edits.push(this.#edit(row, path));
      }
    }
    return edits;
  }

  /** Commands that these sessions ran and that change files, and commits that they made. */
  commands(): RanRow[] {
    this.#ran ??= ranIn(this.#archive.sql, [...this.sessions.keys()]);
    return this.#ran;
  }

  #edit(row: WrittenRow, path: string): Edit {
    let edit = this.#decoded.get(row);
    if (!edit) {
      const { session, event, time, kind, lines } = row;
      edit = { session, event, time, kind, path, hunks: decodeHunks(lines) };
      this.#decoded.set(row, edit);
    }
    return edit;
  }
}
