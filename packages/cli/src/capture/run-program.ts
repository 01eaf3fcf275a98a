/** Runs a program as if the shell had: same terminal, same signals, same end. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { Failure } from '@hansard/core';

export interface Ended {
  /** As a shell gives it: 128 and the number of the signal for a program that was killed. */
  readonly status: number;
}

/** Signals of the terminal reach the program by themselves; the others are passed on. */
const OWN: readonly NodeJS.Signals[] = ['SIGINT', 'SIGQUIT'];
const PASSED: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGHUP'];

export async function runProgram(command: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { stdio: 'inherit', env });
  const pass = (signal: NodeJS.Signals) => void child.kill(signal);
  const wait = () => {};
  for (const signal of PASSED) process.on(signal, pass);
  for (const signal of OWN) process.on(signal, wait);
  try {
    return await new Promise<Ended>((resolve, reject) => {
      child.once('error', (cause: NodeJS.ErrnoException) => reject(cannotRun(program, cause)));
      child.once('exit', (code, signal) => resolve({ status: code ?? 128 + (signal ? constants.signals[signal] : 0) }));
    });
  } finally {
    for (const signal of PASSED) process.off(signal, pass);
    for (const signal of OWN) process.off(signal, wait);
  }
}

function cannotRun(program: string, cause: NodeJS.ErrnoException): Failure {
  const why = cause.code === 'ENOENT' ? 'there is no such program' : cause.message;
  return new Failure('bad-argument', `${program} cannot be run: ${why}.`, {
    cause,
    remedy: 'Write the command after --, as you would type it: hansard capture -- python agent.py',
  });
}
