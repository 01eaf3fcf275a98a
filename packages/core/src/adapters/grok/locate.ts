/**
 * Where Grok Build keeps its sessions: `~/.grok/sessions/<url-encoded folder>/<session>/updates.jsonl`. A subagent is a session of
 * its own beside its parent, which names it in `subagents/<id>/meta.json`.
 */
import type { Host } from '../../host.ts';
import { decodeText } from '../../reading/decode-text.ts';
import { objectOf, wordOf } from '../../reading/native-values.ts';
import { firstBytes } from '../../reading/read-input.ts';
import type { AgentFacts, LocatedInput } from '../contract.ts';

const UPDATES = 'updates.jsonl';
const SIDES = ['summary.json', 'events.jsonl', 'chat_history.jsonl', 'usage.json'];
const MAX_META = 64 * 1024;

export async function* locate(host: Host): AsyncIterable<LocatedInput> {
  const home = host.env['GROK_HOME'] || host.join(host.home, '.grok');
  for (const project of await host.list(host.join(home, 'sessions'))) {
    if (project.folder) yield* inputsIn(host, project.path);
  }
}

async function* inputsIn(host: Host, project: string): AsyncIterable<LocatedInput> {
  const sessions = (await host.list(project)).filter((entry) => entry.folder);
  const children = new Map<string, LocatedInput>();
  for (const { path, name } of sessions) {
    for (const child of await childrenOf(host, path, name)) children.set(child.path, child);
  }
  for (const { path, name } of sessions) {
    const log = host.join(path, UPDATES);
    if (!(await host.stat(log))) continue;
    const facts = { nativeId: name, ...environmentOf(host.basename(project)) };
    yield children.get(log) ?? { path: log, kind: 'log', role: 'session', facts };
    yield* sidesOf(host, path);
  }
}

/** The folder's name is the path, encoded as in an address. */
function environmentOf(name: string): { environment?: { cwd: string } } {
  try {
    return name.includes('%') ? { environment: { cwd: decodeURIComponent(name) } } : {};
  } catch {
    return {};
  }
}

async function* sidesOf(host: Host, folder: string): AsyncIterable<LocatedInput> {
  const names = new Set((await host.list(folder)).map(({ name }) => name));
  for (const name of SIDES) {
    if (names.has(name)) yield { path: host.join(folder, name), kind: 'side', role: 'side' };
  }
}

async function childrenOf(host: Host, session: string, root: string): Promise<LocatedInput[]> {
  const found: LocatedInput[] = [];
  for (const { name, path, folder } of await host.list(host.join(session, 'subagents'))) {
    if (!folder) continue;
    const meta = await readObject(host, host.join(path, 'meta.json'));
    const id = wordOf(meta['child_session_id']) ?? name;
    const [type, title] = [wordOf(meta['subagent_type']), wordOf(meta['description'])];
    const agent: AgentFacts = { id, nativeId: id, ...(type ? { type } : {}), ...(title ? { title } : {}) };
    const log = host.join(host.dirname(session), id, UPDATES);
    found.push({ path: log, kind: 'log', role: 'subagent', facts: { root, parent: root, nativeId: id, agent } });
  }
  return found;
}

async function readObject(host: Host, path: string): Promise<Readonly<Record<string, unknown>>> {
  const bytes = await firstBytes(host.read(path, 0, MAX_META), MAX_META);
  try {
    return objectOf(JSON.parse(decodeText(bytes, 0, bytes.length)));
  } catch {
    return {};
  }
}

/** The session's log, its subagents' and what lies beside them, from any of these. */
export async function inputsOf(host: Host, path: string): Promise<readonly LocatedInput[]> {
  const folder = host.dirname(path);
  const alone: LocatedInput[] = [{ path, kind: 'log', role: 'session' }];
  if (host.basename(path) !== UPDATES) return alone;
  const all: LocatedInput[] = [];
  for await (const input of inputsIn(host, host.dirname(folder))) all.push(input);
  const own = all.find((input) => input.path === path);
  const root = own?.facts?.root ?? host.basename(folder);
  const members = all.filter(({ facts }) => facts?.root === root || (facts?.nativeId === root && !facts.root));
  const folders = new Set(members.map((input) => host.dirname(input.path)));
  const sides = all.filter((input) => input.role === 'side' && folders.has(host.dirname(input.path)));
  return own ? [...members, ...sides] : alone;
}
