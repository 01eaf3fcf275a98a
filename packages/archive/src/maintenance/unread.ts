/**
 * Reads what is in the archive and was never read: originals that an archive of the first version, which had no events,
 * kept of files that their agents have removed since. Files that are still there are read by sync.
 */
import type { Adapter, Host } from '@hansard/core';
import type { Archive } from '../archive.ts';
import { isStorageFailure } from '../database/storage-failure.ts';
import { machineHost } from '../host/machine-host.ts';
import { THIS_MACHINE } from '../sqlite/originals/originals.ts';
import { rereadInput } from './reread.ts';

export async function readUnread(
  archive: Archive,
  { adapters, host, now }: { adapters: readonly Adapter[]; host: Host; now: string },
): Promise<void> {
  const { originals } = archive;
  const unread = originals.unread().filter(({ agent }) => adapters.some(({ id }) => id === agent));
  if (unread.length === 0) return;
  const kept = machineHost(host, originals, THIS_MACHINE);
  for (const input of unread) {
    const adapter = adapters.find(({ id }) => id === input.agent) as Adapter;
    try {
      const outcome = await rereadInput(archive, adapter, input, { host: kept, now });
      if (outcome === 'kept')
        originals.recognise(input.id, {
          ...input,
          dialect: undefined,
          origin: undefined,
          adapterVersion: adapter.version,
        });
    } catch (error) {
      // One that cannot be read stops nothing; `doctor` tells of it, as of all that was not read by the present adapter.
      if (isStorageFailure(error)) throw error;
    }
  }
}
