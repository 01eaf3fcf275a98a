/** Sessions of the archive on their way out, noted in its ledger. */
import { Failure } from '@hansard/core';
import type { SessionId } from '@hansard/core/store/sessions.ts';
import type { Sharing } from '@hansard/core/store/sharing.ts';
import { openSession } from '@hansard/core/views/session-document.ts';
import type { Archive } from '../archive.ts';
import { Histories, type SessionHistory } from '../git/session-history.ts';
import { Ledger } from '../sqlite/journal/ledger.ts';
import { type SessionFound, sessionByUuid } from '../sqlite/sessions/find-session.ts';
import { SpoolFile } from '../streaming/spool-file.ts';
import { leavingDocument } from './outgoing.ts';

/** `env`: what git is started with, for formats that say which lines of a revision a session wrote. */
export function archiveSharing(archive: Archive, env?: Readonly<Record<string, string | undefined>>): Sharing {
  const ledger = new Ledger(archive.sql);
  const sessionOf = (session: SessionId): SessionFound => {
    const found = sessionByUuid(archive, session);
    if (found) return found;
    throw new Failure('unknown-session', 'The session is no longer in the archive.');
  };
  return {
    leave: async (session, way, { history, ...options }) => {
      const found = sessionOf(session);
      const told = history && env ? await historyOf(archive, env, found, options.now) : undefined;
      const generation = ledger.generation(found.key, way.profile.name);
      const document = await openSession(archive.store.events, session, options);
      return leavingDocument(way, archive.home, document, generation, told);
    },
    begin: async ({ session, ...entry }) => ledger.begin({ ...entry, sessionKey: sessionOf(session).key }).id,
    complete: async (entry, hash) => ledger.complete(entry, hash),
    spool: () => new SpoolFile(archive.home),
  };
}

async function historyOf(
  archive: Archive,
  env: Readonly<Record<string, string | undefined>>,
  session: SessionFound,
  now: string,
): Promise<SessionHistory> {
  const histories = new Histories(archive, env);
  try {
    return await histories.of(session, now);
  } finally {
    await histories.close();
  }
}
