/**
 * Removes what was noted as removed from all tables of one database, the archive's own or a copy's. A mark in it says that
 * this is to be done, so that an interruption is noticed and completed.
 */
import type { Archive } from '../archive.ts';
import { rebuild } from '../care/rebuild.ts';
import type { Masker } from '../masking/masker.ts';
import { maskTexts } from '../sqlite/masking/mask-texts.ts';
import { sessionByUuid } from '../sqlite/sessions/find-session.ts';
import { maskInputs } from './mask-inputs.ts';
import type { ScrubOptions } from './scrub-options.ts';

export interface ScrubbedDatabase {
  /** Inputs whose originals were changed, and stretches that were written over in them. */
  readonly inputs: number;
  readonly stretches: number;
  readonly problems: readonly { readonly path: string; readonly message: string }[];
}

/** Set while something that was noted as removed may still be there. */
const MARK = 'scrubbing';

export const isScrubbing = ({ sql }: Pick<Archive, 'sql'>): boolean =>
  sql.get('SELECT 1 FROM counter WHERE name = ?', MARK) !== undefined;

/** Inside a transaction. */
export function markScrubbing({ sql }: Pick<Archive, 'sql'>): void {
  for (const name of [MARK, 'unswept']) sql.run('INSERT OR REPLACE INTO counter (name, value) VALUES (?, 1)', name);
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
    archive.sql.run('DELETE FROM counter WHERE name = ?', MARK);
  });
  archive.events.forget();
  return { ...masked, problems };
}

/** Events, index and all else that is made from originals, of the sessions whose originals have changed. */
async function readAgain(
  archive: Archive,
  { host, adapters, now }: ScrubOptions,
): Promise<ScrubbedDatabase['problems']> {
  const { sql } = archive;
  const rows = sql.all(
    `SELECT DISTINCT s.uuid FROM input i JOIN thread t ON t.input_id = i.id JOIN session s ON s.id = t.session_id
     WHERE i.adapter_version IS NULL`,
  );
  const sessions = rows.flatMap(({ uuid }) => sessionByUuid(archive, uuid as string) ?? []);
  if (sessions.length === 0) return [];
  const { problems } = await rebuild(archive, { host, adapters, now, sessions });
  forgetUnread(archive);
  return problems;
}

/** What no adapter reads any more cannot be written again: its words go from the index, and so does its reader's state. */
function forgetUnread({ sql }: Archive): void {
  const unread = "i.adapter_version IS NULL AND i.role <> 'side' AND i.excluded IS NULL";
  const inputs = sql.all(`SELECT DISTINCT i.id FROM input i JOIN thread t ON t.input_id = i.id WHERE ${unread}`);
  for (const { id } of inputs) {
    sql.transaction(() => {
      const events = `SELECT e.id FROM thread t JOIN run r ON r.thread_id = t.id
        JOIN event e ON e.id BETWEEN r.first AND r.first + r.count - 1 WHERE t.input_id = ?`;
      sql.run(`DELETE FROM event_text WHERE rowid IN (${events})`, id as number);
      sql.run("UPDATE input SET adapter_version = '' WHERE id = ?", id as number);
    });
  }
}
