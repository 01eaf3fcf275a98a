/** `hansard daemon`: the server that runs agents, in the background. */
import { spawn } from 'node:child_process';
import { mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { archiveHome } from '@hansard/archive';
import { Failure } from '@hansard/core';
import { isRunning, kill } from '@hansard/live/processes/process-list.ts';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { type DaemonFacts, runningDaemon } from '../live/daemon-file.ts';
import { hostOf } from '../machine.ts';

const READY_MS = 30_000;
const STOP_MS = 20_000;
const LOOK_MS = 50;

export async function run(context: Context, args: Arguments): Promise<number> {
  const [action = 'status'] = args.positionals;
  if (action === 'start') return start(context, args);
  if (action === 'stop') return stop(context);
  const facts = runningDaemon(context);
  await context.out.write(args.flag('json') ? `${JSON.stringify(facts ?? null)}\n` : statusText(context, facts));
  return facts ? 0 : 1;
}

function statusText({ version }: Context, facts: DaemonFacts | undefined): string {
  if (!facts) return 'No server that runs agents is running. `hansard daemon start` starts one.\n';
  const other = facts.version === version ? '' : ` It is version ${facts.version}, this is ${version}: start it again.`;
  return `${facts.url}, process ${facts.process.pid}, since ${facts.startedAt}, in ${facts.directory}.${other}\n`;
}

async function start(context: Context, args: Arguments): Promise<number> {
  const known = runningDaemon(context);
  if (known?.version === context.version) {
    await context.out.write(`It runs already: ${statusText(context, known)}`);
    return 0;
  }
  if (known) await end(known);
  const folder = join(archiveHome(hostOf(context)), 'live');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const log = join(folder, 'daemon.log');
  const file = openSync(log, 'a', 0o600);
  const port = args.text('port');
  const words = [process.argv[1] as string, 'serve', '--live', ...(port === undefined ? [] : ['--port', port])];
  const child = spawn(process.execPath, words, { detached: true, stdio: ['ignore', file, file], windowsHide: true });
  child.unref();
  for (const until = Date.now() + READY_MS; Date.now() < until && child.exitCode === null; await sleep(LOOK_MS)) {
    const facts = runningDaemon(context);
    if (!facts) continue;
    await context.out.write(statusText(context, facts));
    return 0;
  }
  const lastWords = readFileSync(log, 'utf8').trim().split('\n').slice(-5).join('\n');
  throw new Failure('cannot-listen', `The server did not start:\n${lastWords}`, { remedy: `Its log is ${log}.` });
}

async function stop(context: Context): Promise<number> {
  const facts = runningDaemon(context);
  if (!facts) throw new Failure('no-daemon', 'No server that runs agents is running.');
  await end(facts);
  await context.out.write('Stopped. Agents that were at work go on; the next server finds them.\n');
  return 0;
}

async function end({ process: note }: DaemonFacts): Promise<void> {
  kill(note, 'SIGTERM');
  for (const until = Date.now() + STOP_MS; isRunning(note) && Date.now() < until; await sleep(LOOK_MS));
  kill(note, 'SIGKILL');
}
