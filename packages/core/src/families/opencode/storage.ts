/**
 * The tree of small files before 1.2: `storage/session/<project>/ses_*.json`, `storage/message/<session>/msg_*.json`,
 * `storage/part/<message>/prt_*.json`, `storage/todo/<session>.json`. The session's file is the document, the others
 * are its members, in the order of their ids, which ascend in time.
 */
import type {
  DocumentDialect,
  DocumentMember,
  DocumentPart,
  Head,
  LocatedInput,
  NativeRecord,
  Output,
} from '../../adapters/contract.ts';
import type { Host } from '../../host.ts';
import { isObject, stringOf } from './native.ts';
import { isMessage, readMessage, readMessageError } from './read-message.ts';
import { isPart, readPart } from './read-part.ts';
import { readSession, readTodos } from './read-session.ts';
import { beginReading, type ReadingState } from './state.ts';
import type { ToolKinds } from './tools.ts';

export function storageOf(tools: ToolKinds): DocumentDialect<ReadingState> {
  return {
    id: 'storage',
    kind: 'document',
    live: false,
    detect: detectStorage,
    begin: () => beginReading(),
    records,
    read: (state, record, out) => read(state, record, out, tools),
    members,
  };
}

function detectStorage(head: Head): number {
  const { keys } = head;
  const has = (...names: string[]) => names.every((name) => keys.includes(name));
  // Decoding the text of every file of every agent would be too much: only those with the right keys.
  if (!has('id') || !(has('sessionID') || has('projectID'))) return 0;
  const shape =
    has('sessionID', 'messageID', 'type') || has('sessionID', 'role', 'time') || has('projectID', 'directory', 'time');
  if (!shape) return 0;
  // Ids may have been redacted: the fields tell nearly as much.
  return /"id"\s*:\s*"(ses|msg|prt)_/.test(head.text.slice(0, 65536)) ? 0.9 : 0.7;
}

function* records(document: unknown): Iterable<DocumentPart> {
  yield { value: document, pointer: '' };
}

function read(state: ReadingState, record: NativeRecord, out: Output, tools: ToolKinds): void {
  const { value } = record;
  if (Array.isArray(value)) readTodos(state, value, record.ref, record, out);
  else if (isPart(value)) readPart(state, value, record, out, { tools });
  else if (isMessage(value)) {
    readMessage(state, value, record, out);
    if (value['error']) readMessageError(state, value, record, out);
  } else if (isObject(value) && stringOf(value['id'])) readSession(state, value, record, out);
}

async function* members(host: Host, path: string): AsyncIterable<DocumentMember> {
  const root = rootOf(host, path);
  const session = nameOf(host, path);
  if (!root || !isPlainName(session)) return;
  for (const message of await files(host, host.join(root, 'message', session))) {
    const id = nameOf(host, message);
    yield { path: message, pointer: `message/${session}/${id}` };
    for (const part of await files(host, host.join(root, 'part', id))) {
      yield { path: part, pointer: `part/${id}/${nameOf(host, part)}` };
    }
  }
  const todo = host.join(root, 'todo', `${session}.json`);
  if (await host.stat(todo)) yield { path: todo, pointer: `todo/${session}` };
}

async function files(host: Host, folder: string): Promise<string[]> {
  const entries = await host.list(folder);
  return entries.filter(({ name, folder: isFolder }) => !isFolder && name.endsWith('.json')).map(({ path }) => path);
}

export async function* sessionFilesOf(host: Host, root: string): AsyncIterable<string> {
  for (const project of await host.list(host.join(root, 'session'))) {
    if (!project.folder) continue;
    yield* await files(host, project.path);
  }
}

/** The session of any file of the tree, its children and ancestors, and their other files. */
export async function storageInputs(host: Host, path: string): Promise<LocatedInput[]> {
  const root = rootOf(host, path);
  const own = root ? await sessionFileOf(host, root, path) : undefined;
  if (!root || !own) return [];
  const family = await familyOf(host, own);
  const inputs: LocatedInput[] = family.map((file) => ({ path: file, kind: 'document', role: 'session' }));
  for (const file of family) {
    for await (const member of members(host, file)) inputs.push({ path: member.path, kind: 'side', role: 'side' });
  }
  return inputs;
}

/** The `storage` folder that a path lies in: `storage/<family>/<folder>/<file>`. */
function rootOf(host: Host, path: string): string | undefined {
  const family = host.dirname(host.dirname(path));
  const name = host.basename(family);
  if (name === 'session' || name === 'message' || name === 'part') return host.dirname(family);
  return host.basename(host.dirname(path)) === 'todo' ? family : undefined;
}

function nameOf(host: Host, path: string): string {
  return host.basename(path).replace(/\.json$/, '');
}

/** Ids come from files: one with a slash in it would lead out of the tree. */
const isPlainName = (id: string) => /^\w[\w-]{0,127}$/.test(id);

async function sessionFileOf(host: Host, root: string, path: string): Promise<string | undefined> {
  const family = host.basename(host.dirname(host.dirname(path)));
  if (family === 'session') return path;
  let session = family === 'message' ? host.basename(host.dirname(path)) : nameOf(host, path);
  if (family === 'part') session = stringOf((await readJson(host, path))?.['sessionID']) ?? '';
  if (!isPlainName(session)) return undefined;
  for (const project of await host.list(host.join(root, 'session'))) {
    const file = host.join(project.path, `${session}.json`);
    if (project.folder && (await host.stat(file))) return file;
  }
  return undefined;
}

/** Up to the root by `parentID`, and down to all descendants; the root comes first. */
async function familyOf(host: Host, path: string): Promise<string[]> {
  const folder = host.dirname(path);
  const parents = await parentsIn(host, folder);
  let top = path;
  const seen = new Set([top]);
  for (let above = parents.get(top); above && parents.has(above) && !seen.has(above); above = parents.get(top)) {
    top = above;
    seen.add(top);
  }
  const family = new Set([top]);
  for (let size = 0; size < family.size; ) {
    size = family.size;
    for (const [child, parent] of parents) if (parent && family.has(parent)) family.add(child);
  }
  return [...family];
}

/** A session never changes its parent, so a file is read once for each host. */
const known = new WeakMap<Host, Map<string, string>>();

async function parentsIn(host: Host, folder: string): Promise<Map<string, string>> {
  const cache = known.get(host) ?? new Map<string, string>();
  known.set(host, cache);
  const parents = new Map<string, string>();
  for (const path of await files(host, folder)) {
    let parent = cache.get(path);
    if (parent === undefined) {
      const id = stringOf((await readJson(host, path))?.['parentID']) ?? '';
      parent = isPlainName(id) ? host.join(folder, `${id}.json`) : '';
      cache.set(path, parent);
    }
    parents.set(path, parent);
  }
  return parents;
}

const MAX_JSON_BYTES = 4 * 1024 * 1024;

async function readJson(host: Host, path: string): Promise<Record<string, unknown> | undefined> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of host.read(path, 0, MAX_JSON_BYTES)) text += decoder.decode(chunk, { stream: true });
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
