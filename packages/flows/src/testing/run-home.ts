/** Runs in a folder of their own, with a clock that ticks by itself. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readFlow } from '../definition/read-flow.ts';
import type { Clock } from '../running/clock.ts';
import type { NewRun } from '../running/flow-run.ts';

export class RunHome {
  readonly path = mkdtempSync(join(tmpdir(), 'hansard-flows-'));
  readonly runs = join(this.path, 'swarm', 'runs');
  readonly work = join(this.path, 'work');

  constructor() {
    mkdirSync(this.work);
  }

  /** Files of a run by their paths in it; without those that are ours alone. */
  files(id: string): Record<string, string> {
    const folder = join(this.runs, id);
    const names = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
    const own = names.filter((name) => !name.startsWith('.'));
    return Object.fromEntries(own.sort().map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Each call is so many milliseconds later, beginning with the time itself. */
export function tickingClock(start: string, milliseconds: number): Clock {
  let at = Date.parse(start) - milliseconds;
  return () => {
    at += milliseconds;
    return new Date(at).toISOString().replace('Z', '000Z');
  };
}

/** A run by stub of the flow in a text. */
export async function stubRun(text: string, directory: string, more: Partial<NewRun> = {}): Promise<NewRun> {
  const { flow, problems } = await readFlow(text);
  if (!flow) throw new Error(JSON.stringify(problems));
  return { flows: [{ flow, text }], params: {}, stub: true, directory, initiator: 'test', ...more };
}
