/**
 * What the archive asks of the place where it is stored. SQLite is the one that comes with it; another keeps the same
 * promises, which `testing/storage-contract.ts` puts to the test:
 *
 * - a batch of changes is one transaction: all of it is there, or nothing, whatever happens to the process;
 * - a change that is made twice is made once, and one that another process came before is left to that process;
 * - events are numbered without gaps in each session, and keep their numbers;
 * - what is committed is read back byte for byte, also by others, at once;
 * - no space, a lock, damage and a newer version are failures with a code, and lose nothing.
 */

import type { Committer } from './ingest/commit.ts';
import type { Keeper, KeeperOptions } from './ingest/keeper.ts';
import type { Originals } from './sqlite/originals/originals.ts';
import type { ReadBack } from './sqlite/reading/read-back.ts';

export interface Storage {
  readonly originals: Pick<
    Originals,
    'input' | 'inputs' | 'knownFiles' | 'latest' | 'versions' | 'read' | 'blocks' | 'last' | 'unit' | 'saved' | 'sizes'
  >;
  readonly committer: Pick<Committer, 'commit' | 'knownIn'>;
  readonly events: Pick<ReadBack, 'page' | 'events'>;
  keeper(options: Omit<KeeperOptions, 'originals' | 'committer' | 'textOf'>): Keeper;
  sizes(): { readonly sessions: number; readonly events: number };
  close(): void;
}
