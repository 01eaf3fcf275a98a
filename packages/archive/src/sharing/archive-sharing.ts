/** Sessions of the archive on their way out, noted in its ledger. */
import { Failure } from '@hansard/core';
import type { SessionId } from '@hansard/core/store/sessions.ts';
import type { Sharing } from '@hansard/core/store/sharing.ts';
import { openSession } from '@hansard/core/views/session-document.ts';
import type { Archive } from '../archive.ts';
import { Ledger } from '../journal/ledger.ts';
import { sessionByUuid } from '../sessions/find-session.ts';
import { SpoolFile } from '../streaming/spool-file.ts';
import { leavingDocument } from './leaving.ts';

export function archiveSharing(archive: Archive): Sharing {
  const ledger = new Ledger(archive.sql);
  const keyOf = (session: SessionId): string => {
    const found = sessionByUuid(archive, session);
    if (found) return found.key;
    throw new Failure('unknown-session', 'The session is no longer in the archive.');
  };
  return {
    leave: async (session, way, options) => {
      const generation = ledger.generation(keyOf(session), way.profile.name);
      return leavingDocument(way, archive.home, await openSession(archive.store.events, session, options), generation);
    },
    begin: async ({ session, ...entry }) => ledger.begin({ ...entry, sessionKey: keyOf(session) }).id,
    complete: async (entry, hash) => ledger.complete(entry, hash),
    spool: () => new SpoolFile(archive.home),
  };
}
