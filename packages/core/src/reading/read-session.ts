/** Reads whole sessions: the one around a file, or all below a folder, with subagents and side files. */
import type { Adapter, LocatedInput } from '../adapters/contract.ts';
import type { Host } from '../host.ts';
import type { Detected } from './detect.ts';
import type { InputRead } from './input-read.ts';
import { detectFile, readFile } from './read-input.ts';
import { resolveSideFiles } from './side-files.ts';

export interface SessionsRead {
  readonly reads: InputRead[];
  /** Files that no adapter recognises. */
  readonly unrecognised: string[];
}

export async function readSession(adapters: readonly Adapter[], host: Host, path: string): Promise<SessionsRead> {
  const detected = await detectFile(adapters, host, path);
  if (!detected) return { reads: [], unrecognised: [path] };
  const inputs = await inputsAround(detected, host, path);
  const reads: InputRead[] = [];
  for (const input of inputs) {
    if (input.role === 'side') continue;
    const found = input.path === path ? detected : await detectFile(adapters, host, input.path);
    if (found) reads.push(...(await readFile(host, input.path, found, input.facts)));
  }
  return { reads: await resolveSideFiles(host, reads, inputs), unrecognised: [] };
}

/** All sessions below a folder at once. */
export async function readFolder(adapters: readonly Adapter[], host: Host, folder: string): Promise<SessionsRead> {
  const all: SessionsRead = { reads: [], unrecognised: [] };
  for await (const { reads, unrecognised } of readFolderBySession(adapters, host, folder)) {
    all.reads.push(...reads);
    all.unrecognised.push(...unrecognised);
  }
  return all;
}

/**
 * The sessions below a folder one after the other, so that only one is in memory; what nobody recognises comes last.
 * A file that belongs to a session already read is not read again.
 */
export async function* readFolderBySession(
  adapters: readonly Adapter[],
  host: Host,
  folder: string,
): AsyncIterable<SessionsRead> {
  const done = new Set<string>();
  const unrecognised: string[] = [];
  for await (const path of filesBelow(host, folder)) {
    if (done.has(path)) continue;
    const detected = await detectFile(adapters, host, path);
    if (!detected) {
      unrecognised.push(path);
      continue;
    }
    const inputs = await inputsAround(detected, host, path);
    const reads: InputRead[] = [];
    for (const input of inputs) {
      if (input.role === 'side') done.add(input.path);
      if (done.has(input.path)) continue;
      done.add(input.path);
      const found = input.path === path ? detected : await detectFile(adapters, host, input.path);
      if (found) reads.push(...(await readFile(host, input.path, found, input.facts)));
    }
    yield { reads: await resolveSideFiles(host, reads, inputs), unrecognised: [] };
  }
  yield { reads: [], unrecognised: unrecognised.filter((path) => !done.has(path)) };
}

export async function inputsAround(detected: Detected, host: Host, path: string): Promise<readonly LocatedInput[]> {
  const inputs = await detected.adapter.inputsOf(host, path);
  if (inputs.some((input) => input.path === path)) return inputs;
  return [{ path, kind: detected.dialect.kind, role: 'session' }, ...inputs];
}

async function* filesBelow(host: Host, folder: string): AsyncIterable<string> {
  for (const entry of await host.list(folder)) {
    if (entry.folder) yield* filesBelow(host, entry.path);
    else yield entry.path;
  }
}
