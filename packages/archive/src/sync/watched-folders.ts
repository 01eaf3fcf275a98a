/**
 * Which folders an adapter looks into, learnt by watching it look: no adapter has to say it twice. A folder that is
 * not there yet is awaited in the nearest one above that is.
 */
import type { Adapter, Host } from '@hansard/core';
import { hostWith } from '../host/host-with.ts';
import type { Finder } from './finders.ts';

/** Who looks for inputs. */
export type Looker = Adapter | Finder;

export interface Looks {
  /** A host that notes every folder it is asked to list, for the one who looks. */
  hostFor(looker: Looker): Host;
  /** Who looks into a folder. */
  readonly folders: ReadonlyMap<string, ReadonlySet<Looker>>;
}

export function noteLooks(host: Host): Looks {
  const folders = new Map<string, Set<Looker>>();
  const note = (folder: string, looker: Looker) => {
    const known = folders.get(folder);
    if (known) known.add(looker);
    else folders.set(folder, new Set([looker]));
  };
  return {
    folders,
    hostFor: (looker) =>
      hostWith(host, {
        list: async (folder) => {
          note(await presentAbove(host, folder), looker);
          return host.list(folder);
        },
      }),
  };
}

async function presentAbove(host: Host, folder: string): Promise<string> {
  for (let at = folder; ; ) {
    if ((await host.stat(at))?.folder) return at;
    const above = host.dirname(at);
    if (above === at || above === '') return at;
    at = above;
  }
}
