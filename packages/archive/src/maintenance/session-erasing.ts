/** Erasing as a server takes it. */
import { type Adapter, Failure, type Host } from '@hansard/core';
import type { SessionErasing } from '@hansard/core/store/erasing.ts';
import type { Archive } from '../archive.ts';
import { sessionByUuid } from '../sqlite/sessions/find-session.ts';
import { erase, planErase } from './erase.ts';

export function sessionErasing(archive: Archive, host: Host, adapters: readonly Adapter[]): SessionErasing {
  return {
    erase: async (ids, now) => {
      const sessions = ids.map((id) => {
        const found = sessionByUuid(archive, id);
        if (!found) throw new Failure('unknown-session', 'The session is no longer in the archive.');
        return found;
      });
      const { copies, unfinished } = await erase(archive, await planErase(archive, { host, adapters }, sessions), {
        now,
      });
      const left = copies.find(({ outcome }) => outcome === 'failed');
      const ofCopy = left && `A copy of the archive could not be cleaned: ${left.path}.`;
      return { unfinished: unfinished ?? ofCopy ?? null };
    },
  };
}
