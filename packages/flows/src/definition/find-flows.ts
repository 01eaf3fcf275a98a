/** Flows in a folder: files whose names end with `.flow.yaml`, a few levels deep. */
import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '@hansard/core/failure.ts';
import { type ReadFlow, readFlow } from './read-flow.ts';
import { MAX_LENGTH } from './read-yaml.ts';

const ENDING = /\.flow\.ya?ml$/;
const MAX_DEPTH = 4;
const MAX_FILES = 1000;
/** Runs hold copies of their flows. */
const PASSED_BY = new Set(['node_modules', 'runs']);

export interface FoundFlow extends ReadFlow {
  readonly path: string;
  readonly text: string;
}

/** In the order of their paths. */
export async function findFlows(folder: string): Promise<FoundFlow[]> {
  const paths = [...filesIn(folder, 0)].slice(0, MAX_FILES).sort();
  return Promise.all(paths.map((path) => openFlow(path)));
}

function* filesIn(folder: string, depth: number): Iterable<string> {
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isFile() && ENDING.test(entry.name)) yield path;
    const isOther = entry.name.startsWith('.') || PASSED_BY.has(entry.name);
    if (entry.isDirectory() && !isOther && depth < MAX_DEPTH) yield* filesIn(path, depth + 1);
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

export async function openFlow(path: string): Promise<FoundFlow> {
  const text = textOf(path);
  return { path, text, ...(await readFlow(text)) };
}

const REMEDY = 'Run `hansard flow list` to see the flows that are here.';

function textOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new Failure('file-not-found', `There is no file ${path}.`, { remedy: REMEDY });
  if (!found.isFile()) throw new Failure('unreadable', `${path} is no file.`);
  // A character has at most four bytes: what is longer is refused whatever it holds.
  if (found.size > 4 * MAX_LENGTH) return ' '.repeat(MAX_LENGTH + 1);
  try {
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch (cause) {
    throw new Failure('unreadable', `${path} cannot be read: ${(cause as Error).message}`, { cause });
  }
}
