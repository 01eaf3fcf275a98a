/**
 * Node doubles its young generation whenever much of it survives, as what a server opens at its start does: to
 * 32 MiB that a server at rest has no use for, and that Node gives back after a quarter of a minute only.
 */
import { setFlagsFromString } from 'node:v8';

/**
 * Runs `start` with a young generation that does not grow. V8 doubles it by default, and afterwards again. No code is to be
 * loaded meanwhile: compiled code that was kept is refused under other flags.
 */
export async function withoutGrowing<T>(start: () => Promise<T>): Promise<T> {
  setFlagsFromString('--semi-space-growth-factor=1');
  try {
    return await start();
  } finally {
    setFlagsFromString('--semi-space-growth-factor=2');
  }
}
