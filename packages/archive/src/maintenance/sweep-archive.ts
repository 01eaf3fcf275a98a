/** Sweeps the archive itself, with what lies beside it and names its sessions. */
import type { Archive } from '../archive.ts';
import { archiveFile } from '../home.ts';
import { forgetLook } from '../host/sync-fingerprint.ts';
import { sweep } from '../sqlite/maintenance/sweep.ts';

export function sweepArchive({ sql, home }: Pick<Archive, 'sql' | 'home'>): void {
  forgetLook(home);
  sweep(sql, archiveFile(home));
}
