/**
 * A pager for long texts in a terminal, as git has one: the setting `pager`, else $PAGER, else `less`. Who leaves it
 * early has seen enough, which is no error. Without a pager the text is printed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Context } from '../context.ts';
import { Output } from './output.ts';

export interface Paged {
  readonly out: Output;
  /** Waits until the reader has left the pager. */
  close(): Promise<void>;
}

/** `less` stops at once when all fits on a screen, shows colours, and leaves the text on the screen. */
const LESS = 'FRX';
const DEFAULT = 'less';
const OFF: ReadonlySet<string> = new Set(['', 'cat', 'never']);

export async function openPager(context: Context, wanted: string): Promise<Paged> {
  const direct: Paged = { out: context.out, close: () => context.out.flush() };
  const command = commandOf(wanted, context.env);
  if (!context.out.isTerminal || OFF.has(command)) return direct;
  if (!isThere(command, context.env)) {
    if (command !== DEFAULT) context.note(`The pager "${command}" was not found.`);
    return direct;
  }
  const env = { ...context.env, LESS: context.env['LESS'] ?? LESS };
  // The user's own setting, run as every other program runs it: with the shell.
  const pager = spawn(command, { shell: true, stdio: ['pipe', 'inherit', 'inherit'], env });
  const ended = once(pager, 'close').catch(() => undefined);
  const ignore = () => {};
  // The pager decides what an interrupt means.
  process.on('SIGINT', ignore);
  const out = new Output(pager.stdin, context.out);
  return {
    out,
    close: async () => {
      await out.flush();
      pager.stdin.end();
      await ended;
      process.off('SIGINT', ignore);
    },
  };
}

function commandOf(wanted: string, env: Context['env']): string {
  return (wanted === 'auto' ? (env['PAGER'] ?? DEFAULT) : wanted).trim();
}

/** Whether the program that a command line begins with can be found. What only a shell understands is left to it. */
function isThere(command: string, env: Context['env']): boolean {
  const [program = ''] = command.split(/\s+/);
  if (!/^[\w.+-]+$/.test(program)) return true;
  return (env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
}
