/**
 * Where Claude Code and what is made from it keep their sessions: `projects/<folder>/<session>.jsonl`, subagents and spilled output in
 * `<session>/`, older subagents beside the session. Everything that belongs to a session is found from any of it.
 */

import type { Adapter, AgentFacts, LocatedInput, SessionFacts } from '../../adapters/contract.ts';
import type { Host, HostEntry } from '../../host.ts';
import { firstBytes } from '../../reading/read-input.ts';
import { object, type Raw, word } from './native.ts';

const DEEPEST = 8;
const HEAD_BYTES = 16 * 1024;
const META_BYTES = 64 * 1024;
const LOG = '.jsonl';
const META = '.meta.json';

type Configs = (host: Host) => readonly string[] | Promise<readonly string[]>;

/** A file that tells of a session beside its log. */
export interface Beside {
  readonly path: string;
  readonly facts: SessionFacts;
}

export function projectLogs(
  configs: Configs,
  beside?: (host: Host, log: string) => Promise<Beside | undefined>,
): Pick<Adapter, 'locate' | 'inputsOf'> {
  const told = async function* (host: Host, inputs: Iterable<LocatedInput> | AsyncIterable<LocatedInput>) {
    for await (const input of inputs) {
      const known = input.role === 'session' && input.kind === 'log' ? await beside?.(host, input.path) : undefined;
      yield known ? { ...input, facts: { ...known.facts, ...input.facts } } : input;
      if (known) yield { path: known.path, kind: 'side', role: 'side' } satisfies LocatedInput;
    }
  };
  return {
    async *locate(host) {
      for (const config of await configs(host)) {
        for (const project of await host.list(host.join(config, 'projects'))) {
          if (!project.folder) continue;
          // Each generator around another costs as much as looking at the file does.
          const inputs = inputsOfProject(host, project.path);
          yield* beside ? told(host, inputs) : inputs;
        }
      }
    },
    async inputsOf(host, path) {
      const inputs: LocatedInput[] = [];
      for await (const input of told(host, await inputsOf(host, path))) inputs.push(input);
      return inputs;
    },
  };
}

/** A variable may name several folders, with commas; otherwise the usual places. */
export function configFolders(host: Host, variable: string, usual: readonly (readonly string[])[]): string[] {
  const named = (host.env[variable] ?? '').split(',').map((folder) => folder.trim());
  const folders = named.filter((folder) => folder !== '');
  return folders.length > 0 ? folders : usual.map((names) => host.join(host.home, ...names));
}

async function* inputsOfProject(host: Host, project: string): AsyncIterable<LocatedInput> {
  const entries = await host.list(project);
  const beside = await agentsBeside(host, entries);
  const folders = new Set(entries.filter(({ folder }) => folder).map(({ name }) => name));
  for (const entry of entries.filter(isSessionLog)) {
    const session = entry.name.slice(0, -LOG.length);
    yield { path: entry.path, kind: 'log', role: 'session' };
    // Most sessions have no folder: looking for each would cost more than all the rest.
    if (folders.has(session)) yield* inputsInside(host, host.join(project, session), session);
    for (const agent of beside) if (agent.facts?.root === session) yield agent;
  }
  const sessions = new Set(entries.filter(isSessionLog).map(({ name }) => name.slice(0, -LOG.length)));
  for (const agent of beside) if (!sessions.has(agent.facts?.root ?? '')) yield agent;
  for (const entry of entries) {
    if (!entry.folder || sessions.has(entry.name)) continue;
    if (entry.name === 'transcripts') yield* transcripts(host, entry.path);
    else yield* inputsInside(host, entry.path, entry.name);
  }
}

async function* transcripts(host: Host, folder: string): AsyncIterable<LocatedInput> {
  for (const entry of await host.list(folder)) {
    if (!entry.folder && entry.name.endsWith(LOG)) yield { path: entry.path, kind: 'log', role: 'session' };
  }
}

const isAgentLog = (name: string) => name.startsWith('agent-') && name.endsWith(LOG);
const isSessionLog = ({ folder, name }: HostEntry) => !folder && name.endsWith(LOG) && !isAgentLog(name);

/** Subagents and spilled output in the session's own folder. */
async function* inputsInside(host: Host, folder: string, session: string): AsyncIterable<LocatedInput> {
  yield* agentsBelow(host, host.join(folder, 'subagents'), session, 0);
  for (const entry of await host.list(host.join(folder, 'tool-results'))) {
    if (!entry.folder) yield { path: entry.path, kind: 'side', role: 'side' };
  }
}

async function* agentsBelow(host: Host, folder: string, session: string, depth: number): AsyncIterable<LocatedInput> {
  for (const entry of await host.list(folder)) {
    if (entry.folder) {
      if (depth < DEEPEST) yield* agentsBelow(host, entry.path, session, depth + 1);
    } else if (isAgentLog(entry.name)) {
      yield { path: entry.path, kind: 'log', role: 'subagent', facts: await factsOfAgent(host, entry.path, session) };
    } else if (entry.name.endsWith(META)) {
      yield { path: entry.path, kind: 'side', role: 'side' };
    } else if (entry.name === 'journal.jsonl') {
      yield { path: entry.path, kind: 'log', role: 'session', facts: { nativeId: session } };
    }
  }
}

async function factsOfAgent(host: Host, path: string, root: string | undefined): Promise<SessionFacts> {
  const id = host.basename(path).slice('agent-'.length, -LOG.length);
  const agent: AgentFacts = { id };
  const meta = await readObject(host, path.slice(0, -LOG.length) + META);
  const type = word(meta?.['agentType']);
  const title = word(meta?.['description']);
  const callId = word(meta?.['toolUseId']);
  if (type !== undefined) agent.type = type;
  if (title !== undefined) agent.title = title;
  if (callId !== undefined) agent.callId = callId;
  return root === undefined ? { agent } : { root, agent };
}

/** Before subagents had a folder, their files lay beside the session's, which only their lines name. */
async function agentsBeside(host: Host, entries: readonly HostEntry[]): Promise<LocatedInput[]> {
  const agents: LocatedInput[] = [];
  for (const entry of entries) {
    if (entry.folder || !isAgentLog(entry.name)) continue;
    const root = await sessionNamedIn(host, entry.path);
    agents.push({ path: entry.path, kind: 'log', role: 'subagent', facts: await factsOfAgent(host, entry.path, root) });
  }
  return agents;
}

async function sessionNamedIn(host: Host, path: string): Promise<string | undefined> {
  const head = new TextDecoder().decode(await firstBytes(host.read(path, 0, HEAD_BYTES), HEAD_BYTES));
  return /"sessionId":\s*"([^"\\]+)"/.exec(head)?.[1];
}

async function readObject(host: Host, path: string): Promise<Raw | undefined> {
  const file = await host.stat(path);
  if (!file || file.folder || file.bytes > META_BYTES) return undefined;
  try {
    return object(JSON.parse(new TextDecoder().decode(await firstBytes(host.read(path), META_BYTES))));
  } catch {
    return undefined;
  }
}

export async function inputsOf(host: Host, path: string): Promise<readonly LocatedInput[]> {
  const place = await placeOf(host, path);
  if (!place) return [{ path, kind: 'log', role: 'session' }];
  const { project, session } = place;
  const log = host.join(project, `${session}${LOG}`);
  const inputs: LocatedInput[] = [];
  if (await isFile(host, log)) inputs.push({ path: log, kind: 'log', role: 'session' });
  for await (const input of inputsInside(host, host.join(project, session), session)) inputs.push(input);
  const beside = await agentsBeside(host, await host.list(project));
  inputs.push(...beside.filter(({ facts }) => facts?.root === session));
  return inputs.some((input) => input.path === path) ? inputs : [{ path, kind: 'log', role: 'session' }];
}

/**
 * The project folder and session that a path belongs to, by the layout around it. A folder above may be called
 * `subagents` by chance: one beside the log of its session counts before any other.
 */
async function placeOf(host: Host, path: string): Promise<{ project: string; session: string } | undefined> {
  const name = host.basename(path);
  const homes = homesAbove(host, path);
  for (const home of homes) if (await isFile(host, home + LOG)) return placeIn(host, home);
  const project = host.dirname(path);
  const isSession = name.endsWith(LOG) && !isAgentLog(name);
  if (isSession) return { project, session: name.slice(0, -LOG.length) };
  if (homes[0] !== undefined) return placeIn(host, homes[0]);
  const session = isAgentLog(name) ? await sessionNamedIn(host, path) : undefined;
  return session === undefined ? undefined : { project, session };
}

const placeIn = (host: Host, home: string) => ({ project: host.dirname(home), session: host.basename(home) });

/** Folders above that may be a session's own, the nearest first. */
function homesAbove(host: Host, path: string): string[] {
  const homes: string[] = [];
  let above = host.dirname(path);
  for (let depth = 0; depth < DEEPEST && above !== host.dirname(above); depth++) {
    if (OWN_FOLDERS.has(host.basename(above))) homes.push(host.dirname(above));
    above = host.dirname(above);
  }
  return homes;
}

const OWN_FOLDERS: ReadonlySet<string> = new Set(['subagents', 'tool-results']);

async function isFile(host: Host, path: string): Promise<boolean> {
  const file = await host.stat(path);
  return file !== undefined && !file.folder;
}
