/** Runs a program as if the shell had: same terminal, same signals, same end. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { Failure } from '@hansard/core';

export interface Ended {
  /** As a shell gives it: 128 and the number of the signal for a program that was killed. */
  readonly status: number;
}

/** Those of a terminal, which reach the program by themselves where there is one. */
const KEYS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGQUIT'];
const SENT: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGHUP'];
const hasTerminal = () => [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY);

export async function runProgram(command: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { stdio: 'inherit', env });
  const pass = (signal: NodeJS.Signals) => void child.kill(signal);
  const wait = () => {};
  const [own, passed] = hasTerminal() ? [KEYS, SENT] : [[], [...KEYS, ...SENT]];
  for (const signal of passed) process.on(signal, pass);
  for (const signal of own) process.on(signal, wait);
  try {
    return await new Promise<Ended>((resolve, reject) => {
      child.once('error', (cause: NodeJS.ErrnoException) => reject(cannotRun(program, cause)));
      child.once('exit', (code, signal) => resolve({ status: code ?? 128 + (signal ? constants.signals[signal] : 0) }));
    });
  } finally {
    for (const signal of passed) process.off(signal, pass);
    for (const signal of own) process.off(signal, wait);
  }
}

function cannotRun(program: string, cause: NodeJS.ErrnoException): Failure {
  const why = cause.code === 'ENOENT' ? 'there is no such program' : cause.message;
  return new Failure('bad-argument', `${program} cannot be run: ${why}.`, {
    cause,
    remedy: 'Write the command after --, as you would type it: hansard capture -- python agent.py',
  });
}
