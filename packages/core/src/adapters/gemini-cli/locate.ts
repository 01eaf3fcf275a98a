/**
 * Where Gemini CLI keeps its conversations: `~/.gemini/tmp/<project>/chats/session-*.json(l)`, `<project>` being a
 * hash of its path or, later, a name; subagents in `chats/<session-id>/<agent-id>.jsonl`.
 */
import type { Host } from '../../host.ts';
import type { LocatedInput } from '../contract.ts';

export async function* locate(host: Host): AsyncIterable<LocatedInput> {
  const root = host.env['GEMINI_CLI_HOME'] || host.home;
  for (const project of await host.list(host.join(root, '.gemini', 'tmp'))) {
    if (project.folder) yield* chatsIn(host, host.join(project.path, 'chats'));
  }
}

async function* chatsIn(host: Host, folder: string): AsyncIterable<LocatedInput> {
  for (const entry of await host.list(folder)) {
    if (entry.folder) {
      for (const { path, name, folder: isFolder } of await host.list(entry.path)) {
        if (!isFolder && isChat(name)) yield subagent(path, entry.name, name);
      }
    } else if (isChat(entry.name)) yield session(entry.path);
  }
}

/** The session's file and its subagents', from either. */
export async function inputsOf(host: Host, path: string): Promise<readonly LocatedInput[]> {
  const folder = host.dirname(path);
  const inSubfolder = host.basename(host.dirname(folder)) === 'chats';
  if (!inSubfolder && host.basename(folder) !== 'chats') return [];
  const sessionId = inSubfolder ? host.basename(folder) : await sessionIdOf(host, path);
  const chats = inSubfolder ? host.dirname(folder) : folder;
  const inputs: LocatedInput[] = [];
  const own = inSubfolder ? await sessionFile(host, chats, sessionId ?? '') : path;
  if (own) inputs.push(session(own));
  if (!sessionId) return inputs;
  for (const { path: file, name, folder: isFolder } of await host.list(host.join(chats, sessionId))) {
    if (!isFolder && isChat(name)) inputs.push(subagent(file, sessionId, name));
  }
  return inputs;
}

const isChat = (name: string) => /\.jsonl?$/.test(name);

function session(path: string): LocatedInput {
  return { path, kind: path.endsWith('.jsonl') ? 'log' : 'document', role: 'session' };
}

function subagent(path: string, sessionId: string, name: string): LocatedInput {
  const id = name.replace(/\.jsonl?$/, '');
  const facts = { root: sessionId, agent: { id, nativeId: id } };
  return { path, kind: path.endsWith('.jsonl') ? 'log' : 'document', role: 'subagent', facts };
}

/** A session's file name holds the beginning of its id; its first bytes hold the whole. */
async function sessionFile(host: Host, chats: string, sessionId: string): Promise<string | undefined> {
  const short = sessionId.slice(0, 8);
  for (const { path, name, folder } of await host.list(chats)) {
    if (folder || !isChat(name) || !name.includes(short)) continue;
    if ((await sessionIdOf(host, path)) === sessionId) return path;
  }
  return undefined;
}

const HEAD_BYTES = 4096;

async function sessionIdOf(host: Host, path: string): Promise<string | undefined> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of host.read(path, 0, HEAD_BYTES)) text += decoder.decode(chunk, { stream: true });
  const id = /"sessionId"\s*:\s*"([^"\\]{1,200})"/.exec(text)?.[1];
  // The id becomes the name of a folder: nothing that could lead out of this one.
  return id && /^[\w-]+$/.test(id) ? id : undefined;
}
