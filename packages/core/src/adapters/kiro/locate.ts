/**
 * Where Kiro keeps its sessions: `~/.kiro/sessions/cli/<session>.jsonl` with what is known of it in `<session>.json`; before that
 * `kiro-cli/data.sqlite3` in the folder for local data.
 */
import { localDataFolders } from '../../families/amazon-q/data-folders.ts';
import type { Host } from '../../host.ts';
import { editorRoots } from '../../reading/editor-roots.ts';
import { type Json, stringOf, wordOf } from '../../reading/native-values.ts';
import { readObject } from '../../reading/read-object.ts';
import { readTime } from '../../reading/time.ts';
import type { LocatedInput, SessionFacts } from '../contract.ts';

const LOG = '.jsonl';
/** It also holds numbers of every turn. */
const META_BYTES = 4 * 1024 * 1024;

export async function* locate(host: Host): AsyncIterable<LocatedInput> {
  for (const { path, name, folder } of await host.list(host.join(host.home, '.kiro', 'sessions', 'cli'))) {
    if (!folder && name.endsWith(LOG)) yield* logInputs(host, path);
  }
  for (const folder of localDataFolders(host, 'kiro-cli')) {
    const path = host.join(folder, 'data.sqlite3');
    if (await host.stat(path)) yield { path, kind: 'store', role: 'session' };
  }
  for (const root of editorRoots(host, ['Kiro']))
    yield* editorInputs(host, host.join(root, 'globalStorage', 'kiro.kiroagent'));
}

/** `workspace-sessions/<folder>/<session>.json` and, in 2025, `<hash>/<hash>.chat`. */
async function* editorInputs(host: Host, folder: string): AsyncIterable<LocatedInput> {
  for (const entry of await host.list(folder)) {
    if (!entry.folder) continue;
    if (entry.name !== 'workspace-sessions') yield* documentsIn(host, entry.path, /\.chat$/);
    else
      for (const workspace of await host.list(entry.path)) {
        if (workspace.folder) yield* documentsIn(host, workspace.path, /^(?!sessions\.json$).*\.json$/);
      }
  }
}

async function* documentsIn(host: Host, folder: string, name: RegExp): AsyncIterable<LocatedInput> {
  for (const entry of await host.list(folder)) {
    if (!entry.folder && name.test(entry.name)) yield { path: entry.path, kind: 'document', role: 'session' };
  }
}

async function* logInputs(host: Host, path: string): AsyncIterable<LocatedInput> {
  const meta = `${path.slice(0, -LOG.length)}.json`;
  const known = await readObject(host, meta, META_BYTES);
  yield { path, kind: 'log', role: 'session', facts: factsOf(known ?? {}, host.basename(path).slice(0, -LOG.length)) };
  if (known) yield { path: meta, kind: 'side', role: 'side' };
}

function factsOf(meta: Json, name: string): SessionFacts {
  const cwd = stringOf(meta['cwd']);
  const title = stringOf(meta['title']);
  const startedAt = readTime(meta['created_at']);
  return {
    nativeId: wordOf(meta['session_id']) ?? name,
    ...(cwd ? { environment: { cwd } } : {}),
    ...(title ? { title: { text: title, rank: 1 } } : {}),
    ...(startedAt ? { startedAt } : {}),
  };
}

export async function inputsOf(host: Host, path: string): Promise<readonly LocatedInput[]> {
  if (/\.(sqlite3?|db)$/.test(host.basename(path))) return [{ path, kind: 'store', role: 'session' }];
  if (/\.(json|chat)$/.test(path)) return [{ path, kind: 'document', role: 'session' }];
  if (!path.endsWith(LOG)) return [{ path, kind: 'log', role: 'session' }];
  const inputs: LocatedInput[] = [];
  for await (const input of logInputs(host, path)) inputs.push(input);
  return inputs;
}
