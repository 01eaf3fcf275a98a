/**
 * `hansard statusline`: one line for an agent's status line. It prints what is known and never waits for the archive,
 * which another process brings up to date behind it.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { archiveHome } from '@hansard/archive/home.ts';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { statusLine } from '../statusline/line.ts';
import { readSummary } from '../statusline/summary-file.ts';

/** What is shown may be this old. */
const FRESH_MS = 15_000;

export async function run(context: Context, args: Arguments): Promise<number> {
  if (args.flag('refresh')) {
    await (await import('../statusline/refresh.ts')).refresh(context);
    return 0;
  }
  const { env, home } = context;
  const now = Date.now();
  const summary = readSummary(archiveHome({ env, home, platform: process.platform as 'linux' }));
  await context.out.write(`${statusLine(session(context), { now, summary })}\n`);
  await context.out.flush();
  if (summary === undefined || now - summary.at > FRESH_MS) refreshBehind();
  return 0;
}

/** What the agent says; a status line shows what it can, whatever that is. */
function session({ stdin }: Context): unknown {
  if (stdin.isTTY) return undefined;
  try {
    return JSON.parse(readFileSync(0, 'utf8'));
  } catch {
    return undefined;
  }
}

function refreshBehind(): void {
  const [program = ''] = process.argv.slice(1);
  const child = spawn(process.execPath, [program, 'statusline', '--refresh'], { detached: true, stdio: 'ignore' });
  child.on('error', () => {});
  child.unref();
}
