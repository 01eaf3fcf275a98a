/** What commands and the server know of runs alike: where they are, and which engines the environment makes stubs. */
import { join } from 'node:path';
import { engines } from '@hansard/flows';
import type { Context } from '../context.ts';

/** Below the folder in which one is. */
export const RUNS = join('swarm', 'runs');

/** `SWARM_CLAUDE_STUB=1` and `SWARM_CLAUDE_STEP_ENGINE_MODE=stub`, as the original has them, for every engine. */
export function stubsIn(env: Context['env']): string[] {
  const isOn = (name: string) => /^(1|true|yes|on)$/i.test(env[name] ?? '');
  return engines
    .filter(({ name }) => {
      const word = name.toUpperCase().replaceAll('-', '_');
      return isOn(`SWARM_${word}_STUB`) || env[`SWARM_${word}_STEP_ENGINE_MODE`] === 'stub';
    })
    .map(({ id }) => id);
}
