/** What `hansard import` takes, one entry each: the first that knows a file by its content imports it. */
import { IMPORTED_FORMATS } from '@hansard/archive/adapters/imported-adapter.ts';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { importArchiveBackup } from './archive-backup.ts';
import { importSessions } from './sessions.ts';

export interface ImportSource {
  readonly path: string;
  /** What the user calls it. */
  readonly given: string;
  /** A folder whose own name is not kept. */
  readonly root?: string;
}

export interface Importer {
  /** What it takes, in words. */
  readonly takes: string;
  /** The exit status, or nothing when the file is not for it. */
  import(context: Context, args: Arguments, source: ImportSource): Promise<number | undefined>;
}

export const importers: readonly Importer[] = [
  { takes: 'backups of an archive', import: importArchiveBackup },
  {
    takes: `logs, databases and wires of agents, sessions in the formats ${IMPORTED_FORMATS.join(', ')}, folders of these`,
    import: importSessions,
  },
];
