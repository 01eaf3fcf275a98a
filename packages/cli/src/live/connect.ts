/** The server that runs agents, as commands talk to it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { archiveHome } from '@hansard/archive';
import { createClient, type HansardClient, ProblemError } from '@hansard/client';
import { FAILURES, Failure, type FailureCode } from '@hansard/core';
import type { Context } from '../context.ts';
import { hostOf } from '../machine.ts';
import { runningDaemon } from './daemon-file.ts';

export function connected(context: Context): HansardClient {
  const daemon = runningDaemon(context);
  if (!daemon) throw new Failure('no-daemon', 'No server that runs agents is running.');
  const token = readFileSync(join(archiveHome(hostOf(context)), 'server-token'), 'utf8').trim();
  return createClient({ baseUrl: daemon.url, token });
}

/** What the server refuses is said as the command's own failure. */
export async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const { code, detail, action } = error.problem;
    const known = (Object.hasOwn(FAILURES, code) ? code : 'bad-argument') as FailureCode;
    throw new Failure(known, detail ?? error.message, action === undefined ? {} : { remedy: action });
  }
}
