/** `hansard rebuild`: reads all originals again with the present adapters. */
import { type RebuildProgress, type RebuildSummary, readers, rebuild } from '@hansard/archive';
import { neutraliseLine } from '@hansard/core';
import { namedSessions } from '../archive/named-session.ts';
import { withArchive } from '../archive/with-archive.ts';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { progressLine } from '../sync/sync-progress.ts';
import { Progress } from '../terminal/progress.ts';
import { count } from '../terminal/words.ts';

export async function run(context: Context, args: Arguments): Promise<number> {
  return withArchive(context, async (archive, host) => {
    const started = Date.now();
    const progress = new Progress(process.stderr);
    const show = ({ inputs, totalInputs, bytes, totalBytes }: RebuildProgress) =>
      progress.show(() =>
        progressLine({ path: '', files: inputs, totalFiles: totalInputs, bytes, totalBytes }, Date.now() - started),
      );
    const summary = await rebuild(archive, {
      host,
      adapters: readers,
      now: new Date(started).toISOString(),
      progress: show,
      outdated: args.flag('outdated'),
      ...(args.positionals.length > 0 && { sessions: namedSessions(archive, host, args.positionals) }),
    }).finally(() => progress.clear());
    await context.out.write(args.flag('json') ? `${JSON.stringify(summary, null, 2)}\n` : plainText(summary));
    for (const { path, message } of summary.problems) context.note(neutraliseLine(`${path}: ${message}`));
    return summary.problems.length > 0 ? 1 : 0;
  });
}

function plainText({ inputs, doneBefore, newEvents, mended }: RebuildSummary): string {
  const before = doneBefore > 0 ? ` (${count(doneBefore, 'other')} had been read before it was interrupted)` : '';
  const events =
    newEvents === 0
      ? 'the number of events is the same'
      : newEvents > 0
        ? `${count(newEvents, 'event')} more than before`
        : `${count(-newEvents, 'event')} fewer than before`;
  const repaired = mended === 0 ? '' : `Mended ${count(mended, 'damaged part')} of originals from intact copies.\n`;
  return `${repaired}Read ${count(inputs, 'original')} again${before}: ${events}.\n`;
}
