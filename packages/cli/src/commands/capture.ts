/** `hansard capture -- COMMAND…`: runs a program and keeps what it asks models as a session. */
import { basename } from 'node:path';
import { startProxy } from '@hansard/capture/proxy';
import type { Arguments } from '../arguments.ts';
import { openCaptured } from '../capture/captured-session.ts';
import { keepCaptured } from '../capture/keep-captured.ts';
import { runProgram } from '../capture/run-program.ts';
import type { Context } from '../context.ts';

const LONGEST_TITLE = 200;

export async function run(context: Context, args: Arguments): Promise<number> {
  const command = args.positionals;
  const line = command.join(' ');
  const session = openCaptured(context, {
    title: args.text('title') ?? line.slice(0, LONGEST_TITLE),
    agent: basename(command[0] as string),
    about: { cwd: process.cwd(), program: line },
    print: args.flag('print'),
  });
  const proxy = await startProxy({ session: () => session, env: context.env });
  let status: number;
  try {
    ({ status } = await runProgram(command, { ...context.env, ...proxy.env }));
  } finally {
    await proxy.close();
    session.close();
  }
  const { entries } = session.stats();
  if (entries === 0) {
    context.note(
      'Nothing was captured: no call of a model came through the proxy. See docs/capture.md for programs that',
    );
    context.note('take their base address from elsewhere.');
    return status;
  }
  const id = await keepCaptured(context, session.id);
  const calls = proxy.calls();
  const shown = id === undefined ? '' : ` Show it with: hansard show ${id}`;
  context.note(`Captured ${calls} ${calls === 1 ? 'call' : 'calls'} of models.${shown}`);
  return status;
}
