/** The commits that a session is known to have led to, as its transcript has them. */
import type { CommitLink } from '@hansard/core/transcript.ts';
import type { Sql } from '../../database/sql.ts';
import { LinkRows } from './link-rows.ts';

export function knownLinks(sql: Sql, sessionKey: string): CommitLink[] {
  return new LinkRows(sql).ofSession(sessionKey).map((link) => ({
    vcs: link.vcs,
    revision: link.revision,
    tier: link.tier,
    ...(link.url === null ? {} : { url: link.url }),
    ...(link.branch === null ? {} : { branch: link.branch }),
    committedAt: new Date(link.committed).toISOString(),
    reachable: link.reachable,
    lines: link.lines,
    ...(link.alive === null ? {} : { alive: link.alive }),
    evidence: link.evidence,
  }));
}
