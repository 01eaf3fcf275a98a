/** Where captured sessions are: a folder for each below the archive's own, and below folders that the user names. */
import { capturesHome } from '../../data-home.ts';
import type { Host } from '../../host.ts';
import type { LocatedInput } from '../contract.ts';

/** Ours, and what the Python original writes under either of its names. Several processes have a file each. */
const FILE = /^(?:hansard\.capture\.|weakincentives\.transcript[.:])TranscriptEntry(?:\.[\w-]{1,64})?\.jsonl$/;

/** Folders that the user names may be of a program that has a folder for each of its parts. */
const MAX_DEPTH = 3;

export async function* locateIn(host: Host, folders: readonly string[]): AsyncIterable<LocatedInput> {
  const seen = new Set<string>();
  for (const folder of [capturesHome(host), ...folders]) {
    for await (const input of below(host, folder, MAX_DEPTH)) {
      if (!seen.has(input.path)) yield input;
      seen.add(input.path);
    }
  }
}

async function* below(host: Host, folder: string, depth: number): AsyncIterable<LocatedInput> {
  for (const entry of await host.list(folder)) {
    if (!entry.folder && FILE.test(entry.name)) yield { path: entry.path, kind: 'log', role: 'session' };
    else if (entry.folder && depth > 0) yield* below(host, entry.path, depth - 1);
  }
}

/** Processes that write one session have their files beside each other. */
export async function inputsOf(host: Host, path: string): Promise<readonly LocatedInput[]> {
  const own: LocatedInput = { path, kind: 'log', role: 'session' };
  if (!host.basename(path).startsWith('hansard.capture.')) return [own];
  const others = (await host.list(host.dirname(path))).filter(
    (entry) => !entry.folder && entry.path !== path && FILE.test(entry.name),
  );
  return [own, ...others.map((entry): LocatedInput => ({ path: entry.path, kind: 'log', role: 'session' }))];
}
