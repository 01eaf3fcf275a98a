/** Checks whether a value is a Transcript. */
import { Transcript } from '../../transcript.ts';
import { type Check, checkerOf } from '../shape-check.ts';

export async function transcriptCheck(): Promise<Check> {
  transcriptChecker ??= checkerOf(Transcript);
  return transcriptChecker;
}
let transcriptChecker: Promise<Check> | undefined;
