/** The protocol is spoken, not stored: recordings lie where the client puts them. */
import type { Host } from '../../host.ts';
import type { LocatedInput } from '../contract.ts';

export async function* locate(): AsyncIterable<LocatedInput> {}

export async function inputsOf(_host: Host, path: string): Promise<readonly LocatedInput[]> {
  return [{ path, kind: 'log', role: 'session' }];
}
