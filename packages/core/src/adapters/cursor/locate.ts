/**
 * Where Cursor keeps conversations: `state.vscdb` of the user and of each workspace, `~/.cursor/chats/<folder>/<session>/store.db` of
 * the command line, and transcripts in `~/.cursor/projects/<folder>/agent-transcripts/`, which count where no store has the session.
 */
import type { Host } from '../../host.ts';
import { editorRoots } from '../../reading/editor-roots.ts';
import { filesBelow } from '../../reading/files-below.ts';
import { readObject } from '../../reading/read-object.ts';
import type { LocatedInput } from '../contract.ts';
import { pathOf } from './native.ts';

const STATE = 'state.vscdb';
const STORE = 'store.db';
const TRANSCRIPTS = 'agent-transcripts';

export async function* locate(host: Host): AsyncIterable<LocatedInput> {
  for (const root of editorRoots(host, ['Cursor', 'Cursor Nightly'])) {
    const path = host.join(root, 'globalStorage', STATE);
    if (await host.stat(path)) yield store(path);
    for (const workspace of await host.list(host.join(root, 'workspaceStorage'))) {
      if (workspace.folder) yield* workspaceStore(host, workspace.path);
    }
  }
  const chats = host.join(host.home, '.cursor', 'chats');
  for await (const { path } of filesBelow(host, chats, 2, ({ name }) => name === STORE)) yield store(path);
  yield* transcripts(host);
}

const store = (path: string): LocatedInput => ({ path, kind: 'store', role: 'session' });

async function* workspaceStore(host: Host, folder: string): AsyncIterable<LocatedInput> {
  const path = host.join(folder, STATE);
  if (!(await host.stat(path))) return;
  const cwd = await workspaceFolder(host, folder);
  yield cwd ? { ...store(path), facts: { environment: { cwd } } } : store(path);
}

async function workspaceFolder(host: Host, folder: string): Promise<string | undefined> {
  return pathOf((await readObject(host, host.join(folder, 'workspace.json')))?.['folder']);
}

async function* transcripts(host: Host): AsyncIterable<LocatedInput> {
  for (const project of await host.list(host.join(host.home, '.cursor', 'projects'))) {
    if (!project.folder) continue;
    const folder = host.join(project.path, TRANSCRIPTS);
    const isTranscript = ({ name }: { name: string }) => /\.(jsonl|txt)$/.test(name);
    for await (const { path, name } of filesBelow(host, folder, 2, isTranscript)) yield transcript(host, path, name);
  }
}

/** The session of a subagent: `<session>/subagents/<agent>.jsonl`. */
function parentOf(host: Host, path: string): string | undefined {
  const folder = host.dirname(path);
  return host.basename(folder) === 'subagents' ? host.basename(host.dirname(folder)) : undefined;
}

function transcript(host: Host, path: string, name: string): LocatedInput {
  const kind = name.endsWith('.txt') ? 'document' : 'log';
  const id = name.replace(/\.(jsonl|txt)$/, '');
  const root = parentOf(host, path);
  if (root) return { path, kind, role: 'subagent', facts: { root, agent: { id } } };
  return { path, kind, role: 'session', facts: { nativeId: id, unnamed: true } };
}

export async function inputsOf(host: Host, path: string): Promise<readonly LocatedInput[]> {
  const name = host.basename(path);
  if (name === STATE && host.basename(host.dirname(path)) !== 'globalStorage') {
    const inputs: LocatedInput[] = [];
    for await (const input of workspaceStore(host, host.dirname(path))) inputs.push(input);
    if (inputs.length > 0) return inputs;
  }
  if (/\.(db|vscdb|sqlite3?)$/.test(name)) return [store(path)];
  return transcriptWithSubagents(host, path, name);
}

/** Only what lies in a folder of transcripts has a session and neighbours; elsewhere a file stands for itself. */
async function transcriptWithSubagents(host: Host, path: string, name: string): Promise<readonly LocatedInput[]> {
  const kind = name.endsWith('.txt') ? 'document' : 'log';
  if (host.basename(host.dirname(path)) === TRANSCRIPTS) return [transcript(host, path, name)];
  const isSubagent = parentOf(host, path) !== undefined;
  const folder = isSubagent ? host.dirname(host.dirname(path)) : host.dirname(path);
  const isOwnFolder = name.startsWith(host.basename(folder)) || isSubagent;
  if (!isOwnFolder || host.basename(host.dirname(folder)) !== TRANSCRIPTS) return [{ path, kind, role: 'session' }];
  const inputs: LocatedInput[] = [];
  for await (const file of filesBelow(host, folder, 1, ({ name }) => name.endsWith('.jsonl'))) {
    inputs.push(transcript(host, file.path, file.name));
  }
  return inputs.sort((a, b) => Number(a.role === 'subagent') - Number(b.role === 'subagent'));
}
