/**
 * Where Kimi keeps its sessions. Kimi Code: `~/.kimi-code/sessions/<folder>/<session>/agents/<main|agent-N>/wire.jsonl`, with
 * `state.json` and copies of files beside them. Kimi CLI: `~/.kimi/sessions/<folder>/<session>/wire.jsonl`, with the messages that
 * the model saw in `context.jsonl`; where there is no wire these are the session.
 */
import type { Host } from '../../host.ts';
import type { AgentFacts, LocatedInput } from '../contract.ts';

const WIRE = 'wire.jsonl';
const CONTEXT = 'context.jsonl';
const MAIN = 'main';

export async function* locate(host: Host): AsyncIterable<LocatedInput> {
  const { KIMI_CODE_HOME, KIMI_SHARE_DIR } = host.env;
  for (const home of [
    KIMI_CODE_HOME || host.join(host.home, '.kimi-code'),
    KIMI_SHARE_DIR || host.join(host.home, '.kimi'),
  ]) {
    for (const project of await host.list(host.join(home, 'sessions'))) {
      if (!project.folder) continue;
      for (const { path, folder } of await host.list(project.path)) if (folder) yield* inputsIn(host, path);
    }
  }
}

async function* inputsIn(host: Host, session: string): AsyncIterable<LocatedInput> {
  const nativeId = host.basename(session);
  const names = new Map((await host.list(session)).map((entry) => [entry.name, entry]));
  const agents = names.get('agents');
  if (agents?.folder) yield* agentsIn(host, agents.path, nativeId);
  const wire = names.get(WIRE);
  const context = names.get(CONTEXT);
  if (wire) yield { path: wire.path, kind: 'log', role: 'session', facts: { nativeId } };
  if (context && !wire) yield { path: context.path, kind: 'log', role: 'session', facts: { nativeId } };
  else if (context) yield { path: context.path, kind: 'side', role: 'side' };
  const state = names.get('state.json');
  if (state) yield { path: state.path, kind: 'side', role: 'side' };
}

async function* agentsIn(host: Host, folder: string, session: string): AsyncIterable<LocatedInput> {
  const agents = (await host.list(folder)).filter((entry) => entry.folder);
  // The session's own log comes first.
  agents.sort((a, b) => Number(b.name === MAIN) - Number(a.name === MAIN));
  for (const { name, path } of agents) {
    const wire = host.join(path, WIRE);
    if (!(await host.stat(wire))) continue;
    const agent: AgentFacts = { id: name };
    if (name === MAIN) yield { path: wire, kind: 'log', role: 'session', facts: { nativeId: session } };
    else yield { path: wire, kind: 'log', role: 'subagent', facts: { root: session, agent } };
  }
}

export async function inputsOf(host: Host, path: string): Promise<readonly LocatedInput[]> {
  const own = host.dirname(path);
  const above = host.dirname(host.dirname(own));
  const isAgent = host.basename(host.dirname(own)) === 'agents';
  const inputs: LocatedInput[] = [];
  for await (const input of inputsIn(host, isAgent ? above : own)) inputs.push(input);
  const found = inputs.some((input) => input.path === path && input.role !== 'side');
  return found ? inputs : [{ path, kind: 'log', role: 'session' }];
}
