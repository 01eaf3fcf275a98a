/** The last step of stopping: whatever is left of a run is killed, until nothing is. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessNote } from '../process-note.ts';
import { descendants, isRunning, kill, marked } from './process-list.ts';

const ROUNDS = 20;
const PAUSE_MS = 25;

/** The tree is walked before anything is killed: afterwards nobody knows whose children they were. */
export async function endAll(run: string, roots: readonly ProcessNote[]): Promise<void> {
  const known = new Map<number, ProcessNote>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const root of roots.filter(isRunning)) {
      known.set(root.pid, root);
      for (const below of descendants(root.pid)) known.set(below.pid, below);
    }
    for (const one of marked(run)) known.set(one.pid, one);
    const left = [...known.values()].filter((one) => one.pid !== process.pid && isRunning(one));
    if (left.length === 0) return;
    for (const one of left) kill(one, 'SIGKILL');
    await sleep(PAUSE_MS);
  }
}
