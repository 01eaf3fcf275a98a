/** The workers that a sync of much new input reads with. They are a program of their own, which the build puts beside this one. */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { ReaderCrew, workerThread } from '@hansard/archive';
import type { Context } from '../context.ts';

/** One of them writes: more than these would wait for it. */
const MOST_THREADS = 4;

/** Bytes of new input; less is read sooner than workers start. */
const WORTH_IT = 16 * 1024 * 1024;

/** `threads`: how many, with the one that writes; as many as there are cores, unless told otherwise. */
export function readingCrew(
  { home, env }: Context,
  threads = Math.min(MOST_THREADS, availableParallelism()),
): (bytes: number) => ReaderCrew | undefined {
  return (bytes) => {
    const count = threads - 1;
    const file = fileURLToPath(new URL('reader.cjs', import.meta.url));
    if (count < 1 || bytes < WORTH_IT || !existsSync(file)) return undefined;
    return new ReaderCrew(Array.from({ length: count }, () => workerThread(file, { home, env: { ...env } })));
  };
}
