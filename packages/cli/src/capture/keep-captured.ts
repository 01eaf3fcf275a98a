/** Puts what was captured into the archive, so that it can be searched at once. */
import { Archive, exclusionsOf, findSession, sync } from '@hansard/archive';
import { Failure } from '@hansard/core';
import type { Context } from '../context.ts';
import { hostOf, includedAgents } from '../machine.ts';

/** The beginning of the session's id in the archive; undefined when it is not kept. */
export async function keepCaptured(context: Context, nativeId: string): Promise<string | undefined> {
  const host = hostOf(context);
  const agents = await includedAgents(context);
  const archive = await Archive.open(host);
  try {
    await sync({
      archive,
      // Only what lies in folders of the user's choice, as captured sessions do.
      adapters: agents.filter(({ inFolders }) => inFolders !== undefined),
      host,
      now: new Date().toISOString(),
      exclusions: exclusionsOf(host, (await context.settings()).get('exclude.projects')),
    });
    return findSession(archive, nativeId).uuid.slice(0, 8);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    context.note(`${error.message} (${error.code})`);
    return undefined;
  } finally {
    archive.close();
  }
}
