/** Commits that hold lines of sessions, as the journal has them: what ties a session to a repository without its folder. */
import { rowReader, text } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';

export interface LinkedCommit {
  /** Key of the session. */
  readonly session: string;
  readonly repository: string;
  readonly revision: string;
  /** Files of the commit that hold lines of the session. */
  readonly files: readonly string[];
}

const readRow = rowReader({ session: text, repository: text, revision: text, files: text });

export function linkedCommits(sql: Sql): LinkedCommit[] {
  const rows = sql.all(
    `SELECT session_key AS session, repository, revision, files FROM git_link
     WHERE vcs = 'git' AND tier = 'tool_emitted' ORDER BY committed`,
  );
  return rows.map(readRow).map((row) => ({
    ...row,
    files: (JSON.parse(row.files) as { path: string }[]).map(({ path }) => path),
  }));
}
