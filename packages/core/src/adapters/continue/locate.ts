/** Where Continue keeps its sessions: `~/.continue/sessions/<session>.json`; `sessions.json` beside them is a list. */
import type { Host } from '../../host.ts';
import { filesBelow } from '../../reading/files-below.ts';
import type { LocatedInput } from '../contract.ts';

export async function* locate(host: Host): AsyncIterable<LocatedInput> {
  const home = host.env['CONTINUE_GLOBAL_DIR'] || host.join(host.home, '.continue');
  const isSession = ({ name }: { name: string }) => name.endsWith('.json') && name !== 'sessions.json';
  for await (const { path } of filesBelow(host, host.join(home, 'sessions'), 0, isSession)) yield document(path);
}

export async function inputsOf(_host: Host, path: string): Promise<readonly LocatedInput[]> {
  return [document(path)];
}

const document = (path: string): LocatedInput => ({ path, kind: 'document', role: 'session' });
