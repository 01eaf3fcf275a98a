/** Where the server that runs agents is: a small file beside the archive, as long as it runs. The token is in its own file. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { archiveHome, replaceFile } from '@hansard/archive';
import type { ProcessNote } from '@hansard/live/process-note.ts';
import { isRunning, noteProcess } from '@hansard/live/processes/process-list.ts';
import type { Context } from '../context.ts';
import { hostOf } from '../machine.ts';

export interface DaemonFacts {
  readonly url: string;
  readonly version: string;
  readonly process: ProcessNote;
  readonly startedAt: string;
  readonly directory: string;
}

const folderOf = (context: Context): string => join(archiveHome(hostOf(context)), 'live');
const fileOf = (context: Context): string => join(folderOf(context), 'daemon.json');

/** Undefined when none runs. */
export function runningDaemon(context: Context): DaemonFacts | undefined {
  try {
    const facts = JSON.parse(readFileSync(fileOf(context), 'utf8')) as DaemonFacts;
    return isRunning(facts.process) ? facts : undefined;
  } catch {
    return undefined;
  }
}

/** This process is the one; returns what ends that. */
export function announceDaemon(context: Context, url: string): () => void {
  const own = noteProcess(process.pid);
  const facts = {
    url,
    version: context.version,
    process: own,
    startedAt: new Date().toISOString(),
    directory: process.cwd(),
  };
  mkdirSync(folderOf(context), { recursive: true, mode: 0o700 });
  replaceFile(fileOf(context), `${JSON.stringify(facts)}\n`);
  return () => {
    if (runningDaemon(context)?.process.pid === process.pid) rmSync(fileOf(context), { force: true });
  };
}
