/**
 * A real agent for tests: pinned, in a home of its own, beside a model that does what the prompt says, on a network that has nothing
 * but loopback where the system can cut it off. `npm test` fetches the agents; without one its tests say that they were skipped.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LiveHome } from './live-home.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const CACHE = join(ROOT, 'node_modules', '.cache', 'hansard');
const INSIDE = join(ROOT, 'scripts', 'real-agents', 'inside.mjs');
const MODEL = 'http://127.0.0.1:8787';
const LEAST_NODE = 22;

export interface RealAgentSpec {
  readonly package: string;
  readonly version: string;
  readonly program: string;
  readonly ordinary?: boolean;
  /** Spoken to over HTTP: only a daemon on the same network reaches it. */
  readonly server?: boolean;
  /** Why its own log is not one session with the wire. */
  readonly apart?: string;
  /** Abilities that the script cannot make it show, with the reason. */
  readonly without?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  readonly model?: string;
  /** Files of its home; objects are written as JSON. */
  readonly home: Readonly<Record<string, unknown>>;
  readonly env: Readonly<Record<string, string>>;
}

const specPath = (agent: string) => join(ROOT, 'packages/live/src/drivers', agent, 'real-agent.json');

export const specOf = (agent: string): RealAgentSpec | undefined =>
  existsSync(specPath(agent)) ? (JSON.parse(readFileSync(specPath(agent), 'utf8')) as RealAgentSpec) : undefined;

const programOf = (agent: string, { program }: RealAgentSpec) =>
  join(CACHE, 'agents', agent, 'node_modules', '.bin', program);

/** A Node that the agents run on. */
function recentNode(): string | undefined {
  if (Number(process.versions.node.split('.')[0]) >= LEAST_NODE) return process.execPath;
  const fetched = join(CACHE, 'node-24', 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  return existsSync(fetched) ? fetched : undefined;
}

/** Why an agent cannot be tried here; undefined when it can. */
export function lackOf(agent: string): string | undefined {
  const spec = specOf(agent);
  if (!spec) return 'nobody pinned it';
  if (process.platform === 'win32') return 'its programs are scripts of a shell';
  if (!existsSync(programOf(agent, spec))) return `it is not installed (${spec.package} ${spec.version})`;
  if (recentNode() === undefined) return `there is no Node ${LEAST_NODE} or newer`;
  if (spec.server && networkHere() !== 'inside') return 'it is a server: npm run real-agents tries it';
  return undefined;
}

let network: string | undefined;

/** How the network is cut off: by the first way that works. */
export function networkHere(): string {
  network ??= process.env['HANSARD_TRIAL_NETWORK'] ?? ['unshare -n', 'unshare -rn'].find(cutsOff) ?? 'open';
  return network;
}

function cutsOff(way: string): boolean {
  const [program = '', ...options] = way.split(' ');
  try {
    execFileSync(program, [...options, 'sh', '-c', 'ip link set lo up'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The agent, ready to be run in a fresh home. */
export async function homeFor(agent: string): Promise<LiveHome> {
  const spec = specOf(agent);
  const node = recentNode();
  if (!spec || node === undefined) throw new Error(`${agent} cannot be tried here: ${lackOf(agent)}`);
  const home = await LiveHome.make({
    ...Object.fromEntries(Object.entries(spec.env).map(([name, value]) => [name, filled(value, '')])),
    PATH: [dirname(node), process.env['PATH']].join(delimiter),
    HANSARD_TRIAL_NETWORK: networkHere(),
  });
  for (const [path, content] of Object.entries(spec.home)) {
    const file = join(home.path, path);
    mkdirSync(dirname(file), { recursive: true });
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    writeFileSync(file, filled(text, home.work));
  }
  return home;
}

const filled = (text: string, work: string): string => text.replaceAll('{{model}}', MODEL).replaceAll('{{work}}', work);

/** As the settings would name it. */
export function commandOf(agent: string): readonly string[] {
  const spec = specOf(agent);
  if (!spec) return [];
  return [recentNode() ?? '', INSIDE, programOf(agent, spec), ...(spec.args ?? [])];
}
