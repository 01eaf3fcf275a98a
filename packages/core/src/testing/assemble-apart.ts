/**
 * One transcript for each kind of witness of a session: what a wire tells by itself, and what a log does. Golden files
 * hold these, so that each dialect is seen alone.
 */
import type { InputRead } from '../reading/input-read.ts';
import { type AssemblyOptions, assembleOne, groupByRoot } from '../reading/transcripts.ts';
import type { Transcript } from '../transcript.ts';

export function assembleApart(reads: readonly InputRead[], options: AssemblyOptions): Transcript[] {
  const groups = groupByRoot(reads).flatMap((group) => [
    group.filter(({ dialect }) => !dialect.live),
    group.filter(({ dialect }) => dialect.live),
  ]);
  const placeOf = ([first]: readonly InputRead[]) => reads.indexOf(first as InputRead);
  return groups
    .filter(({ length }) => length > 0)
    .sort((a, b) => placeOf(a) - placeOf(b))
    .map((group) => assembleOne(group, options));
}
