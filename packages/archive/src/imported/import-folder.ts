/** Adds everything in a folder: runs of a pipeline, or whatever files of agents and in formats lie below it. */
import { type Detected, detectFile, type Host } from '@hansard/core';
import type { FormatProblem } from '@hansard/core/formats/contract.ts';
import { inputsAround } from '@hansard/core/reading/read-session.ts';
import { RUNS, runAdapter } from '../adapters/run-adapter.ts';
import { eventCounts, problemsOfInputs } from '../sqlite/sessions/imported-sessions.ts';
import { filesBelow } from '../sync/finders.ts';
import { sync } from '../sync/sync.ts';
import type { ImportFileOptions } from './import-file.ts';
import { importNative } from './import-native.ts';
import { importWritten } from './import-written.ts';
import { changesIn, type ImportedFile, type ImportedSession } from './imported-file.ts';

export async function importFolder(options: ImportFileOptions, folder: string): Promise<ImportedFile | undefined> {
  return (await importRuns(options, folder)) ?? (await importFiles(options, folder));
}

/** A folder of runs is looked through once, as sync does for those in the settings. */
async function importRuns(options: ImportFileOptions, folder: string): Promise<ImportedFile | undefined> {
  const { archive, host, now, origin } = options;
  const adapter = runAdapter([folder]);
  const paths: string[] = [];
  for await (const { path, role } of adapter.locate(host)) if (role === 'session') paths.push(path);
  if (paths.length === 0) return undefined;
  const before = eventCounts(archive.sql);
  const { problems } = await sync({ archive, host, now, origin, adapters: [adapter] });
  const read = problemsOfInputs(archive.sql, paths).map((problem) => placed(problem.path, problem.message, problem));
  return {
    format: RUNS,
    sessions: changesIn(archive, before, paths),
    problems: [...problems.map(({ path, message }) => placed(path, message)), ...read],
  };
}

const placed = (
  path: string,
  message: string,
  { pointer, line }: { readonly pointer?: string | null; readonly line?: number | null } = {},
): FormatProblem => ({ path, message, pointer: pointer ?? '', line: line ?? 1, column: 1 });

/** One session after the other; a file of a session that was taken already is not looked at again. */
async function importFiles(options: ImportFileOptions, folder: string): Promise<ImportedFile | undefined> {
  const { archive, host } = options;
  const before = eventCounts(archive.sql);
  const done = new Set<string>();
  const paths: string[] = [];
  const problems: FormatProblem[] = [];
  const written: ImportedSession[] = [];
  const nobodys: string[] = [];
  let erased = 0;
  for await (const path of filesBelow(host, folder)) {
    if (done.has(path)) continue;
    const detected = await detectFile(options.adapters, host, path);
    if (detected) {
      for (const around of await pathsAround(host, detected, path)) done.add(around);
      const brought = await importNative(options, path, detected);
      paths.push(...brought.paths);
      problems.push(...brought.problems.map((problem) => placed(path, problem.message)));
      if (brought.erased) erased++;
      continue;
    }
    const document = await importWritten(options, path);
    if (document) written.push(...document.sessions);
    if (document) problems.push(...document.problems.map((problem) => ({ ...problem, path: problem.path ?? path })));
    else nobodys.push(path);
  }
  const unknown = nobodys.filter((path) => !done.has(path)).length;
  const sessions = [...changesIn(archive, before, paths), ...written];
  return sessions.length + erased === 0 ? undefined : { format: 'folder', sessions, problems, unknown, erased };
}

async function pathsAround(host: Host, detected: Detected, path: string): Promise<string[]> {
  return (await inputsAround(detected, host, path)).map((input) => input.path);
}
