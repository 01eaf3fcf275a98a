/** Brings the archive up to date before numbers are read, when that is asked for. */
import { Archive } from '@hansard/archive';
import type { Context } from '../context.ts';
import { hostOf, includedAgents } from '../machine.ts';
import { noteProblems, runSync } from '../sync/run-sync.ts';

export async function syncFirst(context: Context): Promise<void> {
  const host = hostOf(context);
  const archive = await Archive.open(host);
  try {
    noteProblems(context, await runSync(context, archive, await includedAgents(context)));
  } finally {
    archive.close();
  }
}
