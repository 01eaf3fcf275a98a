/** How a run is asked to stop by another process: a file in its folder, which whoever runs it looks for. */
import { existsSync, type FSWatcher, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { objectOf, stringOf } from '@hansard/core/reading/native-values.ts';
import { parsedLine } from './parsed-line.ts';
import { CANCEL } from './run-folder.ts';

/** Where the system tells nothing of changes. */
const LOOK_MS = 500;

export interface StopRequest {
  readonly by: string;
  readonly via: string;
}

export function askToStop(folder: string, request: StopRequest): void {
  writeFileSync(join(folder, CANCEL), `${JSON.stringify(request)}\n`);
}

/** Calls once; returns what ends the looking. A request from before is for a process that is no more. */
export function onStopRequest(folder: string, asked: (request: StopRequest) => void): () => void {
  const path = join(folder, CANCEL);
  rmSync(path, { force: true });
  let watcher: FSWatcher | undefined;
  const end = () => {
    clearInterval(timer);
    watcher?.close();
  };
  const look = () => {
    if (!existsSync(path)) return;
    end();
    asked(requestIn(path));
  };
  const timer = setInterval(look, LOOK_MS);
  timer.unref();
  try {
    watcher = watch(folder, { persistent: false }, look);
    watcher.on('error', () => {});
  } catch {
    // The timer looks.
  }
  return end;
}

function requestIn(path: string): StopRequest {
  let text = '';
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    // It is there, which is enough.
  }
  const { by, via } = objectOf(parsedLine(text));
  return { by: stringOf(by) ?? 'somebody', via: stringOf(via) ?? 'file' };
}
