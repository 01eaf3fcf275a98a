/** Imports the backup of another machine's archive. */
import {
  Archive,
  type Backup,
  type ImportReport,
  importBackup,
  openBackup,
  readers,
  sessionLine,
} from '@hansard/archive';
import { Failure, neutraliseLine } from '@hansard/core';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { hostOf } from '../machine.ts';
import { Progress } from '../terminal/progress.ts';
import { count } from '../terminal/words.ts';
import type { ImportSource } from './importers.ts';

export async function importArchiveBackup(
  context: Context,
  args: Arguments,
  { path }: ImportSource,
): Promise<number | undefined> {
  const backup = await openBackup(path);
  if (!backup) return undefined;
  try {
    if (args.text('origin') !== undefined) {
      throw new Failure('bad-argument', '--origin is not for backups, which name their machine themselves.');
    }
    const report = await importInto(context, backup);
    await context.out.write(args.flag('json') ? jsonText(report) : plainText(report));
    for (const problem of report.problems) context.note(neutraliseLine(`${problem.path}: ${problem.message}`));
    return report.problems.length > 0 ? 1 : 0;
  } finally {
    backup.close();
  }
}

/** There need not be an archive yet: a new machine begins with the backup of the old one. */
async function importInto(context: Context, backup: Backup): Promise<ImportReport> {
  const host = hostOf(context);
  const archive = await Archive.open(host);
  const progress = new Progress(process.stderr);
  try {
    return await importBackup(archive, backup, {
      host,
      adapters: readers,
      now: new Date().toISOString(),
      progress: ({ inputs, totalInputs }) => progress.show(() => `${inputs} of ${totalInputs} originals`),
    });
  } finally {
    progress.clear();
    archive.close();
  }
}

function plainText(report: ImportReport): string {
  const { machines, inputs, newSessions, newEvents, journal, erasedHere, erasedThere } = report;
  const lines = [
    `${machines.map(neutraliseLine).join(', ')}: ${count(newSessions, 'new session')}, ${count(newEvents, 'new event')}; ` +
      `${count(inputs.new, 'file')} new, ${inputs.longer} with more than before, ${inputs.same} as they were.`,
  ];
  const said = journal.tags + journal.notes + journal.stars + journal.shared + journal.views;
  if (said > 0) {
    const words = [count(journal.tags, 'tag'), count(journal.notes, 'note'), count(journal.stars, 'star')];
    if (journal.views > 0) words.push(count(journal.views, 'view'));
    lines.push(`${words.join(', ')} came with them.`);
  }
  if (erasedHere > 0) lines.push(`${count(erasedHere, 'session')} in it had been erased here, and stayed so.`);
  if (erasedThere.length > 0) {
    lines.push(
      'These were erased there and are still here; `hansard rm` erases them:',
      ...erasedThere.map(sessionLine),
    );
  }
  return lines.map((line) => `${line}\n`).join('');
}

function jsonText(report: ImportReport): string {
  const erasedThere = report.erasedThere.map(({ id, uuid }) => ({ number: id, id: uuid }));
  return `${JSON.stringify({ ...report, erasedThere }, null, 2)}\n`;
}
