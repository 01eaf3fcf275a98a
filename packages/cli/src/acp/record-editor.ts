/** The recorder between an editor and an agent: its wire lies beside those of agents that Hansard runs, and is kept when it ends. */
import { randomBytes } from 'node:crypto';
import { basename, join } from 'node:path';
import { Archive, archiveHome, WireKeeper } from '@hansard/archive';
import { Failure } from '@hansard/core';
import { drivers, LiveFolder } from '@hansard/live';
import { recordBetween } from '@hansard/live/recorder/record-between.ts';
import type { Context } from '../context.ts';
import { hostOf } from '../machine.ts';

const PROTOCOL = 'acp/wire';
/** An agent that speaks the protocol and of which nothing else is known. */
const [ANY = ''] = PROTOCOL.split('/');

export async function recordEditor(context: Context, words: readonly string[], named?: string): Promise<number> {
  const [command = '', ...args] = words;
  const agent = named ?? agentOf(command);
  const folder = new LiveFolder(archiveHome(hostOf(context)));
  const run = `${new Date().toISOString().replace(/\D/g, '').slice(0, 17)}-${randomBytes(4).toString('hex')}`;
  const directory = process.cwd();
  const header = {
    hansard: 'wire',
    version: 1,
    agent,
    dialect: PROTOCOL,
    directory,
    run,
    recorder: 'hansard acp',
    startedAt: new Date().toISOString(),
  };
  const { status, isRecorded } = await started(command, () =>
    recordBetween({
      run,
      command,
      args,
      directory,
      env: context.env,
      header,
      wire: () => join(folder.make(run), 'wire.jsonl'),
      client: { input: process.stdin, output: process.stdout, errors: process.stderr },
      note: context.note,
    }),
  );
  if (isRecorded) await keep(context, folder.wireOf(run));
  return status;
}

/** The agent whose program it is, if its driver speaks the protocol. */
function agentOf(command: string): string {
  const program = basename(command).replace(/\.(?:exe|cmd|js|mjs|cjs)$/i, '');
  return drivers.find((driver) => driver.dialect === PROTOCOL && driver.program === program)?.agent ?? ANY;
}

async function started<T>(command: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'EACCES') throw cause;
    const why = code === 'ENOENT' ? 'there is no such program' : message;
    throw new Failure('agent-not-installed', `"${command}" cannot be started: ${why}.`, { cause });
  }
}

/** The wire is there in any case, and the next sync finds it. */
async function keep(context: Context, wire: string): Promise<void> {
  try {
    const host = hostOf(context);
    const archive = await Archive.open(host);
    await new WireKeeper(archive, host).keep(wire);
    archive.close();
  } catch (error) {
    context.note(`The session is recorded in ${wire}, and not in the archive yet: ${(error as Error).message}`);
  }
}
