/** Opens the archive for a command that reads it, and closes it again. Nothing is made where there is none yet. */
import { Archive, archiveExists } from '@hansard/archive';
import { Failure, type Host } from '@hansard/core';
import type { Context } from '../context.ts';
import { hostOf } from '../machine.ts';

export async function withArchive<T>(
  context: Context,
  work: (archive: Archive, host: Host) => Promise<T> | T,
): Promise<T> {
  const host = hostOf(context);
  if (!archiveExists(host)) throw new Failure('no-archive', 'There is no archive on this machine yet.');
  const archive = await Archive.open(host);
  try {
    return await work(archive, host);
  } finally {
    archive.close();
  }
}
