/** Where VS Code and editors built from it keep chat sessions: by workspace, and for windows without one. */
import type { Host } from '../../host.ts';
import { editorRoots } from '../../reading/editor-roots.ts';
import { filesBelow } from '../../reading/files-below.ts';
import type { LocatedInput } from '../contract.ts';

const GLOBAL = ['emptyWindowChatSessions', 'transferredChatSessions'];

export async function* locate(host: Host): AsyncIterable<LocatedInput> {
  const isSession = ({ name }: { name: string }) => /\.jsonl?$/.test(name);
  for (const root of editorRoots(host)) {
    const folders = GLOBAL.map((name) => host.join(root, 'globalStorage', name));
    for (const { path, folder } of await host.list(host.join(root, 'workspaceStorage'))) {
      if (folder) folders.push(host.join(path, 'chatSessions'));
    }
    for (const folder of folders) {
      for await (const { path } of filesBelow(host, folder, 0, isSession)) yield document(path);
    }
  }
}

export async function inputsOf(_host: Host, path: string): Promise<readonly LocatedInput[]> {
  return [document(path)];
}

const document = (path: string): LocatedInput => ({ path, kind: 'document', role: 'session' });
