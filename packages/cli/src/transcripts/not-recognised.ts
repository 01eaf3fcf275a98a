/** Inputs that hold no session. */
import { Failure } from '@hansard/core';

export function notRecognised(name: string): Failure {
  return new Failure('not-recognised', `No session of a supported agent is recognised in ${name}.`);
}

export function nothingIn(name: string): Failure {
  const remedy = 'Give a file with a session; `hansard sessions` lists those on this machine.';
  return new Failure('not-recognised', `There is nothing in ${name}.`, { remedy });
}
