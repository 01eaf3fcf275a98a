/**
 * Where Qwen Code keeps its sessions: `projects/<project>/chats/<session>.jsonl` below `~/.qwen`, subagents in
 * `projects/<project>/subagents/<session>/agent-<id>.jsonl` with a description beside each.
 */
import type { Host } from '../../host.ts';
import { readObject } from '../../reading/read-object.ts';
import type { AgentFacts, LocatedInput } from '../contract.ts';
import { type Json, wordOf } from './native.ts';

const LOG = '.jsonl';
const META = '.meta.json';

export async function* locate(host: Host): AsyncIterable<LocatedInput> {
  for (const root of roots(host)) {
    for (const project of await host.list(host.join(root, 'projects'))) {
      if (!project.folder) continue;
      for (const { path, name, folder } of await host.list(host.join(project.path, 'chats'))) {
        if (folder || !name.endsWith(LOG)) continue;
        yield { path, kind: 'log', role: 'session' };
        yield* subagentsOf(host, project.path, name.slice(0, -LOG.length));
      }
    }
  }
}

/** `QWEN_RUNTIME_DIR` and `QWEN_HOME` each replace `~/.qwen`. */
function roots(host: Host): string[] {
  const { QWEN_RUNTIME_DIR, QWEN_HOME } = host.env;
  const named = [QWEN_RUNTIME_DIR, QWEN_HOME].filter((root): root is string => Boolean(root));
  return [...new Set([...named, host.join(host.home, '.qwen')])];
}

/** The session's log and its subagents', from any of them. */
export async function inputsOf(host: Host, path: string): Promise<readonly LocatedInput[]> {
  const folder = host.dirname(path);
  const alone: LocatedInput[] = [{ path, kind: 'log', role: 'session' }];
  const isSubagent = host.basename(host.dirname(folder)) === 'subagents';
  if (!isSubagent && host.basename(folder) !== 'chats') return alone;
  const project = isSubagent ? host.dirname(host.dirname(folder)) : host.dirname(folder);
  const session = isSubagent ? host.basename(folder) : host.basename(path).slice(0, -LOG.length);
  const inputs: LocatedInput[] = [];
  const log = host.join(project, 'chats', `${session}${LOG}`);
  const file = await host.stat(log);
  if (file && !file.folder) inputs.push({ path: log, kind: 'log', role: 'session' });
  for await (const input of subagentsOf(host, project, session)) inputs.push(input);
  return inputs.some((input) => input.path === path) ? inputs : alone;
}

async function* subagentsOf(host: Host, project: string, session: string): AsyncIterable<LocatedInput> {
  for (const { path, name, folder } of await host.list(host.join(project, 'subagents', session))) {
    if (folder || !name.startsWith('agent-')) continue;
    if (name.endsWith(META)) yield { path, kind: 'side', role: 'side' };
    if (!name.endsWith(LOG)) continue;
    const id = name.slice('agent-'.length, -LOG.length);
    const agent = factsOf(id, (await readObject(host, `${path.slice(0, -LOG.length)}${META}`)) ?? {});
    yield { path, kind: 'log', role: 'subagent', facts: { root: session, agent } };
  }
}

function factsOf(id: string, meta: Json): AgentFacts {
  const agent: AgentFacts = { id };
  const type = wordOf(meta['agentType']);
  const title = wordOf(meta['description']);
  const callId = wordOf(meta['toolUseId']);
  const model = wordOf(meta['model']);
  if (type) agent.type = type;
  if (title) agent.title = title;
  if (callId) agent.callId = callId;
  if (model) agent.model = model;
  return agent;
}
