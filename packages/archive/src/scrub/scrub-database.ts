/**
 * Removes what was noted as removed from all tables of one database, the archive's own or a copy's. A mark in it says that
 * this is to be done, so that an interruption is noticed and completed.
 */
import type { Archive } from '../archive.ts';
import { rebuild } from '../maintenance/rebuild.ts';
import type { Masker } from '../masking/masker.ts';
import { clearCounter, counterOf, setCounter } from '../sqlite/counters.ts';
import { maskTexts } from '../sqlite/masking/mask-texts.ts';
import { forgetUnread, unreadSessions } from '../sqlite/masking/unread-inputs.ts';
import { sessionByUuid } from '../sqlite/sessions/find-session.ts';
import { maskInputs } from './mask-inputs.ts';
import type { ScrubOptions } from './scrub-options.ts';

export interface ScrubbedDatabase {
  /** Inputs whose originals were changed, and stretches that were written over in them. */
  readonly inputs: number;
  readonly stretches: number;
  readonly problems: readonly { readonly path: string; readonly message: string }[];
}

export const isScrubbing = ({ sql }: Pick<Archive, 'sql'>): boolean => counterOf(sql, 'scrubbing') !== undefined;

/** Inside a transaction. */
export function markScrubbing({ sql }: Pick<Archive, 'sql'>): void {
  setCounter(sql, 'scrubbing', 1);
  setCounter(sql, 'unswept', 1);
}

/** All tables of one database: the archive's own, or a copy's. */
export async function scrubDatabase(
  archive: Archive,
  masker: Masker,
  options: ScrubOptions,
): Promise<ScrubbedDatabase> {
  const masked = await maskInputs(archive, masker, options);
  const problems = await readAgain(archive, options);
  archive.sql.transaction(() => {
    maskTexts(archive.sql, masker);
    clearCounter(archive.sql, 'scrubbing');
  });
  archive.events.forget();
  return { ...masked, problems };
}

/** Events, index and all else that is made from originals, of the sessions whose originals have changed. */
async function readAgain(
  archive: Archive,
  { host, adapters, now }: ScrubOptions,
): Promise<ScrubbedDatabase['problems']> {
  const sessions = unreadSessions(archive.sql).flatMap((uuid) => sessionByUuid(archive, uuid) ?? []);
  if (sessions.length === 0) return [];
  const { problems } = await rebuild(archive, { host, adapters, now, sessions });
  forgetUnread(archive.sql);
  return problems;
}
