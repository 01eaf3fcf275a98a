/** Inputs that were read become documents: one Transcript for each session with its tree of subagents. */
import { sessionState } from '../events/session-state.ts';
import {
  type AgentNode,
  type Metrics,
  type Problem,
  SCHEMA_VERSION,
  type Session,
  type Source,
  type Transcript,
} from '../transcript.ts';
import type { PriceBook } from '../usage/prices.ts';
import { uuidFrom } from '../uuid.ts';
import { rootNativeId } from './agent-tree.ts';
import { assembly } from './assemble.ts';
import type { InputRead } from './input-read.ts';
import type { timesOf } from './metrics.ts';
import { joinFacts } from './session-facts.ts';
import { gitOf } from './session-git.ts';
import { byRank, joinable, rankOf } from './witness.ts';
import { joinWritten } from './written-reads.ts';

export interface AssemblyOptions {
  /** Time of the capture, RFC 3339. */
  readonly now: string;
  /** SHA-256 in hex. */
  readonly digest: (data: string | Uint8Array) => string;
  /** The input may still grow: the session is not called ended unless the agent says so. */
  readonly open?: boolean;
  /** Prices the usage: sets `metrics.cost` and the cost of each event. See `loadPriceBook`. */
  readonly prices?: PriceBook;
}

/** One transcript for each session, in the order in which the sessions first appear. */
export function assemble(reads: readonly InputRead[], options: AssemblyOptions): Transcript[] {
  return groupByRoot(reads).map((group) => assembleOne(group, options));
}

export function groupByRoot(reads: readonly InputRead[]): InputRead[][] {
  const parents = new Map<string, string>();
  for (const { facts } of reads) {
    const above = facts.parent ?? (facts.root === facts.nativeId ? undefined : facts.root);
    if (facts.nativeId && above) parents.set(facts.nativeId, above);
  }
  const present = new Set(reads.flatMap(({ facts }) => (facts.nativeId ? [facts.nativeId] : [])));
  const groups = new Map<string, InputRead[]>();
  for (const read of reads) {
    const root = rootOf(read, parents, present) ?? `input ${read.key}`;
    const key = JSON.stringify([agentOf(read), root]);
    const group = groups.get(key);
    if (group) group.push(read);
    else groups.set(key, [read]);
  }
  return [...groups.values()];
}

/** Climbs to the highest ancestor that was read too. */
function rootOf(read: InputRead, parents: Map<string, string>, present: Set<string>): string | undefined {
  const { nativeId = read.facts.imported?.nativeId, root } = read.facts;
  if (!nativeId) return root;
  if (root && present.has(root)) return root;
  let at = nativeId;
  const seen = new Set([at]);
  for (let above = parents.get(at); above && present.has(above) && !seen.has(above); above = parents.get(at)) {
    at = above;
    seen.add(at);
  }
  return at;
}

/** One transcript of inputs that are known to belong to one session. */
export function assembleOne(inputs: readonly InputRead[], options: AssemblyOptions): Transcript {
  const reads = byRank(joinable(inputs));
  const written = joinWritten(reads);
  if (written) return written;
  const assembled = assembly(reads);
  const measured = assembled.measured(options.prices);
  return { ...headerOf(reads, measured, options), events: [...assembled.events()] };
}

/** What the events of a session tell about it as a whole. */
export interface Measured {
  readonly agents: AgentNode[];
  readonly times: ReturnType<typeof timesOf>;
  readonly models: string[];
  readonly metrics: Metrics;
}

/** The document without its events, which need not be at hand. */
export function headerOf(
  reads: readonly InputRead[],
  { agents, times, models, metrics }: Measured,
  options: AssemblyOptions,
): Omit<Transcript, 'events'> {
  const first = mainRead(reads);
  const { facts } = first;
  const startedAt = facts.startedAt ?? times?.first ?? first.modifiedAt ?? options.now;
  const problems = reads.flatMap((read) => problemsOf(read, first));
  const session: Session = {
    startedAt,
    endedAt: facts.endedAt ?? times?.last ?? startedAt,
    capturedAt: options.now,
    environment: facts.environment ?? {},
    ...optional('nativeId', facts.nativeId ?? facts.root),
    ...optional('title', facts.title?.text),
    models,
    state: options.open === false ? (facts.state ?? 'ended') : sessionState(facts.state),
    ...optional('git', gitOf(facts)),
    ...optional('executionContext', facts.executionContext),
    ...optional('lineage', facts.lineage),
    ...(agents.length > 1 ? { agents } : {}),
    inputs: reads.map(inputOf),
    ...(problems.length > 0 ? { problems } : {}),
    ...optional('extra', facts.extra),
  };
  const attachments = Object.assign({}, ...reads.map((read) => read.attachments));
  return {
    schemaVersion: SCHEMA_VERSION,
    transcriptId: uuidFrom(options.digest(identityOf(first))),
    source: sourceOf(first),
    session,
    submitter: null,
    privacy: {
      profile: 'none',
      redactionApplied: false,
      anonymizationApplied: false,
      rulesApplied: [],
      redactionCount: 0,
    },
    metrics,
    ...(Object.keys(attachments).length > 0 ? { attachments } : {}),
  };
}

/** The read of the session itself rather than of one of its subagents; facts of several inputs are joined. */
function mainRead(inputs: readonly InputRead[]): InputRead {
  const reads = byRank(inputs);
  const top = rootNativeId(reads);
  const own = reads.filter(({ facts }) => !facts.agent && (facts.nativeId === top || facts.imported));
  const main = own[0] ?? reads[0];
  if (!main) throw new Error('a transcript needs at least one input');
  const accounts = own.map((read) => ({ rank: rankOf(read), facts: read.facts }));
  return { ...main, facts: own.length > 1 ? joinFacts(accounts) : main.facts };
}

/** Id of the agent whose session it is: not the adapter's where the input is in a protocol that several agents speak. */
export function agentOf({ facts, adapter }: Pick<InputRead, 'facts' | 'adapter'>): string {
  return facts.imported?.agent ?? facts.agentId ?? adapter.id;
}

function sourceOf(read: InputRead): Source {
  return {
    agent: agentOf(read),
    agentVersion: read.facts.agentVersion ?? null,
    adapter: read.adapter.id,
    adapterVersion: read.adapter.version,
    dialect: read.dialect.id,
  };
}

function identityOf(read: InputRead): string {
  return JSON.stringify([agentOf(read), read.facts.nativeId ?? read.facts.root ?? read.key]);
}

function inputOf(read: InputRead) {
  return {
    key: read.key,
    ...optional('path', read.path),
    dialect: read.dialect.id,
    ...optional('bytes', read.bytes),
    records: read.records,
  };
}

function problemsOf(read: InputRead, first: InputRead): Problem[] {
  return read.problems.map((problem) => ({
    ...problem,
    ...(read.key === first.key ? {} : { input: read.key }),
    ...optional('path', read.path),
  }));
}

function optional<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  return (value === undefined ? {} : { [key]: value }) as { [P in K]?: V };
}
