/**
 * A session as one trajectory: its own steps, then those of subagents, each inside the one that started it. Who there is
 * is told by a first reading.
 */

import { objectOf } from '../../reading/native-values.ts';
import type { Event } from '../../transcript.ts';
import { type AgentWriter, byAgent } from '../by-agent.ts';
import type { TranscriptHeader, TranscriptSource } from '../contract.ts';
import { isPrimary, isUnsaid } from '../conversations.ts';
import { jsonText } from '../json-text.ts';
import { takenApart } from '../own-results.ts';
import { isSpoken, type Step as Said, Steps } from '../steps.ts';
import { ATIF_VERSION } from './trajectory.ts';
import { type StartedBy, stepOf } from './write-step.ts';

export async function* writeTrajectory(given: TranscriptSource): AsyncIterable<string> {
  const source = takenApart(given);
  const { header } = source;
  const present = await sourcesIn(source);
  const started = startedBy(header, present);
  const nest = nestOf(present);
  yield* byAgent(source, nest.order, (name) => {
    if (name === 'primary') return new OwnWriter(header, started);
    return nest.order.includes(name) ? new SubagentWriter(name, header, nest, started) : SILENT;
  });
  yield '}\n';
}

const SILENT: AgentWriter = { push: () => '', end: () => '' };

/** The steps of one agent as items of a list. */
class StepWriter {
  readonly #steps = new Steps();
  readonly #startedBy: StartedBy;
  count = 0;

  constructor(started: StartedBy) {
    this.#startedBy = started;
  }

  push(event: Event): string {
    return isUnsaid(event) ? '' : this.#write(this.#steps.push(event));
  }

  end(): string {
    return this.#write(this.#steps.end());
  }

  #write(steps: readonly Said[]): string {
    let text = '';
    for (const step of steps) {
      text += `${this.count > 0 ? ',' : ''}${jsonText(stepOf(step, this.count + 1, this.#startedBy))}`;
      this.count++;
    }
    return text;
  }
}

/** The session's own trajectory, but for its end. */
class OwnWriter implements AgentWriter {
  readonly #header: TranscriptHeader;
  readonly #steps: StepWriter;
  #begun = false;

  constructor(header: TranscriptHeader, started: StartedBy) {
    this.#header = header;
    this.#steps = new StepWriter(started);
  }

  push(event: Event): string {
    return this.#begin() + this.#steps.push(event);
  }

  end(): string {
    const steps = `${this.#begin()}${this.#steps.end()}],`;
    const { notes, continued_trajectory_ref } = besideOf(this.#header);
    const rest = {
      ...(typeof notes === 'string' ? { notes } : {}),
      final_metrics: finalMetrics(this.#header, this.#steps.count),
      ...(typeof continued_trajectory_ref === 'string' ? { continued_trajectory_ref } : {}),
      extra: extraOf(this.#header),
    };
    return steps + jsonText(rest).slice(1, -1);
  }

  #begin(): string {
    if (this.#begun) return '';
    this.#begun = true;
    const { session_id, agent } = headOf(this.#header);
    const head = { schema_version: ATIF_VERSION, session_id, trajectory_id: this.#header.transcriptId, agent };
    return `${jsonText(head).slice(0, -1)},"steps":[`;
  }
}

/** A subagent's trajectory; behind its last one it ends all around it that end there, too. */
class SubagentWriter implements AgentWriter {
  readonly #name: string;
  readonly #header: TranscriptHeader;
  readonly #nest: Nest;
  readonly #steps: StepWriter;
  #begun = false;

  constructor(name: string, header: TranscriptHeader, nest: Nest, started: StartedBy) {
    this.#name = name;
    this.#header = header;
    this.#nest = nest;
    this.#steps = new StepWriter(started);
  }

  push(event: Event): string {
    return this.#begin() + this.#steps.push(event);
  }

  end(): string {
    return `${this.#begin()}${this.#steps.end()}]${this.#closing()}`;
  }

  #begin(): string {
    if (this.#begun) return '';
    this.#begun = true;
    const head = { schema_version: ATIF_VERSION, trajectory_id: this.#name, agent: agentOf(this.#header, this.#name) };
    const [first] = this.#nest.below.get(this.#nest.above.get(this.#name) ?? 'primary') ?? [];
    const before = first === this.#name ? ',"subagent_trajectories":[' : ',';
    return `${before}${jsonText(head).slice(0, -1)},"steps":[`;
  }

  #closing(): string {
    if (this.#nest.below.has(this.#name)) return '';
    let text = '}';
    for (let name = this.#name; name !== 'primary'; ) {
      const above = this.#nest.above.get(name) ?? 'primary';
      if (this.#nest.below.get(above)?.at(-1) !== name) break;
      text += above === 'primary' ? ']' : ']}';
      name = above;
    }
    return text;
  }
}

/** Subagents that did something: a reference to one that did not would lead nowhere. */
async function sourcesIn({ events }: TranscriptSource): Promise<ReadonlySet<string>> {
  const sources = new Set<string>();
  for await (const event of events()) {
    if (!isPrimary(event) && !isUnsaid(event) && isSpoken(event)) sources.add(event.source as string);
  }
  return sources;
}

function startedBy({ session }: TranscriptHeader, present: ReadonlySet<string>): StartedBy {
  const calls = new Map<string, string[]>();
  for (const { source, callId } of session.agents ?? []) {
    if (callId !== undefined && present.has(source)) calls.set(callId, [...(calls.get(callId) ?? []), source]);
  }
  return (callId) => calls.get(callId) ?? [];
}

/** Who is inside whom. Each is followed by those inside it. */
interface Nest {
  readonly order: readonly string[];
  readonly above: ReadonlyMap<string, string>;
  readonly below: ReadonlyMap<string, readonly string[]>;
}

function nestOf(present: ReadonlySet<string>): Nest {
  const above = new Map<string, string>();
  const below = new Map<string, string[]>();
  for (const name of present) {
    const parent = parentOf(name, present) ?? 'primary';
    above.set(name, parent);
    const inside = below.get(parent);
    if (inside) inside.push(name);
    else below.set(parent, [name]);
  }
  const order: string[] = [];
  const waiting = ['primary'];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    order.push(name);
    waiting.push(...(below.get(name) ?? []).toReversed());
  }
  return { order, above, below };
}

/** The nearest agent above that has steps of its own. */
function parentOf(name: string, present: ReadonlySet<string>): string | undefined {
  for (let at = name.lastIndexOf('/'); at > 0; at = name.lastIndexOf('/', at - 1)) {
    if (present.has(name.slice(0, at))) return name.slice(0, at);
  }
  return undefined;
}

function headOf(header: TranscriptHeader) {
  return { session_id: header.session.nativeId ?? header.transcriptId, agent: agentOf(header, 'primary') };
}

/** What the document had that this session was read from, if it was one of these. */
const besideOf = ({ session }: TranscriptHeader) => objectOf(objectOf(session.extra)['atif']);

function agentOf(header: TranscriptHeader, name: string) {
  const { source, session } = header;
  const own = name === 'primary' ? besideOf(header) : {};
  const node = session.agents?.find((agent) => agent.source === name);
  const model = name === 'primary' ? session.models?.[0] : node?.model;
  const extra =
    name === 'primary'
      ? objectOf(own['agent'])
      : { ...(node?.type ? { type: node.type } : {}), ...(node?.title ? { title: node.title } : {}) };
  return {
    name: source.agent,
    version: source.agentVersion ?? 'unknown',
    ...(model === undefined ? {} : { model_name: model }),
    ...(Array.isArray(own['tool_definitions']) ? { tool_definitions: own['tool_definitions'].map(objectOf) } : {}),
    ...(Object.keys(extra).length > 0 ? { extra } : {}),
  };
}

function finalMetrics(header: TranscriptHeader, steps: number) {
  const { tokens, cost } = header.metrics;
  const extra = objectOf(besideOf(header)['final_metrics']);
  return {
    ...(tokens
      ? {
          total_prompt_tokens: tokens.input,
          total_completion_tokens: tokens.output,
          ...(tokens.cacheRead === undefined ? {} : { total_cached_tokens: tokens.cacheRead }),
        }
      : {}),
    ...(cost ? { total_cost_usd: cost.microUsd / 1e6 } : {}),
    total_steps: steps,
    ...(Object.keys(extra).length > 0 ? { extra } : {}),
  };
}

function extraOf(header: TranscriptHeader) {
  const { title, startedAt, endedAt, state, environment } = header.session;
  return {
    ...objectOf(besideOf(header)['extra']),
    started_at: startedAt,
    ...(endedAt === null ? {} : { ended_at: endedAt }),
    ...(title === undefined ? {} : { title }),
    ...(state === undefined ? {} : { state }),
    ...(environment.cwd == null ? {} : { cwd: environment.cwd }),
    ...(environment.os == null ? {} : { os: environment.os }),
  };
}
