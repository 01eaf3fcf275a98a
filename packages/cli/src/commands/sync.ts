/** `hansard sync`: keeps and indexes everything the agents have on this machine, once or as it comes. */
import { Archive, exclusionsOf, type SyncSummary, watch, watchFolder } from '@hansard/archive';
import type { Adapter, Host } from '@hansard/core';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { agentOf, hostOf, syncedFolders, syncedReaders } from '../machine.ts';
import { noteStillKept } from '../sync/excluded-sessions.ts';
import { readingCrew } from '../sync/reading-crew.ts';
import { noteProblems, runSync } from '../sync/run-sync.ts';
import { changeText, hasChanged, syncText } from '../sync/sync-text.ts';

export async function run(context: Context, args: Arguments): Promise<number> {
  const host = hostOf(context);
  const agent = args.text('agent');
  const adapters = agent === undefined ? await syncedReaders(context) : [agentOf(agent)];
  const archive = await Archive.open(host);
  try {
    if (args.flag('watch')) return await follow(context, args, archive, host, adapters);
    const summary = await runSync(context, archive, adapters, {
      trustClock: args.flag('trust-clock'),
      threads: args.integer('threads'),
    });
    await context.out.write(
      args.flag('json')
        ? `${JSON.stringify({ archive: archive.home, ...summary }, null, 2)}\n`
        : syncText(summary, archive.home, host.home),
    );
    noteProblems(context, summary);
    await noteStillKept(context, archive, host);
    return summary.problems.length > 0 ? 1 : 0;
  } finally {
    archive.close();
  }
}

/** Whoever follows wants to see it when it happens. */
async function tellNow(context: Context, text: string): Promise<void> {
  await context.out.write(text);
  await context.out.flush();
}

/** Until it is interrupted. */
async function follow(
  context: Context,
  args: Arguments,
  archive: Archive,
  host: Host,
  adapters: readonly Adapter[],
): Promise<number> {
  const isJson = args.flag('json');
  let isFirst = true;
  const tell = (summary: SyncSummary) => {
    noteProblems(context, summary);
    if (isFirst || summary.agents.some(hasChanged)) void tellNow(context, lineOf(summary));
    isFirst = false;
  };
  const lineOf = (summary: SyncSummary) => {
    if (isJson) return `${JSON.stringify({ time: new Date().toISOString(), ...summary })}\n`;
    if (isFirst) return `${syncText(summary, archive.home, host.home)}Watching; Ctrl-C ends it.\n`;
    return `${changeText(summary)}\n`;
  };
  const watching = await watch({
    archive,
    adapters,
    host,
    exclusions: exclusionsOf(host, (await context.settings()).get('exclude.projects')),
    finders: await syncedFolders(context),
    readers: readingCrew(context, args.integer('threads')),
    clock: () => new Date().toISOString(),
    watchFolder,
    synced: tell,
    refused: (folder, error) =>
      context.note(`${folder} cannot be watched (${error.message}); what changes there is found by the next sync.`),
  });
  await new Promise<void>((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
  await watching.close();
  return 0;
}
