/** The machine that commands look at, and the agents that the settings let them look for. */
import { join, resolve } from 'node:path';
import {
  Archive,
  archivedHost,
  archiveExists,
  createNodeHost,
  type Finder,
  folderFinder,
  hasTelemetry,
  runAdapter,
  telemetryAdapter,
} from '@hansard/archive';
import { type Adapter, adapterOf, adapters, Failure, type Host } from '@hansard/core';
import type { Context } from './context.ts';
import { suggestion } from './did-you-mean.ts';

export function hostOf(context: Context): Host {
  return createNodeHost({ home: context.home, env: context.env });
}

/** The same machine with what agents have removed from it, as far as the archive has it. */
export async function keptHostOf(context: Context): Promise<Host> {
  const host = hostOf(context);
  if (!archiveExists(host)) return host;
  try {
    return archivedHost(host, (await Archive.open(host)).originals);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    context.note(`${error.message} Only what is still on the machine is shown. (${error.code})`);
    return host;
  }
}

/** Agents to look for on this machine. */
export async function includedAgents(context: Context): Promise<readonly Adapter[]> {
  const excluded = (await context.settings()).get('exclude.agents');
  for (const id of excluded) agentOf(id, 'bad-config', 'exclude.agents: ');
  const captures = await foldersOf(context, 'captures');
  return adapters
    .filter(({ id }) => !excluded.includes(id))
    .map((adapter) => (captures.length > 0 ? (adapter.inFolders?.(captures) ?? adapter) : adapter));
}

/** The same, the folders of runs in the settings and further ones, and what exporters have sent. */
export async function syncedReaders(
  context: Context,
  furtherRuns: readonly string[] = [],
): Promise<readonly Adapter[]> {
  const folders = [...new Set([...(await foldersOf(context, 'runs')), ...furtherRuns])];
  const agents = await includedAgents(context);
  const runs = folders.length > 0 ? [runAdapter(folders)] : [];
  return [...agents, ...runs, ...((await hasTelemetry(hostOf(context))) ? [telemetryAdapter] : [])];
}

/** What looks into the further folders in the settings. */
export async function syncedFolders(context: Context): Promise<readonly Finder[]> {
  const agents = await includedAgents(context);
  return (await context.settings()).get('sync.folders').map((entry) => {
    const [, name, path = entry] = /^([^=/\\~.][^=/\\]*)=(.+)$/s.exec(entry) ?? [];
    return folderFinder(agents, resolve(fromHome(path, context.home)), name ?? path);
  });
}

async function foldersOf(context: Context, key: 'runs' | 'captures'): Promise<string[]> {
  return (await context.settings()).get(key).map((folder) => resolve(fromHome(folder, context.home)));
}

const fromHome = (path: string, home: string): string =>
  path === '~' || /^~[\\/]/.test(path) ? join(home, path.slice(1)) : path;

export function agentOf(id: string, code: 'bad-argument' | 'bad-config' = 'bad-argument', prefix = ''): Adapter {
  const adapter = adapterOf(id);
  if (adapter) return adapter;
  throw unknownAgent(id, adapters, { code, prefix });
}

export function unknownAgent(
  id: string,
  known: readonly Pick<Adapter, 'id'>[],
  { code = 'bad-argument', prefix = '' }: { code?: 'bad-argument' | 'bad-config'; prefix?: string } = {},
): Failure {
  const hint = suggestion(
    id,
    known.map((one) => one.id),
  );
  const remedy = 'Run `hansard agents` to see the ids.';
  return new Failure(code, `${prefix}There is no agent "${id}".${hint}`, { remedy });
}
