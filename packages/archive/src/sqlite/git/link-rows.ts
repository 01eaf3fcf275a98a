/** Links between sessions and commits, in the journal: they cannot be made again when history is gone. */
import type { GitLink } from '@hansard/core/git/link.ts';
import { integer, integerOrNull, rowReader, text, textOrNull } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';

export const LINK_COLUMNS = [
  'session_key',
  'vcs',
  'revision',
  'tier',
  'repository',
  'url',
  'branch',
  'committed',
  'found',
  'summary',
  'lines',
  'alive',
  'reachable',
  'evidence',
  'files',
] as const;

export interface LinkRow extends GitLink {
  readonly sessionKey: string;
}

const readLink = rowReader({
  session_key: text,
  vcs: text,
  revision: text,
  tier: text,
  repository: text,
  url: textOrNull,
  branch: textOrNull,
  committed: integer,
  found: text,
  summary: text,
  lines: integer,
  alive: integerOrNull,
  reachable: integer,
  evidence: text,
  files: text,
});

export class LinkRows {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  ofSession(sessionKey: string): LinkRow[] {
    return this.#read('session_key = ? ORDER BY committed, revision', sessionKey);
  }

  ofRepository(repository: string): LinkRow[] {
    return this.#read('repository = ? ORDER BY committed, revision', repository);
  }

  /** Whether anything was found, or found to have changed, since a time. */
  hasNewer(sessionKey: string, time: string): boolean {
    return (
      this.#sql.get('SELECT 1 FROM git_link WHERE session_key = ? AND found > ? LIMIT 1', sessionKey, time) !==
      undefined
    );
  }

  /** Those whose revision begins so. */
  ofRevision(revision: string): LinkRow[] {
    return this.#read(
      "revision GLOB ? || '*' ORDER BY committed, session_key",
      revision.replaceAll(/[^0-9a-zA-Z]/g, ''),
    );
  }

  /** What is found again takes the place of what was known of the same commit and session. Tells whether it says something new. */
  put(link: LinkRow): boolean {
    const known = this.#read('session_key = ? AND revision = ?', link.sessionKey, link.revision)[0];
    if (known && sameLink(known, link)) return false;
    this.#sql.run(
      `INSERT OR REPLACE INTO git_link (${LINK_COLUMNS.join(', ')}) VALUES (${LINK_COLUMNS.map(() => '?').join(', ')})`,
      link.sessionKey,
      link.vcs,
      link.revision,
      link.tier,
      link.repository,
      link.url,
      link.branch,
      link.committed,
      link.found,
      link.summary,
      link.lines,
      link.alive,
      link.reachable ? 1 : 0,
      link.evidence,
      JSON.stringify(link.files),
    );
    return true;
  }

  #read(condition: string, ...parameters: string[]): LinkRow[] {
    const rows = this.#sql.all(`SELECT ${LINK_COLUMNS.join(', ')} FROM git_link WHERE ${condition}`, ...parameters);
    return rows.map(readLink).map((row) => ({
      sessionKey: row.session_key,
      vcs: row.vcs as LinkRow['vcs'],
      revision: row.revision,
      tier: row.tier as LinkRow['tier'],
      repository: row.repository,
      url: row.url,
      branch: row.branch,
      committed: row.committed,
      found: row.found,
      summary: row.summary,
      lines: row.lines,
      alive: row.alive,
      reachable: row.reachable === 1,
      evidence: row.evidence,
      files: JSON.parse(row.files) as LinkRow['files'],
    }));
  }
}

function sameLink({ found: _one, ...known }: LinkRow, { found: _other, ...link }: LinkRow): boolean {
  return JSON.stringify(Object.entries(known).sort()) === JSON.stringify(Object.entries(link).sort());
}
