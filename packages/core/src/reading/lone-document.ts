/** Locating for agents whose files lie wherever their user put them: nothing is looked for, a file stands alone. */
import type { LocatedInput } from '../adapters/contract.ts';
import type { Host } from '../host.ts';

export async function* locateNothing(): AsyncIterable<LocatedInput> {}

export async function loneDocument(_host: Host, path: string): Promise<readonly LocatedInput[]> {
  return [{ path, kind: 'document', role: 'session' }];
}
